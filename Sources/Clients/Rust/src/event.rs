//! What the daemon says.

use crate::error::{visible, Error};
use crate::json::Value;

/// What came, or what happened to the connection.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// The newest frame.
    Frame(Frame),
    /// A daemon is there.
    Hello(Hello),
    /// A sensor was found or lost.
    Sensor(SensorChange),
    /// A request was carried out.
    Accepted(Accepted),
    /// A request was refused, and nothing was changed; or, with the code `not-permitted` and without an id, another user sits in
    /// front now, and no frames come until that ends.
    Refused(Refusal),
    /// There is a page to read instead of frames, or another one: [`Shadow::page`](crate::Shadow::page).
    Page,
    /// The daemon stops: its reason. The next one is waited for.
    Goodbye(String),
    /// There is no connection, and why; the next attempt is made by itself.
    Away(Error),
    /// A line of another type, as it came: an answer to `status`, or what a later version says.
    Other(String),
}

/// One frame: where to draw the shadow, and the pose it comes from.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// Points to the right, to be added to the shadow at rest.
    pub x: f64,
    /// Points down.
    pub y: f64,
    /// Where the offset comes from.
    pub state: State,
    /// Counts the frames that were due to this subscriber: a gap is a loss.
    pub seq: u64,
    /// Nanoseconds of CLOCK_MONOTONIC.
    pub t_ns: i64,
    /// The instant that it is true for: `t_ns`, and where the daemon looked ahead, later.
    pub for_ns: i64,
    /// Top edge up is positive, in radians; `None` without a sensor.
    pub pitch_rad: Option<f64>,
    /// Right edge down is positive, in radians; `None` without a sensor.
    pub roll_rad: Option<f64>,
    /// The unit vector away from the ground in the picture's axes, where asked for.
    pub up: Option<[f64; 3]>,
    /// The newest readings of the sensor, where asked for and permitted.
    pub raw: Option<Raw>,
    /// True where the offset has not moved for a second.
    pub still: bool,
    /// Frames missed just before this one.
    pub dropped: u64,
}

/// Where a frame's offset comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum State {
    /// No sensor: the offset eases to the fallback.
    None,
    /// The sensor fell silent: the last offset is kept for a while.
    Stale,
    /// The offset follows the device.
    Tracking,
}

/// Readings in the sensor's own axes, unfiltered; what had nothing new is `None`.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq)]
pub struct Raw {
    /// When the kernel took them, in nanoseconds of CLOCK_MONOTONIC.
    pub t_ns: Option<i64>,
    /// Metres per second squared.
    pub accel_m_s2: Option<[f64; 3]>,
    /// Radians per second.
    pub gyro_rad_s: Option<[f64; 3]>,
}

/// The daemon's greeting.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq)]
pub struct Hello {
    /// Program and version.
    pub server: String,
    /// Frames a second where nothing else is asked for.
    pub rate_hz: Option<f64>,
    /// Points per radian where nothing else is asked for.
    pub gain: Option<f64>,
    /// How the shadow is meant to look.
    pub shadow: Option<Look>,
    /// The sensor, where one is open.
    pub sensor: Option<Sensor>,
}

/// How a shadow is meant to look.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
    /// Its blur in points, which are pixels of CSS.
    pub blur_px: f64,
    /// How dark it is, 0 to 1.
    pub opacity: f64,
}

/// A motion sensor.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sensor {
    /// The same one after a restart.
    pub id: String,
    /// For people.
    pub name: String,
    /// `iio-buffer`, `iio-poll`, `evdev` or `log`.
    pub kind: String,
    /// Whether it has a gyroscope, so that looking ahead pays.
    pub gyroscope: bool,
}

/// A sensor was found or lost.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SensorChange {
    /// True for found.
    pub is_found: bool,
    /// Why.
    pub reason: Option<String>,
    /// Which one.
    pub sensor: Option<Sensor>,
}

/// An answer to a request that was carried out.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq)]
pub struct Accepted {
    /// What [`Shadow::subscribe`](crate::Shadow::subscribe) gave; `None` for the options of the beginning, and for other requests.
    pub id: Option<u64>,
    /// As the daemon makes frames.
    pub rate_hz: Option<f64>,
    /// Where frames are made at `phase_ns + n / rate_hz`, which need not be what was asked for.
    pub phase_ns: Option<i64>,
    /// Whether frames are paused.
    pub is_paused: bool,
    /// What the daemon does not know: a misspelt option, or one of a later version.
    pub ignored: Vec<String>,
    /// The whole line, with all options in force.
    pub line: String,
    pub(crate) is_of_options: bool,
}

/// A request was refused.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// What [`Shadow::subscribe`](crate::Shadow::subscribe) gave; `None` for other requests.
    pub id: Option<u64>,
    /// The protocol's, such as `out-of-range`.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// What to try.
    pub hint: String,
    pub(crate) is_of_options: bool,
    pub(crate) is_of_page: bool,
    pub(crate) has_no_id: bool,
    /// Another user sits in front.
    pub(crate) is_away: bool,
}

impl Refusal {
    /// Of a page that this client cannot read.
    pub(crate) fn of_page(message: String) -> Refusal {
        Refusal {
            id: None,
            code: "no-page".into(),
            message,
            hint: "read frames: they come as before".into(),
            is_of_options: false,
            is_of_page: true,
            has_no_id: true,
            is_away: false,
        }
    }
}

/// The id of the options of the beginning.
pub(crate) const OPTIONS_ID: &str = "options";
/// That of a wish for a page.
pub(crate) const PAGE_ID: &str = "page";

impl Event {
    /// Whether everything of before is over, as a connection or a sensor is new: then, whether that has a gyroscope.
    pub fn begins(&self) -> Option<bool> {
        let sensor = match self {
            Event::Hello(hello) => &hello.sensor,
            Event::Sensor(change) if change.is_found => &change.sensor,
            _ => return None,
        };
        Some(sensor.as_ref().map_or(false, |sensor| sensor.gyroscope))
    }

    /// What a line says; `None` for a broken one, and for a frame whose numbers cannot be.
    pub(crate) fn read(line: &[u8]) -> Option<Event> {
        let message = Value::read(line)?;
        let words = |key| message.text(key).map(visible);
        let id = || message.integer("id").and_then(|id| u64::try_from(id).ok());
        let is_of_options = message.text("id") == Some(OPTIONS_ID);
        Some(match message.text("type")? {
            "frame" => Event::Frame(Frame::read(&message)?),
            "hello" => Event::Hello(Hello::read(&message)),
            "sensor" => Event::Sensor(SensorChange {
                is_found: message.text("event") == Some("found"),
                reason: words("reason"),
                sensor: message.get("sensor").map(Sensor::read),
            }),
            "ok" => Event::Accepted(Accepted {
                id: id(),
                rate_hz: message.number("rate_hz"),
                phase_ns: message.integer("phase_ns"),
                is_paused: message.is_true("paused"),
                ignored: message.list("ignored").unwrap_or_default().iter().filter_map(shown).collect(),
                line: String::from_utf8_lossy(line).into_owned(),
                is_of_options,
            }),
            "error" => Event::Refused(Refusal {
                id: id(),
                code: words("code").unwrap_or_default(),
                message: words("message").unwrap_or_default(),
                hint: words("hint").unwrap_or_default(),
                is_of_options,
                is_of_page: message.text("id") == Some(PAGE_ID),
                has_no_id: message.get("id").is_none(),
                is_away: message.get("id").is_none() && message.text("code") == Some("not-permitted"),
            }),
            "page" => Event::Page,
            "goodbye" => Event::Goodbye(words("reason").unwrap_or_default()),
            _ => Event::Other(String::from_utf8_lossy(line).into_owned()),
        })
    }
}

fn shown(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(visible(text)),
        _ => None,
    }
}

/// No clock is 146 years from its zero, a JSON number holds no larger count exactly (RFC 8259, section 6), and no offset, angle, force
/// or rate is larger, whatever its unit.
const FARTHEST_INSTANT: i64 = (1 << 62) - 1;
const LARGEST_COUNT: i64 = 1 << 53;
const LARGEST_NUMBER: f64 = 1e9;

fn instant(message: &Value, key: &str) -> Option<i64> {
    message.integer(key).filter(|time| (-FARTHEST_INSTANT..=FARTHEST_INSTANT).contains(time))
}

fn count(message: &Value, key: &str) -> Option<u64> {
    let count = message.integer(key).filter(|count| *count <= LARGEST_COUNT)?;
    u64::try_from(count).ok()
}

fn number(message: &Value, key: &str) -> Option<f64> {
    message.number(key).filter(|number| number.abs() <= LARGEST_NUMBER)
}

fn vector(message: &Value, key: &str) -> Option<[f64; 3]> {
    message.vector(key).filter(|axes| axes.iter().all(|number| number.abs() <= LARGEST_NUMBER))
}

impl Frame {
    /// `None` for what is no frame; an optional field that cannot be is as if it were absent.
    fn read(message: &Value) -> Option<Frame> {
        let t_ns = instant(message, "t_ns")?;
        Some(Frame {
            x: number(message, "x")?,
            y: number(message, "y")?,
            state: match message.text("state")? {
                "tracking" => State::Tracking,
                "stale" => State::Stale,
                "none" => State::None,
                _ => return None,
            },
            seq: count(message, "seq")?,
            t_ns,
            for_ns: instant(message, "for_ns").unwrap_or(t_ns),
            pitch_rad: number(message, "pitch_rad"),
            roll_rad: number(message, "roll_rad"),
            up: vector(message, "up"),
            raw: message.get("raw").map(|raw| Raw {
                t_ns: instant(raw, "t_ns"),
                accel_m_s2: vector(raw, "accel_m_s2"),
                gyro_rad_s: vector(raw, "gyro_rad_s"),
            }),
            still: message.is_true("still"),
            dropped: count(message, "dropped").unwrap_or(0),
        })
    }
}

impl Hello {
    fn read(message: &Value) -> Hello {
        let look = |shadow: &Value| Some(Look { blur_px: shadow.number("blur_px")?, opacity: shadow.number("opacity")? });
        Hello {
            server: message.text("server").map(visible).unwrap_or_default(),
            rate_hz: message.number("rate_hz"),
            gain: message.number("gain"),
            shadow: message.get("shadow").and_then(look),
            sensor: message.get("sensor").map(Sensor::read),
        }
    }
}

impl Sensor {
    fn read(sensor: &Value) -> Sensor {
        let words = |key| sensor.text(key).map(visible).unwrap_or_default();
        Sensor { id: words("id"), name: words("name"), kind: words("kind"), gyroscope: sensor.is_true("gyro") }
    }
}
