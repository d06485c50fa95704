//! The newest pose from a page of memory that the daemon writes, read without a system call: PAGES of tiltshadow-protocol(7).

use std::os::unix::io::OwnedFd;
use std::sync::atomic::{fence, Ordering};

use crate::event::State;
use crate::sys::PageMemory;

const MAGIC: [u8; 8] = *b"TILTPOSE";
const VERSION: u64 = 1;
/// Of eight bytes each.
pub(crate) const WORDS: usize = 16;
const SIZE: u64 = 128;
const SEQUENCE: usize = 2;
/// How often a page is looked at that is being written: that takes the daemon less than a microsecond.
const TRIES: usize = 1000;
const OLD: i64 = 3_000_000_000;
const EASE: f64 = 1e9;
const FARTHEST: i64 = 100_000_000;
const LARGEST: f64 = 1e6;

const ENDED: u64 = 1;
const HAS_POSE: u64 = 2;
const STILL: u64 = 4;
const GYROSCOPE: u64 = 8;

/// The function from a pose to an offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mapping {
    /// The tilt angles.
    Tilt,
    /// The projection onto the screen.
    Projection,
    /// The attitude as Euler angles: the usual formula, which jumps at the vertical and is there to be compared. A daemon's own
    /// limit is 1000 with it.
    Euler,
}

/// How a pose becomes an offset, as the options of `subscribe` do; [`Default`] is the daemon's own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PoseOptions {
    /// Points per radian.
    pub gain: f64,
    /// The longest offset, in points.
    pub limit: f64,
    /// From up to the offset.
    pub mapping: Mapping,
    /// How the picture is turned, in degrees; `None` for what `rotate` of this user says. Others are turned on: -90 is 270.
    pub display_rotation: Option<i64>,
    /// Whether turning an upright device about the vertical moves the shadow.
    pub yaw_assist: bool,
    /// Added to every offset, in points.
    pub base: (f64, f64),
    /// Shown while there is no sensor, in points.
    pub fallback: (f64, f64),
    /// Where the shadow lies at its base: an up as [`Pose`] has it; `None` for flat, face up.
    pub neutral: Option<[f64; 3]>,
}

impl Default for PoseOptions {
    fn default() -> PoseOptions {
        PoseOptions {
            gain: 10.0,
            limit: 16.0,
            mapping: Mapping::Tilt,
            display_rotation: Some(0),
            yaw_assist: false,
            base: (0.0, 0.0),
            fallback: (0.0, 4.0),
            neutral: None,
        }
    }
}

/// Where to draw the shadow at an instant, and the pose it comes from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// Points to the right.
    pub x: f64,
    /// Points down.
    pub y: f64,
    /// Whether there is a sensor.
    pub state: State,
    /// CLOCK_MONOTONIC when the page was written, in nanoseconds.
    pub t_ns: i64,
    /// The instant that the page's pose is true for.
    pub for_ns: i64,
    /// Away from the ground at the instant, screen axes; `None` without a pose.
    pub up: Option<[f64; 3]>,
    /// Top edge up is positive.
    pub pitch_rad: f64,
    /// Right edge down is positive.
    pub roll_rad: f64,
    /// How much of the motion shows, from 0 (the fallback) to 1.
    pub fade: f64,
    /// How often the page is written.
    pub rate_hz: f64,
    /// Nothing has moved for a second.
    pub is_still: bool,
    /// The sensor has a gyroscope, so that looking far ahead pays.
    pub has_gyroscope: bool,
    /// The page was not written for 3 s: the daemon hangs or has died. It eases to the fallback.
    pub is_old: bool,
    /// The page is not written any more; [`Shadow`](crate::Shadow) asks for another.
    pub has_ended: bool,
}

/// A page that is mapped; any thread may read it.
#[derive(Debug)]
pub struct PosePage {
    memory: PageMemory,
}

impl PosePage {
    /// What is wrong where the descriptor is no page that this version knows: a longer one says more behind it.
    pub(crate) fn open(descriptor: OwnedFd) -> Result<PosePage, String> {
        let page = PosePage { memory: PageMemory::map(descriptor)? };
        let words = page.memory.words();
        let head = words[1].load(Ordering::Relaxed);
        let is_page = words[0].load(Ordering::Relaxed).to_ne_bytes() == MAGIC && half(head, 0) == VERSION;
        if is_page && half(head, 1) >= SIZE {
            Ok(page)
        } else {
            Err("it is no page of version 1".into())
        }
    }

    /// The reader's half of a sequence lock: what is loaded behind the acquire is no older than the sequence, and the fence keeps
    /// it before the second look at that.
    pub(crate) fn read(&self) -> Option<[u64; WORDS]> {
        let words = self.memory.words();
        for _ in 0..TRIES {
            let sequence = words[SEQUENCE].load(Ordering::Acquire);
            if sequence & 1 == 1 {
                continue;
            }
            let mut copy = [0; WORDS];
            for (to, from) in copy.iter_mut().zip(words) {
                *to = from.load(Ordering::Relaxed);
            }
            fence(Ordering::Acquire);
            if words[SEQUENCE].load(Ordering::Relaxed) == sequence {
                return Some(copy);
            }
        }
        None
    }

    /// The pose, carried to an instant of CLOCK_MONOTONIC by its own velocity, up to 0.1 s and 20 degrees, and its offset. `None`
    /// where the daemon was writing each time it was tried: draw what was drawn last.
    pub fn pose_at(&self, instant_ns: i64, options: &PoseOptions) -> Option<Pose> {
        self.read().map(|words| pose_of(&words, instant_ns, options))
    }
}

fn half(word: u64, index: usize) -> u64 {
    let bytes = word.to_ne_bytes();
    u64::from(u32::from_ne_bytes([bytes[4 * index], bytes[4 * index + 1], bytes[4 * index + 2], bytes[4 * index + 3]]))
}

/// The pose of a page; where it has ended, or has no pose yet, that of the last one that had one, which grows old as one that is not
/// written does.
pub(crate) fn pose_or_last(
    words: [u64; WORDS],
    last: &mut Option<[u64; WORDS]>,
    instant_ns: i64,
    options: &PoseOptions,
) -> Pose {
    let pose = pose_of(&words, instant_ns, options);
    if pose.up.is_some() {
        *last = Some(words);
        return pose;
    }
    match last {
        // It is still to ease.
        Some(last) => Pose {
            state: pose.state,
            has_ended: pose.has_ended,
            is_still: false,
            ..pose_of(last, instant_ns, options)
        },
        None => pose,
    }
}

pub(crate) fn pose_of(words: &[u64; WORDS], instant_ns: i64, options: &PoseOptions) -> Pose {
    let (t_ns, for_ns) = (words[4] as i64, words[5] as i64);
    let numbers: Vec3 = [f64::from_bits(words[6]), f64::from_bits(words[7]), f64::from_bits(words[8])];
    let rate = [f64::from_bits(words[9]), f64::from_bits(words[10]), f64::from_bits(words[11])];
    let (strength, fade, yaw) = (f64::from_bits(words[12]), f64::from_bits(words[13]), f64::from_bits(words[14]));
    let rate_hz = f64::from_bits(words[15]);
    let flags = half(words[3], 1);
    let age = instant_ns.saturating_sub(t_ns).saturating_sub(OLD) as f64 / EASE;
    let left = if age <= 0.0 { 1.0 } else if age >= 1.0 { 0.0 } else { 1.0 - age * age * (3.0 - 2.0 * age) };
    let mut pose = Pose {
        x: options.fallback.0,
        y: options.fallback.1,
        state: match half(words[3], 0) {
            2 => State::Tracking,
            1 => State::Stale,
            _ => State::None,
        },
        t_ns,
        for_ns,
        up: None,
        pitch_rad: 0.0,
        roll_rad: 0.0,
        fade: 0.0,
        rate_hz: if (0.0..=LARGEST).contains(&rate_hz) { rate_hz } else { 0.0 },
        is_still: flags & STILL != 0,
        has_gyroscope: flags & GYROSCOPE != 0,
        is_old: age > 0.0,
        has_ended: flags & ENDED != 0,
    };
    if flags & HAS_POSE == 0 || !is_sound(numbers, rate, strength, fade, yaw) {
        return pose;
    }
    let ahead = instant_ns.saturating_sub(for_ns).clamp(-FARTHEST, FARTHEST) as f64 * 1e-9;
    let display = options.display_rotation.map_or(flags >> 10, |degrees| (degrees.rem_euclid(360) / 90) as u64);
    let up = rotated(carried(numbers, rate, ahead), (flags >> 8) + display);
    let steered = options.neutral.map_or(up, |neutral| referred(up, neutral));
    (pose.pitch_rad, pose.roll_rad) = tilt(up);
    pose.up = Some(up);
    let (y, x) = match options.mapping {
        Mapping::Tilt => tilt(steered),
        Mapping::Projection => (steered[1], -steered[0]),
        Mapping::Euler => (steered[1].clamp(-1.0, 1.0).asin(), (-steered[0]).atan2(steered[2])),
    };
    let (gain, limit) = (within(options.gain), options.limit.max(0.0));
    let turn = if options.yaw_assist { gain * turn(numbers, rate, yaw, ahead) } else { 0.0 };
    let (x, y) = (strength * gain * x + turn * up[1], strength * gain * y + turn * up[0]);
    let length = (x * x + y * y).sqrt();
    let cut = if length > limit { limit / length } else { 1.0 };
    pose.fade = fade * left;
    pose.x = pose.fade * (options.base.0 + cut * x) + (1.0 - pose.fade) * options.fallback.0;
    pose.y = pose.fade * (options.base.1 + cut * y) + (1.0 - pose.fade) * options.fallback.1;
    pose
}

type Vec3 = [f64; 3];

/// Whether its numbers can be those of a pose: whatever else stands there must become neither NaN nor an offset beyond the limit.
fn is_sound(up: Vec3, rate: Vec3, strength: f64, fade: f64, yaw: f64) -> bool {
    // An older daemon's ease may end a last bit beyond.
    let is_share = |number: &f64| (-1e-6..=1.0 + 1e-6).contains(number);
    let is_up = (0.25..=4.0).contains(&up.iter().map(|part| part * part).sum::<f64>());
    is_up && is_share(&strength) && is_share(&fade) && rate.iter().chain([&yaw]).all(|part| part.abs() <= LARGEST)
}

/// The same of a program's own: none counts for 0, and one that is too large for the largest.
fn within(number: f64) -> f64 {
    if number.is_nan() { 0.0 } else { number.clamp(-LARGEST, LARGEST) }
}

fn tilt(up: Vec3) -> (f64, f64) {
    (up[1].atan2((up[0] * up[0] + up[2] * up[2]).sqrt()), (-up[0]).atan2((up[1] * up[1] + up[2] * up[2]).sqrt()))
}

fn length(v: Vec3) -> f64 {
    v.iter().map(|part| part * part).sum::<f64>().sqrt()
}

/// Rodrigues' rotation.
fn turned(v: Vec3, axis: Vec3, angle: f64) -> Vec3 {
    let (s, c) = angle.sin_cos();
    let along = (1.0 - c) * (axis[0] * v[0] + axis[1] * v[1] + axis[2] * v[2]);
    let side = [
        axis[1] * v[2] - axis[2] * v[1],
        axis[2] * v[0] - axis[0] * v[2],
        axis[0] * v[1] - axis[1] * v[0],
    ];
    [0, 1, 2].map(|part| c * v[part] + s * side[part] + along * axis[part])
}

/// Where up is so many seconds later, where the device turns on as it did: 20° farther at most. Of `up` the direction counts.
fn carried(up: Vec3, rate: Vec3, seconds: f64) -> Vec3 {
    let up = unit(up);
    let speed = length(rate);
    if seconds == 0.0 || speed.partial_cmp(&1e-6) != Some(std::cmp::Ordering::Greater) {
        return up;
    }
    let most = 20f64.to_radians();
    unit(turned(up, rate.map(|part| -part / speed), (speed * seconds).clamp(-most, most)))
}

/// What the turn about the vertical is so much later: it leaks with 2 s, and is 20 degrees at most.
fn turn(up: Vec3, rate: Vec3, yaw: f64, seconds: f64) -> f64 {
    let speed: f64 = rate.iter().zip(unit(up)).map(|(part, way)| part * way).sum();
    let most = 20f64.to_radians();
    (yaw + seconds * (speed - yaw / 2.0)).clamp(-most, most)
}

fn unit(v: Vec3) -> Vec3 {
    let size = length(v);
    v.map(|part| part / size)
}

fn rotated(up: Vec3, quarters: u64) -> Vec3 {
    match quarters & 3 {
        0 => up,
        1 => [-up[1], up[0], up[2]],
        2 => [-up[0], -up[1], up[2]],
        _ => [up[1], -up[0], up[2]],
    }
}

/// As the frame that turns the neutral pose to face up sees it.
fn referred(up: Vec3, neutral: Vec3) -> Vec3 {
    let side = neutral[0].hypot(neutral[1]);
    if !side.hypot(neutral[2]).is_finite() {
        return up;
    }
    if side <= 1e-9 {
        let sign = if neutral[2] < 0.0 { -1.0 } else { 1.0 };
        return [up[0], sign * up[1], sign * up[2]];
    }
    turned(up, [neutral[1] / side, -neutral[0] / side, 0.0], side.atan2(neutral[2]))
}
