//! Why there are no frames.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::event::Refusal;
use crate::link::LONGEST_LINE;

/// No frames, and why; [`Error::hint`] says what to try. Both can be shown: a daemon's words are made visible.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// Nobody can be connected to.
    NoDaemon {
        /// The socket.
        path: PathBuf,
        /// What the system calls it.
        kind: io::ErrorKind,
        /// What it says of it.
        reason: String,
    },
    /// The connection broke.
    Broken {
        /// The socket.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// The daemon ended the connection.
    Ended {
        /// The socket.
        path: PathBuf,
    },
    /// The daemon accepted the connection, or greeted, and says nothing.
    Silent {
        /// The socket.
        path: PathBuf,
        /// Whether it has greeted.
        has_greeted: bool,
    },
    /// The other end speaks something else.
    NotTiltshadow {
        /// The socket.
        path: PathBuf,
        /// How its first line begins; `None` where a line was longer than any daemon's.
        said: Option<String>,
    },
    /// The daemon speaks another version of the protocol.
    OtherVersion {
        /// The daemon's program and version.
        server: String,
        /// The version that it speaks.
        protocol: String,
    },
    /// The daemon refused a request, or this user.
    Refused(Refusal),
    /// What no request can say, such as a rate of NaN; the words that say so.
    Request(String),
    /// This program is short of descriptors.
    System(String),
}

impl Error {
    /// What to try; empty where nothing is known.
    pub fn hint(&self) -> &str {
        match self {
            Error::NoDaemon { kind: io::ErrorKind::PermissionDenied, .. } => "join the socket's group (the system's daemon has tiltshadow) and log in again",
            Error::NoDaemon { kind: io::ErrorKind::InvalidInput, .. } => "name tiltshadow's socket",
            Error::NoDaemon { .. } | Error::Ended { .. } | Error::Broken { .. } => {
                "start it (systemctl start tiltshadow.socket; tiltshadow doctor knows how other inits do), name another socket, or try tiltshadow demo"
            }
            Error::Silent { .. } => "see why: tiltshadow doctor",
            Error::NotTiltshadow { .. } => "name another socket",
            Error::OtherVersion { .. } => "install the same version of both",
            Error::Refused(refusal) => &refusal.hint,
            Error::Request(_) => "give a finite number, a word or a list, in a line of 4096 bytes",
            Error::System(_) => "close what is not needed, or raise the limit: ulimit -n",
        }
    }

    pub(crate) fn no_daemon(path: &Path, error: &io::Error) -> Error {
        Error::NoDaemon { path: path.into(), kind: error.kind(), reason: visible(&error.to_string()) }
    }

    pub(crate) fn broken(path: &Path, error: &io::Error) -> Error {
        Error::Broken { path: path.into(), reason: visible(&error.to_string()) }
    }

    /// True where the same attempt can succeed later without anybody doing something about it.
    pub(crate) fn may_come(&self) -> bool {
        match self {
            Error::NoDaemon { kind, .. } => *kind != io::ErrorKind::PermissionDenied && *kind != io::ErrorKind::InvalidInput,
            Error::Broken { .. } | Error::Ended { .. } | Error::Silent { .. } => true,
            _ => false,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |path: &Path| visible(&path.to_string_lossy());
        match self {
            Error::NoDaemon { path, kind, reason } => match kind {
                io::ErrorKind::PermissionDenied => write!(out, "permission denied connecting to {}", shown(path)),
                io::ErrorKind::NotFound => write!(out, "no daemon at {}: there is no such socket", shown(path)),
                io::ErrorKind::ConnectionRefused => write!(out, "no daemon at {}: nobody listens on the socket", shown(path)),
                io::ErrorKind::InvalidInput => write!(out, "no daemon at {}: {reason}", shown(path)),
                _ => write!(out, "{}: {reason}", shown(path)),
            },
            Error::Broken { path, reason } => write!(out, "{}: {reason}", shown(path)),
            Error::Ended { path } => write!(out, "{}: the daemon ended the connection", shown(path)),
            Error::Silent { path, has_greeted: true } => write!(out, "{}: the daemon hangs", shown(path)),
            Error::Silent { path, .. } => write!(out, "{} accepted the connection and says nothing", shown(path)),
            Error::NotTiltshadow { path, said: Some(said) } => {
                write!(out, "{} is no tiltshadow socket: it says \"{said}\"", shown(path))
            }
            Error::NotTiltshadow { path, .. } => write!(out, "{} sent a line of more than {LONGEST_LINE} bytes", shown(path)),
            Error::OtherVersion { server, protocol } => write!(out, "{server} speaks protocol {protocol}, this crate 1"),
            Error::Refused(refusal) => out.write_str(&refusal.message),
            Error::Request(words) | Error::System(words) => out.write_str(words),
        }
    }
}

impl std::error::Error for Error {}

/// A stranger's text as a terminal may show it: C0, DEL, C1, line and paragraph separators, and controls of direction, which are
/// not shown but change what is, become visible.
pub(crate) fn visible(text: &str) -> String {
    let is_hidden = |scalar: char| {
        scalar.is_control() || matches!(scalar, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let mut shown = String::with_capacity(text.len());
    for scalar in text.chars() {
        if is_hidden(scalar) {
            shown.extend(scalar.escape_unicode());
        } else {
            shown.push(scalar);
        }
    }
    shown
}
