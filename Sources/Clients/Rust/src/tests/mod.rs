//! The client against a daemon that says what these files want, on scripted time: nothing here waits.

mod changes;
mod conduct;
mod lines;
mod pages;
mod poses;
mod words;

use std::fs;
use std::io::{Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::{Event, Frame, Options, Shadow};

const HELLO: &str = "{\"type\":\"hello\",\"protocol\":1,\"server\":\"x\",\"rate_hz\":50,\"gain\":10}\n";
const TAKEN: &str = "{\"type\":\"ok\",\"id\":\"options\"}\n";
/// In nanoseconds.
const SECOND: i64 = 1_000_000_000;

fn frame(seq: u64) -> String {
    format!("{{\"type\":\"frame\",\"seq\":{seq},\"t_ns\":1,\"state\":\"tracking\",\"x\":1,\"y\":2}}\n")
}

/// A socket of its own, in a directory of its own.
struct Place {
    listener: UnixListener,
    directory: PathBuf,
}

impl Place {
    fn new() -> Place {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("tiltshadow-rust-{}-{}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let directory = std::env::temp_dir().join(name);
        fs::create_dir(&directory).expect("a directory");
        Place { listener: UnixListener::bind(directory.join("s")).expect("a socket"), directory }
    }

    fn path(&self) -> PathBuf {
        self.directory.join("s")
    }

    /// A client of it that waits.
    fn client(&self, options: Options) -> Shadow {
        Shadow::new(options).expect("options").at(self.path()).waiting()
    }

    fn accept(&self) -> UnixStream {
        self.listener.accept().expect("a client").0
    }

    /// A client that has connected, and the daemon's end.
    fn joined(&self, options: Options) -> (Shadow, UnixStream) {
        let mut shadow = self.client(options);
        assert_eq!(shadow.step(0), Ok(None));
        (shadow, self.accept())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.directory));
    }
}

fn say(daemon: &mut UnixStream, words: impl AsRef<[u8]>) {
    daemon.write_all(words.as_ref()).expect("a reader");
}

/// The lines that a client has sent.
fn heard(daemon: &mut UnixStream) -> Vec<String> {
    let mut bytes = [0; 8192];
    daemon.set_nonblocking(true).expect("a socket");
    let count = daemon.read(&mut bytes).unwrap_or(0);
    daemon.set_nonblocking(false).expect("a socket");
    String::from_utf8_lossy(&bytes[..count]).lines().map(String::from).collect()
}

/// All that comes at an instant.
fn events(shadow: &mut Shadow, now: i64) -> Vec<Event> {
    std::iter::from_fn(|| shadow.step(now).expect("no failure")).collect()
}

/// The one frame that comes at an instant, whatever else does.
fn newest(shadow: &mut Shadow, now: i64) -> Frame {
    let mut frames = events(shadow, now).into_iter().filter_map(|event| match event {
        Event::Frame(frame) => Some(frame),
        _ => None,
    });
    let frame = frames.next().expect("a frame");
    assert_eq!(frames.next(), None);
    frame
}

/// Why the connection was lost, by what comes at an instant.
fn away(shadow: &mut Shadow, now: i64) -> String {
    match events(shadow, now).pop() {
        Some(Event::Away(error)) => error.to_string(),
        other => panic!("not away: {other:?}"),
    }
}
