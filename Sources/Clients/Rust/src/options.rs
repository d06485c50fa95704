//! The options of a subscription.

use crate::error::Error;
use crate::json::quoted;
use crate::link::LONGEST_LINE;

/// The options of the protocol's `subscribe` request; those that are not named stay as they are, at first the daemon's defaults.
///
/// A value that no request can say, such as NaN, is told by what the options are given to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Each with its value as JSON.
    members: Vec<(String, String)>,
    /// The first that cannot be said.
    unsayable: Option<String>,
}

/// What an option may be.
#[derive(Debug, Clone, PartialEq)]
pub enum OptionValue {
    /// A finite number.
    Number(f64),
    /// A whole number.
    Integer(i64),
    /// A word.
    Word(String),
    /// True or false.
    Flag(bool),
    /// Words.
    Words(Vec<String>),
}

impl Options {
    /// None: the daemon's defaults.
    pub fn new() -> Options {
        Options::default()
    }

    /// Frames a second, 1 to 200. Named without `phase_ns`, it gives up the one in force.
    #[must_use]
    pub fn rate_hz(self, hertz: f64) -> Options {
        self.with("rate_hz", hertz)
    }

    /// An instant at which a frame is wanted, in nanoseconds of CLOCK_MONOTONIC; see [`PhaseLock`](crate::PhaseLock).
    #[must_use]
    pub fn phase_ns(self, instant: i64) -> Options {
        self.with("phase_ns", instant)
    }

    /// Points of offset per radian of tilt, -1000 to 1000.
    #[must_use]
    pub fn gain(self, points_per_radian: f64) -> Options {
        self.with("gain", points_per_radian)
    }

    /// The longest offset, 0 to 1000 points.
    #[must_use]
    pub fn limit(self, points: f64) -> Options {
        self.with("limit", points)
    }

    /// From the direction of gravity to the offset: `tilt`, `projection`, or `euler`, which jumps at the vertical.
    #[must_use]
    pub fn mapping(self, word: &str) -> Options {
        self.with("mapping", word)
    }

    /// The pose of no offset: `absolute`, `relative` or `startup`.
    #[must_use]
    pub fn reference(self, word: &str) -> Options {
        self.with("reference", word)
    }

    /// How far the picture is turned clockwise at first: 0, 90, 180 or 270; later, [`Shadow::turn`](crate::Shadow::turn).
    #[must_use]
    pub fn display_rotation(self, degrees: i64) -> Options {
        self.with("display_rotation", degrees)
    }

    /// Whose word on how the picture is turned counts: `own`, that of [`Options::display_rotation`], or `follow`, what
    /// `tiltshadow rotate` of the same user says.
    #[must_use]
    pub fn rotation(self, word: &str) -> Options {
        self.with("rotation", word)
    }

    /// Whether the picture moves with the device; false for a monitor that does not tilt.
    #[must_use]
    pub fn moves(self, whether: bool) -> Options {
        self.with("moves", whether)
    }

    /// What frames carry besides: any of `up` and `raw`.
    #[must_use]
    pub fn include(self, words: &[&str]) -> Options {
        self.with("include", words)
    }

    /// `always`, or `changed`: only when the offset moved or the state changed, and once a second.
    #[must_use]
    pub fn when(self, word: &str) -> Options {
        self.with("when", word)
    }

    /// How far ahead the pose is foretold, 0 to 100 milliseconds; see [`Resampler::lookahead_ms`](crate::Resampler::lookahead_ms).
    #[must_use]
    pub fn lookahead_ms(self, milliseconds: f64) -> Options {
        self.with("lookahead_ms", milliseconds)
    }

    /// Whether turning an upright device about the vertical moves the shadow; needs a gyroscope.
    #[must_use]
    pub fn yaw_assist(self, whether: bool) -> Options {
        self.with("yaw_assist", whether)
    }

    /// Whether no frame is sent before the last one was read.
    #[must_use]
    pub fn strict(self, whether: bool) -> Options {
        self.with("strict", whether)
    }

    /// Any option by its name, such as one of a later version; in place of the same one before.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<OptionValue>) -> Options {
        let value = value.into();
        let unsayable = match value {
            _ if name == "type" || name == "id" => format!("{name} is no option: a client gives its own"),
            OptionValue::Number(number) if !number.is_finite() => format!("{name} {number}: expected a finite number"),
            _ => String::new(),
        };
        if !unsayable.is_empty() {
            self.unsayable.get_or_insert(unsayable);
            return self;
        }
        self.members.retain(|(other, _)| other != name);
        self.members.push((name.into(), value.json()));
        self
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.members.iter().map(|(name, _)| name.as_str())
    }

    /// Takes what another names in place of its own; as with the daemon, a rate without a phase gives that up.
    pub(crate) fn merge(&mut self, other: &Options) {
        if other.names().any(|name| name == "rate_hz") {
            self.members.retain(|(name, _)| name != "phase_ns");
        }
        for (name, json) in &other.members {
            self.members.retain(|(mine, _)| mine != name);
            self.members.push((name.clone(), json.clone()));
        }
        if self.unsayable.is_none() {
            self.unsayable = other.unsayable.clone();
        }
    }

    /// The request as a line; `id` is JSON.
    pub(crate) fn request(&self, id: &str) -> Result<String, Error> {
        if let Some(words) = &self.unsayable {
            return Err(Error::Request(words.clone()));
        }
        let mut line = format!("{{\"type\":\"subscribe\",\"id\":{id}");
        for (name, json) in &self.members {
            line.push_str(&format!(",{}:{json}", quoted(name)));
        }
        line.push_str("}\n");
        if line.len() > LONGEST_LINE {
            let beginning: String = line.chars().take(80).collect();
            return Err(Error::Request(format!("{beginning}… has {} bytes: expected {LONGEST_LINE} at most", line.len())));
        }
        Ok(line)
    }
}

impl OptionValue {
    fn json(&self) -> String {
        match self {
            OptionValue::Number(number) => format!("{number}"),
            OptionValue::Integer(number) => format!("{number}"),
            OptionValue::Word(word) => quoted(word),
            OptionValue::Flag(whether) => format!("{whether}"),
            OptionValue::Words(words) => {
                let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
                format!("[{}]", words.join(","))
            }
        }
    }
}

impl From<f64> for OptionValue {
    fn from(number: f64) -> OptionValue {
        OptionValue::Number(number)
    }
}

impl From<i64> for OptionValue {
    fn from(number: i64) -> OptionValue {
        OptionValue::Integer(number)
    }
}

impl From<bool> for OptionValue {
    fn from(whether: bool) -> OptionValue {
        OptionValue::Flag(whether)
    }
}

impl From<&str> for OptionValue {
    fn from(word: &str) -> OptionValue {
        OptionValue::Word(word.into())
    }
}

impl From<&[&str]> for OptionValue {
    fn from(words: &[&str]) -> OptionValue {
        OptionValue::Words(words.iter().map(|&word| word.into()).collect())
    }
}
