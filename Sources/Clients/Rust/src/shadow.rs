//! A connection that is made again when it ends, and what comes over it.

mod conduct;

use std::os::unix::io::{AsFd, AsRawFd, BorrowedFd, RawFd};
use std::path::PathBuf;
use std::time::Duration;

use crate::error::Error;
use crate::event::{Event, Frame, Hello};
use crate::link::{Link, LONGEST_LINE};
use crate::mailbox::Mailbox;
use crate::options::Options;
use crate::page::{pose_or_last, Pose, PoseOptions, PosePage, WORDS};
use crate::subscription::Subscription;
use crate::sys::{now_ns, Watch};

/// See CLIENTS of tiltshadow-protocol(7). Tests do not wait for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Times {
    /// How long a connection may be silent at first: a daemon that a socket unit starts takes a moment.
    pub hello: Duration,
    /// How long it may be silent later: it sends a frame a second at least.
    pub silence: Duration,
    /// Before the next attempt; doubled each time.
    pub first_pause: Duration,
    /// The longest one.
    pub longest_pause: Duration,
    /// How long a newer frame is waited for where old ones had queued: it comes with the daemon's next tick.
    pub lag: Duration,
}

impl Default for Times {
    fn default() -> Times {
        Times {
            hello: Duration::from_secs(5),
            silence: Duration::from_secs(3),
            first_pause: Duration::from_millis(100),
            longest_pause: Duration::from_secs(5),
            lag: Duration::from_millis(40),
        }
    }
}

/// The newest frames of a daemon, and what else it says, for ever.
///
/// Where no daemon answers at first, or it refuses the options, that is an error for good ([`Shadow::waiting`] waits for a
/// daemon); later, one that went away, hangs, or refuses what it took before, is waited for. After an error every call gives it
/// again.
#[derive(Debug)]
pub struct Shadow {
    path: Option<PathBuf>,
    waits: bool,
    times: Times,
    pub(crate) watch: Watch,
    link: Option<Link>,
    /// Of the connection that there is.
    hello: Option<Hello>,
    subscription: Subscription,
    /// Until the daemon has taken the options, frames are made by its defaults.
    is_subscribing: bool,
    /// Of some connection the daemon has taken the options: refused later, they are asked for again.
    has_taken: bool,
    /// The program wants no frames.
    is_paused: bool,
    /// The daemon of this connection was told so, and nothing else since.
    has_paused: bool,
    /// It has asked for them again: of before or behind the daemon's word of that, and until `step` has told the time.
    has_resumed: bool,
    is_resuming: bool,
    /// Another user sits in front, until the next frame.
    is_away: bool,
    rotation: Option<i64>,
    was_connected: bool,
    mailbox: Mailbox,
    failure: Option<Error>,
    /// Before the next attempt, in nanoseconds, and when that is.
    pause: i64,
    retry_at: i64,
    /// What the clock was when it was told last, and from when on this connection may be asked for another change.
    told: i64,
    ask_at: i64,
    /// When the daemon must have said something; `None` while no frames are due.
    silent_by: Option<i64>,
    /// How often a page is to be written that is read instead of frames, where one is.
    page_hz: Option<f64>,
    page_rests: bool,
    /// Of the two another is wanted than this connection was asked for.
    page_changed: bool,
    mapping: Mapped,
    page: Option<PosePage>,
    /// A copy of the last page that had a pose.
    last: Option<[u64; WORDS]>,
}

impl Shadow {
    /// Begins to look for the daemon with the first call that asks for something of it.
    ///
    /// # Errors
    /// [`Error::Request`] for options that no request can say, [`Error::System`] where descriptors are short.
    pub fn new(options: Options) -> Result<Shadow, Error> {
        let subscription = Subscription::new(options)?;
        let watch = Watch::new().map_err(|error| Error::System(error.to_string()))?;
        let mut shadow = Shadow {
            path: None,
            waits: false,
            times: Times::default(),
            watch,
            link: None,
            hello: None,
            subscription,
            is_subscribing: false,
            has_taken: false,
            is_paused: false,
            has_paused: false,
            has_resumed: false,
            is_resuming: false,
            is_away: false,
            rotation: None,
            was_connected: false,
            mailbox: Mailbox::default(),
            failure: None,
            pause: 0,
            retry_at: 0,
            told: 0,
            ask_at: 0,
            silent_by: None,
            page_hz: None,
            page_rests: false,
            page_changed: false,
            mapping: Mapped::No,
            page: None,
            last: None,
        };
        shadow.pause = nanoseconds(shadow.times.first_pause);
        shadow.watch.wake_at(Some(0), 0); // readable at once, so that a program's loop makes the first attempt
        Ok(shadow)
    }

    /// At this socket in place of [`default_path`](crate::default_path), which is looked for anew with each attempt.
    #[must_use]
    pub fn at(mut self, path: impl Into<PathBuf>) -> Shadow {
        self.path = Some(path.into());
        self
    }

    /// Waits for a daemon that is not there yet, or that refuses this program in place of greeting it, as a widget wants.
    #[must_use]
    pub fn waiting(mut self) -> Shadow {
        self.waits = true;
        self
    }

    /// With other time-outs than tiltshadow-protocol(7) has.
    #[must_use]
    pub fn with_times(mut self, times: Times) -> Shadow {
        self.pause = nanoseconds(times.first_pause);
        self.times = times;
        self
    }

    /// The newest frames, for ever: each blocks until there is one. What else comes is passed over; that the daemon does not know an
    /// option is written to the standard error.
    pub fn frames(&mut self) -> Frames<'_> {
        Frames { shadow: self, has_ended: false }
    }

    /// What comes next; blocks until there is something.
    pub fn next_event(&mut self) -> Result<Event, Error> {
        loop {
            if let Some(event) = self.poll()? {
                return Ok(event);
            }
            self.watch.wait(None);
        }
    }

    /// What comes next; blocks for as long at most, and then gives `None`.
    pub fn next_timeout(&mut self, timeout: Duration) -> Result<Option<Event>, Error> {
        let until = now_ns().saturating_add(nanoseconds(timeout));
        loop {
            if let Some(event) = self.poll()? {
                return Ok(Some(event));
            }
            let left = until.saturating_sub(now_ns());
            if left <= 0 {
                return Ok(None);
            }
            self.watch.wait(Some(left));
        }
    }

    /// What has come; `None` where there is nothing more, and never blocks. Call it when the descriptor is readable, until there
    /// is nothing.
    pub fn poll(&mut self) -> Result<Option<Event>, Error> {
        self.step(now_ns())
    }

    /// Changes options, now and for every later connection; the id that the daemon's answer will have.
    ///
    /// As often as you like: while the daemon is away, has not answered the last change, or was asked less than 0.03 s ago, what
    /// later calls name anew is not asked for, nor answered. What the daemon refuses is not kept.
    ///
    /// # Errors
    /// [`Error::Request`] for what no request can say; then nothing is changed.
    pub fn subscribe(&mut self, options: &Options) -> Result<u64, Error> {
        let id = self.subscription.change(options)?;
        self.ask();
        self.watch.wake_at(self.deadline(), self.told);
        Ok(id)
    }

    /// How far the picture is turned clockwise against the device: 0, 90, 180 or 270 degrees, as `screen.orientation.angle` and
    /// as the inverse of wl_output's transform (its 90 is 270 here). Told at once, and to every later connection; call it when
    /// the screen turns.
    ///
    /// # Errors
    /// [`Error::Request`] for any other number; then nothing is changed.
    pub fn turn(&mut self, degrees: i64) -> Result<(), Error> {
        if ![0, 90, 180, 270].contains(&degrees) {
            let now = self.rotation.unwrap_or(0);
            return Err(Error::Request(format!("display_rotation {degrees}: expected 0, 90, 180 or 270; it stays {now}")));
        }
        if self.rotation != Some(degrees) {
            self.subscribe(&Options::new().display_rotation(degrees))?;
            self.rotation = Some(degrees);
        }
        Ok(())
    }

    /// Takes the present pose as the neutral one of `relative` and `startup`; false where no daemon is there to do it.
    pub fn recentre(&mut self) -> bool {
        self.send("{\"type\":\"recentre\"}")
    }

    /// Wants no frames, now and of every later connection: with everybody paused the sensor is off.
    pub fn pause(&mut self) {
        self.is_paused = true;
        self.send("{\"type\":\"pause\"}");
    }

    /// Wants frames again.
    pub fn resume(&mut self) {
        self.is_paused = false;
        self.send("{\"type\":\"resume\"}");
    }

    /// Instead of frames, asks for a page of memory with the newest pose, written so many times a second, now and of every later
    /// connection; see [`Shadow::pose_at`]. Frames go on to come until there is a page, and where there can be none, which an
    /// [`Event::Refused`] tells; a pause ends with it.
    ///
    /// # Errors
    /// [`Error::Request`] for a rate that is not from 1 to 200; then nothing is changed.
    pub fn map(&mut self, rate_hz: f64) -> Result<(), Error> {
        if !(1.0..=200.0).contains(&rate_hz) {
            return Err(Error::Request(format!("rate_hz {rate_hz}: expected 1 to 200")));
        }
        (self.page_hz, self.is_paused, self.page_changed) = (Some(rate_hz), false, true);
        self.ask();
        self.watch.wake_at(self.deadline(), self.told);
        Ok(())
    }

    /// Whether slow ticks will do for the page while the device lies still, which spares the machine most wake-ups; false at
    /// first. Call it before [`Shadow::map`]: it counts for what is asked for from then on.
    pub fn map_rests(&mut self, rests: bool) {
        self.page_rests = rests;
    }

    /// The newest page, once there is one. One whose daemon has gone, or whose user sits in front no more, says so itself until
    /// there is another.
    pub fn page(&self) -> Option<&PosePage> {
        self.page.as_ref()
    }

    /// The pose at an instant of CLOCK_MONOTONIC, as [`PosePage::pose_at`]; `None` before the first page, too.
    ///
    /// Where the page has ended, or has no pose yet, it is that of the last one that had one: it stays where it was and grows old as
    /// one that is not written does, for 3 s after it was written and eased to the fallback within 1 s, while another is awaited.
    /// Its `state` and `has_ended` are those of the newest page.
    pub fn pose_at(&mut self, instant_ns: i64, options: &PoseOptions) -> Option<Pose> {
        let words = self.page.as_ref()?.read()?;
        Some(pose_or_last(words, &mut self.last, instant_ns, options))
    }

    pub(super) fn ask_for_page(&mut self) {
        self.page_changed = false;
        if let Some(rate) = self.page_hz {
            let when = if self.page_rests { ",\"when\":\"changed\"" } else { "" };
            let is_asked = self.send(&format!("{{\"type\":\"map\",\"id\":\"page\",\"rate_hz\":{rate}{when}}}"));
            self.mapping = if is_asked { Mapped::Asked } else { Mapped::No };
        }
    }

    /// Sends any request, one JSON object; it is not asked of the next connection again. False where no daemon is there to take it,
    /// and where it is no single line of 4096 bytes.
    pub fn send(&mut self, request: &str) -> bool {
        if request.contains('\n') || request.len() >= LONGEST_LINE {
            return false;
        }
        self.note(request);
        let line = format!("{request}\n");
        self.link.as_mut().map_or(false, |link| link.send(&line))
    }

    /// The greeting of the daemon that is there.
    pub fn hello(&self) -> Option<&Hello> {
        self.hello.as_ref()
    }
}

impl Drop for Shadow {
    fn drop(&mut self) {
        self.hang_up();
    }
}

impl AsRawFd for Shadow {
    fn as_raw_fd(&self) -> RawFd {
        self.watch.descriptor().as_raw_fd()
    }
}

impl AsFd for Shadow {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.watch.descriptor().as_fd()
    }
}

/// The newest frames, as [`Shadow::frames`] gives them; an error is the last.
#[derive(Debug)]
pub struct Frames<'a> {
    shadow: &'a mut Shadow,
    has_ended: bool,
}

impl Iterator for Frames<'_> {
    type Item = Result<Frame, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.has_ended {
            match self.shadow.next_event() {
                Ok(Event::Frame(frame)) => return Some(Ok(frame)),
                Ok(Event::Accepted(ok)) if !ok.ignored.is_empty() => {
                    eprintln!("tiltshadow: the daemon does not know {}", ok.ignored.join(", "));
                }
                Ok(_) => {}
                Err(error) => {
                    self.has_ended = true;
                    return Some(Err(error));
                }
            }
        }
        None
    }
}

/// How far this connection's wish for a page has got.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mapped {
    No,
    Asked,
    Yes,
    Refused,
}

fn nanoseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_nanos()).unwrap_or(i64::MAX)
}
