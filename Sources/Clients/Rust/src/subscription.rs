//! The options of a program: what the daemon has taken, and what it has not answered yet.

use crate::error::Error;
use crate::event::OPTIONS_ID;
use crate::options::Options;

#[derive(Debug)]
pub(crate) struct Subscription {
    /// Of the beginning, and what the daemon has taken since.
    taken: Options,
    /// What it has not answered yet, by their ids.
    asked: Vec<(u64, Options)>,
    /// Of those, what this connection has been asked for.
    sent: Vec<u64>,
    last_id: u64,
}

impl Subscription {
    pub(crate) fn new(options: Options) -> Result<Subscription, Error> {
        let subscription = Subscription { taken: options, asked: Vec::new(), sent: Vec::new(), last_id: 0 };
        subscription.first_line().map(|_| subscription)
    }

    /// True where the daemon's defaults are not enough.
    pub(crate) fn has_options(&self) -> bool {
        !self.taken.is_empty()
    }

    /// What a new connection is asked for.
    pub(crate) fn lines(&mut self) -> Vec<String> {
        self.sent = self.asked.iter().map(|(id, _)| *id).collect();
        let first = if self.has_options() { Some(self.first_line()) } else { None };
        let rest = self.asked.iter().map(|(id, options)| options.request(&id.to_string()));
        // Each was checked when it was asked for.
        first.into_iter().chain(rest).filter_map(Result::ok).collect()
    }

    /// A change of options; its id.
    pub(crate) fn change(&mut self, options: &Options) -> Result<u64, Error> {
        let mut next = self.taken.clone();
        next.merge(options);
        let id = self.last_id + 1;
        options.request(&id.to_string())?;
        next.request(&quoted_options_id())?; // as the next connection is asked
        self.last_id = id;
        self.asked.push((id, options.clone()));
        self.forget_replaced();
        Ok(id)
    }

    /// True where a change waits to be asked for: one after the other.
    pub(crate) fn waits(&self) -> bool {
        self.sent.is_empty() && !self.asked.is_empty()
    }

    /// What to ask the connection that there is, where a change waits.
    pub(crate) fn next_line(&mut self) -> Option<String> {
        let (id, options) = self.asked.first().filter(|_| self.sent.is_empty())?;
        self.sent.push(*id);
        options.request(&id.to_string()).ok()
    }

    /// What the daemon must answer first.
    pub(crate) fn first_sent(&self) -> Option<u64> {
        self.sent.first().copied()
    }

    /// The connection is over.
    pub(crate) fn lose(&mut self) {
        self.sent.clear();
        self.forget_replaced();
    }

    /// Leaves what was asked for, what later requests do not name anew, and the last that names nothing, which asks what holds: a
    /// daemon ends connections that ask for too much at once.
    fn forget_replaced(&mut self) {
        let mut named: Vec<String> = Vec::new();
        let mut kept = Vec::new();
        for (id, options) in self.asked.drain(..).rev() {
            let mut names: Vec<String> = options.names().map(String::from).collect();
            if names.is_empty() {
                names.push(String::new());
            }
            if self.sent.contains(&id) || names.iter().any(|name| !named.contains(name)) {
                kept.push((id, options));
            }
            named.extend(names);
        }
        kept.reverse();
        self.asked = kept;
    }

    /// The daemon has answered; what it refuses is not kept. True where it was a change.
    pub(crate) fn answered(&mut self, id: Option<u64>, is_ok: bool) -> bool {
        let place = self.asked.iter().position(|(asked, _)| Some(*asked) == id);
        if let Some(place) = place {
            let (id, options) = self.asked.remove(place);
            self.sent.retain(|sent| *sent != id);
            if is_ok {
                self.taken.merge(&options);
            }
        }
        place.is_some()
    }

    fn first_line(&self) -> Result<String, Error> {
        self.taken.request(&quoted_options_id())
    }
}

fn quoted_options_id() -> String {
    format!("\"{OPTIONS_ID}\"")
}
