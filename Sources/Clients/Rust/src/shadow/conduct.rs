//! What a client does beside handing out what has come: CLIENTS of tiltshadow-protocol(7). Time is passed in.

use std::net::Shutdown;
use std::os::unix::io::AsRawFd;
use std::path::PathBuf;

use super::{nanoseconds, Mapped, Shadow};
use crate::error::{visible, Error};
use crate::event::{Event, Hello, Refusal};
use crate::json::Value;
use crate::link::Link;
use crate::page::PosePage;
use crate::place::default_path;

const PROTOCOL: f64 = 1.0;
/// From one change of options to the next, in nanoseconds: a daemon takes 50 requests a second.
const CHANGE_PAUSE: i64 = 30_000_000;

impl Shadow {
    /// What has come until now, by the clock of the caller; sets the descriptor's timer.
    pub(crate) fn step(&mut self, now: i64) -> Result<Option<Event>, Error> {
        self.told = now;
        let event = self.take(now);
        self.watch.wake_at(self.deadline(), now);
        event
    }

    fn take(&mut self, now: i64) -> Result<Option<Event>, Error> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        if let Some(event) = self.mailbox.take_event() {
            return Ok(Some(event));
        }
        // Before a frame is handed out: while the last event was, a newer one may have come.
        if let Err(error) = self.advance(now) {
            self.hang_up();
            (self.hello, self.failure) = (None, Some(error.clone()));
            return Err(error);
        }
        Ok(self.mailbox.take_event().or_else(|| self.mailbox.take_frame(now, nanoseconds(self.times.lag))))
    }

    /// When to look even where nothing is readable; `None` where that need not come.
    pub(crate) fn deadline(&self) -> Option<i64> {
        if self.failure.is_some() {
            return None;
        }
        let held = self.mailbox.lag_until();
        if !self.mailbox.is_empty() && held.is_none() {
            return Some(0);
        }
        let next = match &self.link {
            Some(Link { broken: Some(_), .. }) => Some(0),
            Some(_) if self.is_resuming => Some(0),
            Some(_) => self.silent_by,
            None => Some(self.retry_at),
        };
        let has_more = self.asks_for_page() || self.subscription.waits();
        let asks = if self.link.is_some() && has_more { Some(self.ask_at) } else { None };
        [held, next, asks].into_iter().flatten().min()
    }

    /// Connects where it is time to, and reads what has come.
    fn advance(&mut self, now: i64) -> Result<(), Error> {
        if self.link.is_none() {
            if now < self.retry_at {
                return Ok(());
            }
            if let Err(error) = self.join(now) {
                return self.lose(error, now);
            }
        }
        if std::mem::take(&mut self.is_resuming) {
            self.silent_by = Some(now.saturating_add(nanoseconds(self.times.silence)));
        }
        // First: this program itself may have been stopped.
        let read = self.read(now);
        if let Err(error) = read {
            return self.lose(error, now);
        }
        let is_silent = self.link.is_some() && self.silent_by.map_or(false, |by| now >= by);
        if is_silent {
            return self.lose(Error::Silent { path: self.path(), has_greeted: self.hello.is_some() }, now);
        }
        self.ask();
        Ok(())
    }

    /// Asks for another page, or for the next change, where the last is answered and a while ago.
    pub(super) fn ask(&mut self) {
        let (is_time, next) = (self.told >= self.ask_at, self.told.saturating_add(CHANGE_PAUSE));
        let asks_for_page = self.asks_for_page();
        if let Some(link) = self.link.as_mut().filter(|_| is_time) {
            if asks_for_page {
                self.ask_at = next;
                self.ask_for_page();
            } else if let Some(line) = self.subscription.next_line() {
                self.ask_at = next;
                link.send(&line); // the next read hears of a failure, and the next connection asks again
            }
        }
    }

    fn asks_for_page(&self) -> bool {
        self.page_changed && self.mapping != Mapped::Asked
    }

    fn join(&mut self, now: i64) -> Result<(), Error> {
        let path = self.path();
        let mut link = Link::open(&path).map_err(|error| Error::no_daemon(&path, &error))?;
        self.watch.add(link.stream.as_raw_fd()).map_err(|error| Error::broken(&path, &error))?;
        self.is_subscribing = self.subscription.has_options();
        self.silent_by = Some(now.saturating_add(nanoseconds(self.times.hello)));
        for line in self.subscription.lines() {
            link.send(&line);
        }
        if self.is_paused {
            link.send("{\"type\":\"pause\"}\n");
        }
        self.link = Some(link);
        self.mapping = Mapped::No;
        (self.has_paused, self.has_resumed, self.is_resuming, self.is_away) = (self.is_paused, false, false, false);
        if !self.is_paused {
            self.ask_for_page();
        }
        Ok(())
    }

    fn read(&mut self, now: i64) -> Result<(), Error> {
        let path = self.path();
        let link = match &mut self.link {
            Some(link) => link,
            None => return Ok(()),
        };
        let received = link.receive();
        let broken = link.broken.take();
        for line in &received.lines {
            self.hear(line, now)?;
        }
        if received.is_too_long {
            return Err(Error::NotTiltshadow { path, said: None });
        }
        match (received.end, broken) {
            (Some(Ok(())), _) => Err(Error::Ended { path }),
            (Some(Err(error)), _) | (None, Some(error)) => Err(Error::broken(&path, &error)),
            (None, None) => Ok(()),
        }
    }

    /// Takes one line.
    fn hear(&mut self, line: &[u8], now: i64) -> Result<(), Error> {
        let silence = now.saturating_add(nanoseconds(self.times.silence));
        let event = Event::read(line);
        if self.hello.is_none() {
            let hello = self.greeting(event, line)?;
            (self.hello, self.was_connected, self.silent_by) = (Some(hello.clone()), true, Some(silence));
            self.mailbox.put(Event::Hello(hello));
            return Ok(());
        }
        let event = match event {
            Some(event) => event,
            None => return Ok(()), // one broken line is no reason to stop, nor a sign of life
        };
        self.silent_by = self.silent_by.map(|_| silence);
        match &event {
            Event::Frame(_) => {
                (self.silent_by, self.is_away) = (Some(silence), false);
                // It may be of before a pause, which asking would end.
                if !self.has_paused && matches!(self.mapping, Mapped::No | Mapped::Yes) {
                    self.ask_for_page();
                }
                if self.is_subscribing {
                    return Ok(());
                }
                // Not by hello: who greets and ends, again and again, is not to be asked so often.
                self.begin_pauses();
            }
            Event::Accepted(ok) => {
                if ok.is_paused {
                    self.begin_pauses(); // no frame will
                    self.mapping = if self.mapping == Mapped::Refused { Mapped::Refused } else { Mapped::No };
                } else {
                    self.has_resumed = false;
                }
                // One of before it was told to go on: what comes behind that is due all the same.
                let is_paused = ok.is_paused && !self.has_resumed;
                let are_due = !is_paused && !self.is_away && self.mapping != Mapped::Yes;
                self.silent_by = if are_due { Some(silence) } else { None };
                self.has_taken |= self.subscription.answered(ok.id, true) || ok.is_of_options;
                self.is_subscribing &= !ok.is_of_options;
            }
            Event::Refused(refusal) => {
                // What is no JSON has no id: it is of what was asked first.
                let is_unread = refusal.has_no_id && refusal.code == "not-json";
                let is_of_options = refusal.is_of_options || is_unread && self.is_subscribing;
                let first = if is_unread && !is_of_options { self.subscription.first_sent() } else { None };
                self.subscription.answered(refusal.id.or(first), false);
                if is_of_options {
                    return Err(Error::Refused(refusal.clone()));
                }
                if refusal.is_of_page {
                    self.mapping = if refusal.code == "not-permitted" { Mapped::No } else { Mapped::Refused };
                    if self.has_resumed {
                        self.send("{\"type\":\"resume\"}"); // asked for out of a pause: frames, then
                    }
                }
                if refusal.is_away {
                    (self.silent_by, self.is_away) = (None, true);
                }
            }
            Event::Page => {
                // From now on nothing comes but news.
                let passed = self.link.as_mut().and_then(|link| link.passed.take());
                let (has_page, has_come) = (self.mapping == Mapped::Yes, passed.is_some());
                match passed.ok_or_else(|| "its descriptor has not come along".into()).and_then(PosePage::open) {
                    Ok(page) => {
                        (self.page, self.mapping) = (Some(page), Mapped::Yes);
                        (self.silent_by, self.has_resumed) = (None, false);
                        self.begin_pauses(); // as a frame does
                    }
                    Err(_) if has_page && !has_come => {} // it came with the page before it
                    Err(flaw) => {
                        self.refuse_page(&flaw);
                        return Ok(());
                    }
                }
            }
            _ => {}
        }
        self.mailbox.put(event);
        Ok(())
    }

    fn begin_pauses(&mut self) {
        self.pause = nanoseconds(self.times.first_pause);
    }

    /// Follows what the program asks for: a daemon that does not answer when it is told to go on hangs.
    pub(super) fn note(&mut self, request: &str) {
        let pauses = match Value::read(request.as_bytes()).as_ref().and_then(|request| request.text("type")) {
            Some("pause") => true,
            Some("resume") => false,
            Some("map") if self.has_paused => false,
            _ => return,
        };
        self.has_paused = pauses;
        self.page_changed &= !pauses; // the frame that comes behind the pause asks for one
        if self.hello.is_none() {
            return;
        }
        if pauses && self.mapping == Mapped::Yes {
            self.mapping = Mapped::No; // a page ends with it
        }
        self.has_resumed = !pauses;
        self.is_resuming = !pauses && self.silent_by.is_none() && !self.is_away && self.mapping != Mapped::Yes;
        if self.is_resuming {
            self.watch.wake_at(Some(0), 0); // readable at once, so that the program's loop lets `step` tell the time
        }
    }

    /// What came is no page: frames go on, and none is asked for on this connection.
    fn refuse_page(&mut self, flaw: &str) {
        self.page = None;
        self.send("{\"type\":\"pause\"}"); // the page ends with it
        if !self.is_paused {
            self.send("{\"type\":\"resume\"}");
        }
        self.mapping = Mapped::Refused;
        self.mailbox.put(Event::Refused(Refusal::of_page(format!("cannot read the daemon's page: {flaw}"))));
    }

    /// What the first line must be.
    fn greeting(&self, event: Option<Event>, line: &[u8]) -> Result<Hello, Error> {
        let hello = match event {
            Some(Event::Hello(hello)) => hello,
            Some(Event::Refused(refusal)) => return Err(Error::Refused(refusal)),
            _ => {
                let said: String = String::from_utf8_lossy(line).chars().take(80).collect();
                return Err(Error::NotTiltshadow { path: self.path(), said: Some(visible(&said)) });
            }
        };
        let protocol = Value::read(line).and_then(|message| message.number("protocol"));
        if protocol != Some(PROTOCOL) {
            let protocol = protocol.map_or_else(|| "of no number".into(), |number| number.to_string());
            let server = if hello.server.is_empty() { "the daemon".into() } else { hello.server };
            return Err(Error::OtherVersion { server, protocol });
        }
        Ok(hello)
    }

    /// There is no connection; an error where none is to be waited for.
    fn lose(&mut self, error: Error, now: i64) -> Result<(), Error> {
        let comes_back = match &error {
            Error::NotTiltshadow { .. } | Error::OtherVersion { .. } => false,
            Error::Refused(_) if self.hello.is_some() => self.has_taken,
            Error::Refused(_) => self.was_connected || self.waits, // another user sits in front, or there is no room
            error => self.was_connected || self.waits && error.may_come(),
        };
        if !comes_back {
            return Err(error);
        }
        self.hang_up();
        (self.hello, self.silent_by, self.is_subscribing) = (None, None, false);
        self.subscription.lose();
        (self.ask_at, self.page_changed) = (0, false);
        self.mailbox.end_lag();
        self.mailbox.put(Event::Away(error));
        self.retry_at = now.saturating_add(self.pause);
        self.pause = self.pause.saturating_mul(2).min(nanoseconds(self.times.longest_pause));
        Ok(())
    }

    /// A child of fork(2) holds the socket, too: to close it alone would end no connection, nor leave the epoll set, which would be
    /// readable for ever.
    pub(super) fn hang_up(&mut self) {
        if let Some(link) = self.link.take() {
            if link.is_ours() {
                self.watch.remove(link.stream.as_raw_fd());
                drop(link.stream.shutdown(Shutdown::Both));
            }
        }
    }

    /// What a child has of the connection.
    #[cfg(test)]
    pub(crate) fn held(&self) -> Option<std::os::unix::net::UnixStream> {
        self.link.as_ref().and_then(|link| link.stream.try_clone().ok())
    }

    fn path(&self) -> PathBuf {
        self.path.clone().unwrap_or_else(default_path)
    }
}

