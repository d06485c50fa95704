//! Frames at a display's own rate and phase.

use crate::options::Options;

/// How long before its vsync a frame is made, in nanoseconds.
const LEAD: f64 = 1_000_000.0;
/// A vsync farther from where it should be is another one, in nanoseconds.
const GATE: f64 = 1_500_000.0;
/// From asking until asking again, in nanoseconds, at first and after refusals.
const FIRST_WAIT: f64 = 2e9;
const LONGEST_WAIT: f64 = 64e9;

/// What to ask of the daemon.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Answer {
    /// Subscribe with these, and give the answer to [`PhaseLock::ok`].
    Lock(PhaseRequest),
    /// Subscribe as the [`Resampler`](crate::Resampler) wants it, without a phase; it draws again.
    Release,
}

/// Frames made for a display.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PhaseRequest {
    /// Frames a second.
    pub rate_hz: f64,
    /// One of the instants at which a frame is to be made, in nanoseconds of CLOCK_MONOTONIC.
    pub phase_ns: i64,
    /// How far ahead of it the picture lights up, in milliseconds.
    pub lookahead_ms: f64,
}

impl PhaseRequest {
    /// As options of a subscription.
    pub fn options(&self) -> Options {
        Options::new().rate_hz(self.rate_hz).phase_ns(self.phase_ns).lookahead_ms(self.lookahead_ms)
    }
}

/// Finds a display's rate and phase in the instants of its vsyncs, and says what to ask of the daemon.
///
/// Begin anew with each connection and each sensor ([`Event::begins`](crate::Event::begins)). Outside of 23.9 to 200.02 Hz nothing is
/// asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct PhaseLock {
    /// Without one nothing is asked for: the resampler is smoother.
    pub gyroscope: bool,
    /// The first vsync since the last restart, and the last one.
    span: Option<(f64, f64)>,
    /// The newest first; at most five.
    gaps: Vec<f64>,
    fit: Option<Fit>,
    asked: Option<Asked>,
    /// When it was last asked.
    asked_at: Option<f64>,
    wait: f64,
}

/// A least-squares line through the vsyncs so far.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Fit {
    /// Where the last vsync was, and how far the next is.
    phase: f64,
    period: f64,
    /// Vsyncs that the two rest upon, at most 512, and those that did not fit.
    count: u32,
    strikes: u32,
    /// Running means of the squared distance from the line, and of the distance.
    square: f64,
    bias: f64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Asked {
    request: PhaseRequest,
    /// Rate and phase of what the daemon gave.
    given: Option<(f64, f64)>,
    /// Whether this very request was answered; what was given for the one before holds until then.
    is_answered: bool,
}

impl PhaseLock {
    /// Knows nothing of the display yet.
    pub fn new(gyroscope: bool) -> PhaseLock {
        PhaseLock { gyroscope, span: None, gaps: Vec::new(), fit: None, asked: None, asked_at: None, wait: FIRST_WAIT }
    }

    /// While true the newest frame is the one to draw, as it is.
    pub fn is_locked(&self) -> bool {
        self.asked.map_or(false, |asked| asked.given.is_some())
    }

    /// The display's refresh rate in Hz; `None` before it is known, and above about 222 Hz.
    pub fn refresh_hz(&self) -> Option<f64> {
        self.fit.filter(|fit| fit.count >= 8).map(|fit| 1e9 / fit.period)
    }

    /// Takes the `ok` to a request of the lock, which may name another phase or none; answers as [`PhaseLock::vsync`].
    pub fn ok(&mut self, rate_hz: Option<f64>, phase_ns: Option<i64>) -> Option<Answer> {
        let wanted = self.asked?.request;
        let (rate, phase) = (rate_hz.unwrap_or(f64::NAN), phase_ns.map_or(f64::NAN, |phase| phase as f64));
        let is_near = (rate - wanted.rate_hz).abs() <= 2e-4 * wanted.rate_hz && phase.abs() < 4e18;
        let is_given = is_near && off_grid(wanted.phase_ns as f64, (rate, phase)).abs() <= 250_000.0;
        if !is_given {
            return self.refuse();
        }
        self.asked = Some(Asked { request: wanted, given: Some((rate, phase)), is_answered: true });
        self.wait = FIRST_WAIT;
        None
    }

    /// Takes a vsync's instant, in nanoseconds of CLOCK_MONOTONIC, and says what to ask of the daemon: mostly nothing.
    pub fn vsync(&mut self, at_ns: i64) -> Option<Answer> {
        let now = at_ns as f64;
        if now.abs() >= 4e18 {
            return None;
        }
        let mut fit = match self.fit {
            Some(fit) => fit,
            None => return self.begin(now),
        };
        let distance = now - fit.phase;
        let periods = (distance / fit.period + 0.5).floor();
        if periods.abs() > 8.0 {
            return self.restart(now);
        }
        if periods < 1.0 && distance <= GATE {
            return None;
        }
        let predicted = fit.phase + periods * fit.period;
        let error = now - predicted;
        if error.abs() > GATE {
            fit.strikes += 2;
            self.fit = Some(fit);
            return if fit.strikes >= 8 { self.restart(now) } else { None };
        }
        fit.take(predicted, error, periods);
        self.fit = Some(fit);
        let is_lost = fit.strikes >= 8 || fit.bias.abs() > 500_000.0 || !(fit.period > 4e6 && fit.period < 50e6);
        if is_lost {
            return self.restart(now);
        }
        let refresh = 1e9 / fit.period;
        let is_display = self.gyroscope && (23.9..=200.02).contains(&refresh);
        if !is_display || self.asked.is_some() && fit.square > 800_000.0 * 800_000.0 {
            return self.release();
        }
        let waited = now - self.asked_at.unwrap_or(now);
        if self.asked.map_or(false, |asked| !asked.is_answered) && !(0.0..1e9).contains(&waited) {
            return self.refuse();
        }
        self.ask(now, refresh.min(200.0), fit)
    }

    /// While there is no estimate: the median of five gaps is the first.
    fn begin(&mut self, now: f64) -> Option<Answer> {
        let (first, last) = match self.span {
            Some((first, last)) if 3.0 * (now - last).abs() <= 1e9 => (first, last),
            _ => return self.restart(now),
        };
        let gap = now - last;
        if gap < 1e6 {
            return None;
        }
        self.span = Some((first, now));
        self.gaps.insert(0, gap);
        self.gaps.truncate(5);
        let mut sorted = self.gaps.clone();
        sorted.sort_by(f64::total_cmp);
        if let [_, _, median, _, _] = sorted[..] {
            if (4.5e6..=45e6).contains(&median) {
                self.fit = Some(Fit { phase: now, period: median, count: 1, strikes: 0, square: 0.0, bias: 0.0 });
            }
        }
        None
    }

    fn restart(&mut self, now: f64) -> Option<Answer> {
        self.span = Some((now, now));
        self.gaps.clear();
        self.fit = None;
        self.release()
    }

    fn release(&mut self) -> Option<Answer> {
        self.asked.take().map(|_| Answer::Release)
    }

    fn refuse(&mut self) -> Option<Answer> {
        self.wait = (2.0 * self.wait).min(LONGEST_WAIT);
        self.release()
    }

    fn ask(&mut self, now: f64, refresh: f64, fit: Fit) -> Option<Answer> {
        let since = now - self.span.map_or(now, |(first, _)| first);
        if fit.count < 8 || since < 5e8 || fit.square > 400_000.0 * 400_000.0 {
            return None;
        }
        if self.asked_at.map_or(false, |at| (now - at).abs() < self.wait) {
            return None;
        }
        let wanted = fit.phase - LEAD;
        let given = self.asked.and_then(|asked| asked.given);
        if let (Some(asked), Some(given)) = (self.asked, given) {
            let change = (refresh - asked.request.rate_hz).abs() / asked.request.rate_hz;
            if off_grid(wanted, given).abs() <= 200_000.0 && change <= 0.00002 {
                return None;
            }
        }
        let rate_hz = (refresh * 10_000.0 + 0.5).floor() / 10_000.0;
        let request = PhaseRequest { rate_hz, phase_ns: (wanted + 0.5).floor() as i64, lookahead_ms: 1000.0 / rate_hz + 1.0 };
        self.asked = Some(Asked { request, given, is_answered: false });
        self.asked_at = Some(now);
        Some(Answer::Lock(request))
    }
}

impl Fit {
    /// Takes a vsync `error` beside where it was `predicted`, so many periods after the last. The gains make a least-squares line
    /// through all so far, and from the 512th on one that forgets.
    fn take(&mut self, predicted: f64, error: f64, periods: f64) {
        self.strikes = if periods > 1.0 { self.strikes + 1 } else { self.strikes.saturating_sub(1) };
        self.count = (self.count + 1).min(512);
        let count = f64::from(self.count);
        let weight = count * (count + 1.0);
        self.phase = predicted + 2.0 * (2.0 * count - 1.0) / weight * error;
        self.period += 6.0 / weight * error / periods;
        if self.count > 3 {
            self.square += (error * error - self.square) / (count - 3.0).min(32.0);
            self.bias += (error - self.bias) / 16.0;
        }
        if self.bias.abs() > 250_000.0 {
            self.count = self.count.min(64);
        }
    }
}

/// How far an instant lies from the nearest of phase + n/rate, in nanoseconds.
fn off_grid(instant: f64, (rate, phase): (f64, f64)) -> f64 {
    let (distance, period) = (instant - phase, 1e9 / rate);
    distance - (distance / period + 0.5).floor() * period
}
