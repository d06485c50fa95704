//! What is handed out for a page, and what comes of it.

use std::fs::File;
use std::io::Write as _;
use std::os::raw::{c_char, c_int, c_uint};
use std::os::unix::io::{AsRawFd, FromRawFd};
use std::os::unix::net::UnixStream;

use super::{events, frame, heard, newest, say, Place, HELLO, SECOND};
use crate::sys::{Buffer, Control, Message};
use crate::{Event, Options, Shadow};

const LINE: &[u8] = b"{\"type\":\"page\",\"id\":\"page\",\"rate_hz\":50}\n";
const MAP: &str = "{\"type\":\"map\",\"id\":\"page\",\"rate_hz\":100}";
const ALLOW_SEALING: c_uint = 2;
const ADD_SEALS: c_int = 1033;
const SEAL_SHRINK: c_int = 2;
const SEAL_GROW: c_int = 4;

extern "C" {
    fn memfd_create(name: *const c_char, flags: c_uint) -> c_int;
    fn fcntl(descriptor: c_int, command: c_int, ...) -> c_int;
    fn sendmsg(socket: c_int, message: *const Message, flags: c_int) -> isize;
}

/// What is handed out: its first bytes, how many it says that it has and how many it has, and how it is sealed.
#[derive(Debug, Clone, Copy)]
struct Handed {
    magic: &'static [u8; 8],
    version: u32,
    size: u32,
    length: u64,
    seals: c_int,
}

const GOOD: Handed = Handed { magic: b"TILTPOSE", version: 1, size: 128, length: 128, seals: SEAL_SHRINK };

fn hand_out(daemon: &UnixStream, page: Handed) -> File {
    let mut bytes = page.magic.to_vec();
    bytes.extend_from_slice(&page.version.to_ne_bytes());
    bytes.extend_from_slice(&page.size.to_ne_bytes());
    // SAFETY: it makes a file that is nobody else's.
    let mut file = unsafe { File::from_raw_fd(memfd_create(b"page\0".as_ptr().cast(), ALLOW_SEALING)) };
    file.write_all(&bytes).and_then(|()| file.set_len(page.length)).expect("a page");
    // SAFETY: it takes numbers alone.
    assert_eq!(unsafe { fcntl(file.as_raw_fd(), ADD_SEALS, page.seals) }, 0);
    let header = std::mem::size_of::<usize>() + 3 * std::mem::size_of::<c_int>();
    let mut control = Control { length: header, level: 1, kind: 1, descriptor: file.as_raw_fd(), rest: 0 };
    let mut buffer = Buffer { base: LINE.as_ptr() as *mut _, length: LINE.len() };
    let message = Message {
        name: std::ptr::null_mut(),
        name_length: 0,
        buffers: &mut buffer,
        buffer_count: 1,
        control: (&mut control as *mut Control).cast(),
        control_length: std::mem::size_of::<Control>(),
        flags: 0,
    };
    // SAFETY: it reads the buffers, which are as large as they are said to be.
    assert_eq!(unsafe { sendmsg(daemon.as_raw_fd(), &message, 0) }, LINE.len() as isize);
    file
}

/// A client that has asked for a page, and the daemon's end.
fn mapping(place: &Place) -> (Shadow, UnixStream) {
    let (mut shadow, mut daemon) = place.joined(Options::new());
    say(&mut daemon, HELLO.to_string() + &frame(1));
    assert_eq!(newest(&mut shadow, 0).seq, 1);
    shadow.map(100.0).expect("a rate");
    assert_eq!(heard(&mut daemon), [MAP]);
    (shadow, daemon)
}

/// What the program wants last, once the daemon has answered, and not at once.
#[test]
fn a_page_is_asked_for_seldom() {
    let place = Place::new();
    let (mut shadow, mut daemon) = mapping(&place);
    for rate in 1..=60 {
        shadow.map(f64::from(rate)).expect("a rate");
    }
    assert_eq!((shadow.step(SECOND), heard(&mut daemon).len()), (Ok(None), 0), "it has not answered");
    hand_out(&daemon, GOOD);
    assert_eq!(events(&mut shadow, SECOND), [Event::Page]);
    assert_eq!(heard(&mut daemon), ["{\"type\":\"map\",\"id\":\"page\",\"rate_hz\":60}"]);
    hand_out(&daemon, GOOD);
    assert_eq!(events(&mut shadow, SECOND), [Event::Page]);
    shadow.map(100.0).expect("a rate");
    assert_eq!((heard(&mut daemon).len(), shadow.deadline()), (0, Some(SECOND + 30_000_000)), "at once");
    assert_eq!((shadow.step(SECOND + 30_000_000), heard(&mut daemon)), (Ok(None), vec![MAP.to_string()]));
    hand_out(&daemon, GOOD);
    assert_eq!(events(&mut shadow, SECOND + 30_000_000), [Event::Page]);
    shadow.map(50.0).expect("a rate");
    shadow.pause(); // is the last word
    assert_eq!((shadow.step(2 * SECOND), heard(&mut daemon)), (Ok(None), vec!["{\"type\":\"pause\"}".to_string()]));
}

#[test]
fn a_page_that_is_only_longer_is_read() {
    for (size, length) in [(128, 128), (192, 192), (4096, 8192)] {
        let place = Place::new();
        let (mut shadow, daemon) = mapping(&place);
        hand_out(&daemon, Handed { size, length, ..GOOD });
        assert_eq!(events(&mut shadow, 0), [Event::Page]);
        assert!(shadow.page().is_some(), "{size}");
    }
}

#[test]
fn a_page_begins_the_waits_anew_as_a_frame_does() {
    const SECOND: i64 = 1_000_000_000;
    let place = Place::new();
    let (mut shadow, daemon) = mapping(&place);
    drop(daemon);
    for (now, comes, pause) in [(0, false, 100), (SECOND, false, 200), (2 * SECOND, true, 100)] {
        drop(events(&mut shadow, now));
        if now > 0 {
            let mut daemon = place.accept();
            say(&mut daemon, HELLO);
            if comes {
                hand_out(&daemon, GOOD);
            }
        }
        drop(events(&mut shadow, now));
        assert_eq!(shadow.deadline(), Some(now + pause * SECOND / 1000));
    }
}

/// They go on, and another page is asked for on the next connection only.
fn has_frames_instead(page: Option<Handed>, flaw: &str) {
    let place = Place::new();
    let (mut shadow, mut daemon) = mapping(&place);
    match page {
        Some(page) => drop(hand_out(&daemon, page)),
        None => say(&mut daemon, LINE),
    }
    match &events(&mut shadow, 0)[..] {
        [Event::Refused(refusal)] => {
            assert_eq!(refusal.message, format!("cannot read the daemon's page: {flaw}"), "{page:?}");
            assert_eq!(refusal.code, "no-page");
        }
        other => panic!("{page:?}: {other:?}"),
    }
    assert!(shadow.page().is_none());
    assert_eq!(heard(&mut daemon), ["{\"type\":\"pause\"}", "{\"type\":\"resume\"}"]);
    say(&mut daemon, "{\"type\":\"ok\",\"paused\":true}\n{\"type\":\"ok\",\"paused\":false}\n".to_string() + &frame(2));
    assert_eq!(newest(&mut shadow, 0).seq, 2);
    say(&mut daemon, frame(3));
    assert_eq!((newest(&mut shadow, 0).seq, heard(&mut daemon).len()), (3, 0), "{page:?}");
    drop(daemon);
    drop(events(&mut shadow, 0));
    drop(events(&mut shadow, 1_000_000_000));
    assert_eq!(heard(&mut place.accept()), [MAP]);
}

#[test]
fn where_there_is_no_page_of_this_version_frames_go_on() {
    let flaw = "it is no page of version 1";
    has_frames_instead(Some(Handed { version: 2, ..GOOD }), flaw);
    has_frames_instead(Some(Handed { magic: b"XXXXXXXX", ..GOOD }), flaw);
    has_frames_instead(Some(Handed { size: 127, ..GOOD }), flaw);
    has_frames_instead(None, "its descriptor has not come along");
}

#[test]
fn a_page_that_is_too_short_or_may_be_made_so_is_not_mapped() {
    let (short, loose) = ("it is shorter than 128 bytes", "it is not sealed against shrinking");
    has_frames_instead(Some(Handed { length: 0, ..GOOD }), short);
    has_frames_instead(Some(Handed { length: 127, ..GOOD }), short);
    has_frames_instead(Some(Handed { seals: 0, ..GOOD }), loose);
    has_frames_instead(Some(Handed { seals: SEAL_GROW, ..GOOD }), loose);
}

/// Who asks for a page has paused no more: one that hangs then is left, and where there is no page there are frames.
#[test]
fn a_page_is_asked_for_out_of_a_pause() {
    const SECOND: i64 = 1_000_000_000;
    const PAUSED: &str = "{\"type\":\"ok\",\"paused\":true}\n";
    for answer in ["nothing", "a page", "a refusal"] {
        let place = Place::new();
        let (mut shadow, mut daemon) = place.joined(Options::new());
        say(&mut daemon, HELLO.to_string() + &frame(1));
        assert_eq!(newest(&mut shadow, 0).seq, 1);
        shadow.pause();
        say(&mut daemon, PAUSED);
        assert_eq!((events(&mut shadow, SECOND).len(), shadow.deadline()), (1, None), "{answer}");
        shadow.map(100.0).expect("a rate");
        assert_eq!(heard(&mut daemon), ["{\"type\":\"pause\"}", MAP]);
        assert_eq!((shadow.step(100 * SECOND), shadow.deadline()), (Ok(None), Some(103 * SECOND)), "{answer}");
        match answer {
            "nothing" => assert_eq!(events(&mut shadow, 103 * SECOND).len(), 1, "it hangs"),
            "a page" => {
                hand_out(&daemon, GOOD);
                assert_eq!((events(&mut shadow, 101 * SECOND), shadow.deadline()), (vec![Event::Page], None));
            }
            _ => {
                let refusal = "{\"type\":\"error\",\"id\":\"page\",\"code\":\"no-page\",\"message\":\"none\"}\n";
                say(&mut daemon, refusal);
                assert_eq!(events(&mut shadow, 101 * SECOND).len(), 1);
                assert_eq!(heard(&mut daemon), ["{\"type\":\"resume\"}"]);
                say(&mut daemon, frame(2));
                assert_eq!(newest(&mut shadow, 102 * SECOND).seq, 2);
                continue;
            }
        }
        // The next daemon is asked for a page as well, and not told of a pause.
        drop(daemon);
        drop(events(&mut shadow, 104 * SECOND));
        drop(events(&mut shadow, 106 * SECOND));
        assert_eq!(heard(&mut place.accept()), [MAP], "{answer}");
    }
}
