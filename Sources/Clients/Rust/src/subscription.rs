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
    last_id: u64,
}

impl Subscription {
    pub(crate) fn new(options: Options) -> Result<Subscription, Error> {
        let subscription = Subscription { taken: options, asked: Vec::new(), last_id: 0 };
        subscription.first_line().map(|_| subscription)
    }

    /// True where the daemon's defaults are not enough.
    pub(crate) fn has_options(&self) -> bool {
        !self.taken.is_empty()
    }

    /// What a new connection is asked for.
    pub(crate) fn lines(&self) -> Vec<String> {
        let first = if self.has_options() { Some(self.first_line()) } else { None };
        let rest = self.asked.iter().map(|(id, options)| options.request(&id.to_string()));
        // Each was checked when it was asked for.
        first.into_iter().chain(rest).filter_map(Result::ok).collect()
    }

    /// A change of options: its id, and what to ask the connection that there is.
    pub(crate) fn change(&mut self, options: &Options) -> Result<(u64, String), Error> {
        let mut next = self.taken.clone();
        next.merge(options);
        let id = self.last_id + 1;
        let line = options.request(&id.to_string())?;
        next.request(&quoted_options_id())?; // as the next connection is asked
        self.last_id = id;
        self.asked.push((id, options.clone()));
        Ok((id, line))
    }

    /// Leaves what later requests do not name anew: a daemon ends connections that ask for too much at once.
    pub(crate) fn forget_replaced(&mut self) {
        let asked = &self.asked;
        let is_last = |id: u64, name: &str| asked.iter().rev().find(|(_, o)| o.names().any(|n| n == name)).map(|(i, _)| *i) == Some(id);
        let kept: Vec<u64> =
            asked.iter().filter(|(id, options)| options.names().any(|name| is_last(*id, name))).map(|(id, _)| *id).collect();
        self.asked.retain(|(id, _)| kept.contains(id));
    }

    /// The daemon has answered; what it refuses is not kept. True where it was a change.
    pub(crate) fn answered(&mut self, id: Option<u64>, is_ok: bool) -> bool {
        let place = self.asked.iter().position(|(asked, _)| Some(*asked) == id);
        if let Some(place) = place {
            let (_, options) = self.asked.remove(place);
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
