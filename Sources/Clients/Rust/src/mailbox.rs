//! What has come and was not taken yet: everything in its order, but of frames the newest alone.

use std::collections::VecDeque;

use crate::event::{Event, Frame};

/// So many frames in a row are a queue.
const ENOUGH_FOR_A_QUEUE: usize = 3;
/// A frame that is older lay in one, in nanoseconds.
const OLD: i64 = 100_000_000;

#[derive(Debug, Default)]
pub(crate) struct Mailbox {
    events: VecDeque<Event>,
    newest: Option<Frame>,
    /// How many of the events came before the newest frame.
    before: usize,
    /// Frames that came since the last was taken.
    queued: usize,
    /// Until when a newer frame than the old one here is waited for.
    lag_until: Option<i64>,
}

impl Mailbox {
    pub(crate) fn put(&mut self, event: Event) {
        match event {
            Event::Frame(mut frame) => {
                if let Some(older) = self.newest.take() {
                    frame.dropped = frame.dropped.saturating_add(older.dropped).saturating_add(1);
                }
                self.newest = Some(frame);
                self.before = self.events.len();
                self.queued += 1;
            }
            event => self.events.push_back(event),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.newest.is_none() && self.events.is_empty()
    }

    /// Until when the frame that is here is held back.
    pub(crate) fn lag_until(&self) -> Option<i64> {
        self.lag_until.filter(|_| self.events.is_empty())
    }

    /// What comes before the newest frame, or all there is where that is none.
    pub(crate) fn take_event(&mut self) -> Option<Event> {
        if self.newest.is_some() {
            self.before = self.before.checked_sub(1)?;
        }
        self.events.pop_front()
    }

    /// The newest frame; `None`, and once only, where it lay in a queue behind older ones: a daemon sends a newer one as soon as
    /// there is room for it, and `lag` nanoseconds are enough for that.
    pub(crate) fn take_frame(&mut self, now: i64, lag: i64) -> Option<Event> {
        let frame = self.newest.as_ref()?;
        match self.lag_until {
            Some(until) if now < until && self.queued == 0 => return None,
            None if self.queued >= ENOUGH_FOR_A_QUEUE && now.saturating_sub(frame.t_ns) > OLD => {
                self.lag_until = Some(now + lag);
                self.queued = 0;
                return None;
            }
            _ => {}
        }
        self.end_lag();
        self.newest.take().map(Event::Frame)
    }

    /// Nothing newer will come.
    pub(crate) fn end_lag(&mut self) {
        (self.lag_until, self.queued) = (None, 0);
    }
}
