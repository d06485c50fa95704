//! Offsets for drop shadows from a device's motion sensor: a client of the tiltshadow daemon.
//!
//! ```no_run
//! use tiltshadow::{Options, Shadow};
//!
//! let mut shadow = Shadow::new(Options::new().rate_hz(60.0))?;
//! for frame in shadow.frames() {
//!     let frame = frame?;
//!     println!("box-shadow: {}px {}px 16px", frame.x, frame.y);
//! }
//! # Ok::<(), tiltshadow::Error>(())
//! ```
//!
//! It hands out the newest frame, never a queue of old ones, and survives a restart of the daemon. A program that wants to know
//! more than frames takes [`Shadow::next_event`], or [`Shadow::next_timeout`]; one with a loop of its own watches the descriptor
//! ([`AsFd`](std::os::unix::io::AsFd), [`AsRawFd`](std::os::unix::io::AsRawFd)), the same one for the whole life, and then calls
//! [`Shadow::poll`], which never blocks. Options can be changed meanwhile. Nothing here starts a thread.
//!
//! Who draws at a display's rate does so by [`Resampler`] and [`PhaseLock`]:
//!
//! ```no_run
//! use tiltshadow::{now_ns, Answer, Event, Options, PhaseLock, Resampler, Shadow};
//!
//! let mut shadow = Shadow::new(Options::new())?.waiting();
//! let (mut resampler, mut lock) = (Resampler::new(50.0), PhaseLock::new(false));
//! let (mut asked, mut refresh) = (None, 60.0);
//! loop {
//!     // Before each picture, with the instant of its vsync:
//!     let vsync = now_ns();
//!     let mut answer = lock.vsync(vsync);
//!     while let Some(event) = shadow.poll()? {
//!         match event {
//!             Event::Frame(frame) => resampler.take(&frame),
//!             Event::Accepted(ok) if ok.id.is_some() && ok.id == asked => answer = lock.ok(ok.rate_hz, ok.phase_ns),
//!             event => {
//!                 if let Some(gyroscope) = event.begins() {
//!                     resampler.forget();
//!                     (lock, answer) = (PhaseLock::new(gyroscope), Some(Answer::Release));
//!                 }
//!             }
//!         }
//!     }
//!     refresh = lock.refresh_hz().unwrap_or(refresh);
//!     match answer {
//!         Some(Answer::Lock(request)) => asked = Some(shadow.subscribe(&request.options())?),
//!         Some(Answer::Release) => {
//!             let lookahead = Resampler::lookahead_ms(refresh, 50.0, lock.gyroscope);
//!             asked = None;
//!             shadow.subscribe(&Options::new().rate_hz(50.0).lookahead_ms(lookahead))?;
//!         }
//!         None => {}
//!     }
//!     let at = if lock.is_locked() { resampler.newest() } else { resampler.offset(vsync) };
//!     if let Some((x, y)) = at {
//!         println!("draw the shadow at {x}, {y}");
//!     }
//! }
//! # #[allow(unreachable_code)]
//! # Ok::<(), tiltshadow::Error>(())
//! ```
//!
//! A compositor reads the newest pose at the moment it draws, from a page of memory and without a system call:
//!
//! ```no_run
//! use tiltshadow::{now_ns, Options, PoseOptions, Shadow};
//!
//! let mut shadow = Shadow::new(Options::new())?.waiting();
//! shadow.map(100.0)?;
//! loop {
//!     while shadow.poll()?.is_some() {} // when its descriptor is readable
//!     if let Some(pose) = shadow.pose_at(now_ns() + 8_000_000, &PoseOptions::default()) {
//!         println!("draw the shadow at {}, {}", pose.x, pose.y);
//!     }
//! }
//! # #[allow(unreachable_code)]
//! # Ok::<(), tiltshadow::Error>(())
//! ```
//!
//! The protocol is tiltshadow-protocol(7). Needs Linux and the standard library of Rust 1.63; no other crate. Apache-2.0.

#![warn(missing_docs)]

mod error;
mod event;
mod json;
mod link;
mod mailbox;
mod options;
mod page;
mod phase_lock;
mod place;
mod resampler;
mod shadow;
mod subscription;
mod sys;
#[cfg(test)]
mod tests;

pub use error::Error;
pub use event::{Accepted, Event, Frame, Hello, Look, Raw, Refusal, Sensor, SensorChange, State};
pub use options::{OptionValue, Options};
pub use page::{Mapping, Pose, PoseOptions, PosePage};
pub use phase_lock::{Answer, PhaseLock, PhaseRequest};
pub use place::default_path;
pub use resampler::Resampler;
pub use shadow::{Frames, Shadow, Times};
pub use sys::now_ns;
