//! A reader of JSON for one line of the protocol: it takes any bytes, and its memory and its depth are bounded by the line's length
//! and by [`DEEPEST`].

use std::str;

/// How deep lists and objects may lie in each other; those of the protocol are three deep.
const DEEPEST: usize = 32;

/// A value of JSON.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Null,
    Flag(bool),
    /// As a double, which 1e999 makes infinite, and exactly where it is a whole number of 64 bits.
    Number(f64, Option<i64>),
    Text(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

impl Value {
    /// Reads a line; `None` for what is no JSON, no UTF-8, or too deep.
    pub(crate) fn read(line: &[u8]) -> Option<Value> {
        let mut reader = Reader { text: str::from_utf8(line).ok()?, at: 0 };
        let value = reader.value(DEEPEST)?;
        reader.skip_space();
        (reader.at == reader.text.len()).then_some(value)
    }

    /// The value of a key of an object, the last one where there are several; `None` where there is none, or only `null`.
    pub(crate) fn get(&self, key: &str) -> Option<&Value> {
        match self {
            Value::Object(members) => members.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
        .filter(|value| **value != Value::Null)
    }

    /// The number of a key, where it is finite.
    pub(crate) fn number(&self, key: &str) -> Option<f64> {
        self.get(key)?.as_number()
    }

    /// The whole number of a key, exactly: as a double, `t_ns` would lose its last digits after 104 days.
    pub(crate) fn integer(&self, key: &str) -> Option<i64> {
        match self.get(key)? {
            Value::Number(_, Some(whole)) => Some(*whole),
            Value::Number(number, None) if number.fract() == 0.0 && number.abs() < 9e15 => Some(*number as i64),
            _ => None,
        }
    }

    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        match self.get(key)? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn is_true(&self, key: &str) -> bool {
        self.get(key) == Some(&Value::Flag(true))
    }

    /// The list of three finite numbers of a key.
    pub(crate) fn vector(&self, key: &str) -> Option<[f64; 3]> {
        match self.list(key)? {
            [x, y, z] => Some([x.as_number()?, y.as_number()?, z.as_number()?]),
            _ => None,
        }
    }

    pub(crate) fn list(&self, key: &str) -> Option<&[Value]> {
        match self.get(key)? {
            Value::List(values) => Some(values),
            _ => None,
        }
    }

    fn as_number(&self) -> Option<f64> {
        match self {
            Value::Number(number, _) if number.is_finite() => Some(*number),
            _ => None,
        }
    }
}

/// A text of a program as JSON.
pub(crate) fn quoted(text: &str) -> String {
    let mut json = String::from("\"");
    for scalar in text.chars() {
        match scalar {
            '"' | '\\' => json.extend(['\\', scalar]),
            scalar if scalar < ' ' => json.push_str(&format!("\\u{:04x}", u32::from(scalar))),
            scalar => json.push(scalar),
        }
    }
    json.push('"');
    json
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn value(&mut self, depth: usize) -> Option<Value> {
        self.skip_space();
        match self.peek()? {
            b'{' if depth > 0 => self.object(depth - 1),
            b'[' if depth > 0 => self.list(depth - 1),
            b'"' => self.string().map(Value::Text),
            b'-' | b'0'..=b'9' => self.number(),
            _ => [("true", Value::Flag(true)), ("false", Value::Flag(false)), ("null", Value::Null)]
                .into_iter()
                .find(|(word, _)| self.text[self.at..].starts_with(word))
                .map(|(word, value)| {
                    self.at += word.len();
                    value
                }),
        }
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        let mut members = Vec::new();
        self.at += 1;
        self.skip_space();
        if self.takes(b'}') {
            return Some(Value::Object(members));
        }
        loop {
            self.skip_space();
            let key = self.string()?;
            self.skip_space();
            if !self.takes(b':') {
                return None;
            }
            members.push((key, self.value(depth)?));
            self.skip_space();
            if self.takes(b'}') {
                return Some(Value::Object(members));
            }
            if !self.takes(b',') {
                return None;
            }
        }
    }

    fn list(&mut self, depth: usize) -> Option<Value> {
        let mut values = Vec::new();
        self.at += 1;
        self.skip_space();
        if self.takes(b']') {
            return Some(Value::List(values));
        }
        loop {
            values.push(self.value(depth)?);
            self.skip_space();
            if self.takes(b']') {
                return Some(Value::List(values));
            }
            if !self.takes(b',') {
                return None;
            }
        }
    }

    fn string(&mut self) -> Option<String> {
        if !self.takes(b'"') {
            return None;
        }
        let mut string = String::new();
        loop {
            let rest = &self.text[self.at..];
            // What ends a piece is ASCII, so that a character is never cut.
            let piece = rest.find(|scalar: char| scalar == '"' || scalar == '\\' || scalar < ' ')?;
            string.push_str(&rest[..piece]);
            self.at += piece + 1;
            match rest.as_bytes()[piece] {
                b'"' => return Some(string),
                b'\\' => string.push(self.escaped()?),
                _ => return None,
            }
        }
    }

    fn escaped(&mut self) -> Option<char> {
        let escape = self.peek()?;
        self.at += 1;
        Some(match escape {
            b'"' | b'\\' | b'/' => char::from(escape),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.four_digits()?;
                let is_pair = (0xd800..0xdc00).contains(&first) && self.text[self.at..].starts_with("\\u");
                if !is_pair {
                    return Some(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER));
                }
                let before = self.at;
                self.at += 2;
                let second = self.four_digits()?;
                if !(0xdc00..0xe000).contains(&second) {
                    self.at = before; // half of a character, and then another one
                    return Some(char::REPLACEMENT_CHARACTER);
                }
                char::from_u32(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            _ => return None,
        })
    }

    fn four_digits(&mut self) -> Option<u32> {
        let digits = self.text.as_bytes().get(self.at..self.at + 4)?;
        if !digits.iter().all(u8::is_ascii_hexdigit) {
            return None;
        }
        self.at += 4;
        u32::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()
    }

    fn number(&mut self) -> Option<Value> {
        let start = self.at;
        self.takes(b'-');
        let is_zero = self.peek() == Some(b'0');
        let digits = self.skip_digits();
        if digits == 0 || is_zero && digits > 1 {
            return None;
        }
        if self.takes(b'.') && self.skip_digits() == 0 {
            return None;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if !self.takes(b'-') {
                self.takes(b'+');
            }
            if self.skip_digits() == 0 {
                return None;
            }
        }
        let written = &self.text[start..self.at];
        Some(Value::Number(written.parse().ok()?, written.parse().ok()))
    }

    fn skip_digits(&mut self) -> usize {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        self.at - start
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    fn takes(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }
}
