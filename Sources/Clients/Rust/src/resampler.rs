//! Frames of any rate at a display's vsync.

use crate::event::{Frame, State};

/// How long a frame takes to come, in nanoseconds.
const DELIVERY: f64 = 500_000.0;

/// Draws frames of any rate at any vsync, on the way between the last two.
///
/// Instants are nanoseconds of CLOCK_MONOTONIC. Nothing here does anything but arithmetic.
#[derive(Debug, Clone, PartialEq)]
pub struct Resampler {
    /// What is subscribed to, in Hz; 50 where it is no rate.
    pub rate_hz: f64,
    previous: Option<Sample>,
    newest: Option<Sample>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Sample {
    /// Doubles before anything is subtracted: no instant can overflow them.
    t: f64,
    x: f64,
    y: f64,
    state: State,
}

impl Resampler {
    /// For frames of this rate, in Hz.
    pub fn new(rate_hz: f64) -> Resampler {
        Resampler { rate_hz, previous: None, newest: None }
    }

    /// What to subscribe with, so that a picture is true when it lights up, in milliseconds; 0 without a gyroscope: there, looking
    /// ahead makes noise visible while the device rests. A refresh that is no rate counts as 60 Hz, such a rate as 50.
    pub fn lookahead_ms(refresh_hz: f64, rate_hz: f64, gyroscope: bool) -> f64 {
        let late = 1000.0 * (1.0 / rate(refresh_hz, 60.0) + 1.0 / rate(rate_hz, 50.0)) + DELIVERY / 1e6;
        if gyroscope {
            late.clamp(0.0, 100.0)
        } else {
            0.0
        }
    }

    /// Begins anew: after a connection or `recentre` nothing is to be drawn between then and now.
    pub fn forget(&mut self) {
        (self.previous, self.newest) = (None, None);
    }

    /// Takes a frame; one that is not newer than the last is ignored, as is one whose numbers cannot be.
    pub fn take(&mut self, frame: &Frame) {
        self.take_sample(frame.t_ns, frame.x, frame.y, frame.state);
    }

    /// As [`Resampler::take`], for a frame that was kept as these.
    pub fn take_sample(&mut self, t_ns: i64, x: f64, y: f64, state: State) {
        let t = t_ns as f64;
        let can_be = t.abs() < 4e18 && x.abs() < 1e9 && y.abs() < 1e9;
        if !can_be || self.newest.map_or(false, |newest| t <= newest.t) {
            return;
        }
        self.previous = self.newest;
        self.newest = Some(Sample { t, x, y, state });
    }

    /// The newest frame as it is: what to draw while a [`PhaseLock`](crate::PhaseLock) is locked.
    pub fn newest(&self) -> Option<(f64, f64)> {
        self.newest.map(|newest| (newest.x, newest.y))
    }

    /// The offset to draw at a vsync, always on the way between the last two frames; `None` before the first.
    pub fn offset(&self, vsync_ns: i64) -> Option<(f64, f64)> {
        let to = self.newest?;
        let from = match self.previous {
            Some(from) if to.t - from.t <= 2.5 * (1e9 / rate(self.rate_hz, 50.0)) && from.state == to.state => from,
            _ => return self.newest(),
        };
        let part = ((vsync_ns as f64 - DELIVERY - to.t) / (to.t - from.t)).max(0.0);
        if part < 1.0 {
            Some((from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)))
        } else {
            self.newest()
        }
    }
}

fn rate(value: f64, usual: f64) -> f64 {
    if value > 0.0 && value.is_finite() {
        value
    } else {
        usual
    }
}
