//! One connection: bytes to lines.

use std::io;
use std::os::unix::io::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process;

use crate::sys;

/// Bytes of the longest line, its line feed included.
pub(crate) const LONGEST_LINE: usize = 4096;
/// What one call reads at most: a daemon's socket holds less, and one that floods must not hold us.
pub(crate) const MOST_BYTES: usize = 65536;

#[derive(Debug)]
pub(crate) struct Link {
    pub(crate) stream: UnixStream,
    /// The process that connected it.
    process: u32,
    /// What is no whole line yet.
    rest: Vec<u8>,
    /// What came beside the bytes and was not told of yet: the newest.
    pub(crate) passed: Option<OwnedFd>,
    /// Why nothing more can be asked for.
    pub(crate) broken: Option<io::Error>,
}

/// What one call of [`Link::receive`] has read.
pub(crate) struct Received {
    /// Whole lines without their line feeds.
    pub(crate) lines: Vec<Vec<u8>>,
    /// A line was longer than any daemon's.
    pub(crate) is_too_long: bool,
    /// The connection is over; `Ok` where the daemon ended it.
    pub(crate) end: Option<io::Result<()>>,
}

impl Link {
    pub(crate) fn open(path: &Path) -> io::Result<Link> {
        Ok(Link { stream: sys::connect_to(path)?, process: process::id(), rest: Vec::new(), passed: None, broken: None })
    }

    /// A child that drops what it has must not end its parent's connection.
    pub(crate) fn is_ours(&self) -> bool {
        self.process == process::id()
    }

    /// Reads what has come, without waiting.
    pub(crate) fn receive(&mut self) -> Received {
        let mut received = Received { lines: Vec::new(), is_too_long: false, end: None };
        let mut room = MOST_BYTES;
        let mut buffer = [0; 16384];
        while room > 0 && received.end.is_none() {
            let most = room.min(buffer.len());
            match sys::receive_from(&self.stream, &mut buffer[..most]) {
                Ok((0, _)) => received.end = Some(Ok(())),
                Ok((count, passed)) => {
                    room -= count;
                    self.passed = passed.or_else(|| self.passed.take());
                    self.rest.extend_from_slice(&buffer[..count]);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                // It had not read what it was asked when it ended.
                Err(error) if error.kind() == io::ErrorKind::ConnectionReset => received.end = Some(Ok(())),
                Err(error) => received.end = Some(Err(error)),
            }
        }
        let mut start = 0;
        while let Some(length) = self.rest[start..].iter().position(|&byte| byte == b'\n') {
            if length >= LONGEST_LINE {
                break;
            }
            received.lines.push(self.rest[start..start + length].to_vec());
            start += length + 1;
        }
        self.rest.drain(..start);
        received.is_too_long = self.rest.len() >= LONGEST_LINE;
        received
    }

    /// Sends a line. Who has hung up already has said why before, which is still to be read.
    pub(crate) fn send(&mut self, line: &str) -> bool {
        if self.broken.is_some() {
            return false;
        }
        match sys::send_to(&self.stream, line.as_bytes()) {
            Ok(count) if count == line.len() => true,
            Ok(_) => {
                self.broken = Some(io::ErrorKind::WouldBlock.into());
                false
            }
            Err(error) => {
                let has_left = matches!(error.kind(), io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset);
                self.broken = if has_left { None } else { Some(error) };
                false
            }
        }
    }
}
