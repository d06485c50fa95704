//! Bytes that come in pieces, too many of them, and nonsense.

use std::io::Write;

use super::*;
use crate::json::Value;
use crate::link::MOST_BYTES;

#[test]
fn a_line_has_4096_bytes_at_most_its_line_feed_included() {
    for (size, end, fits) in [(4096, "\n", true), (4097, "\n", false), (4096, "", false), (4095, "", true)] {
        let place = Place::new();
        let (mut shadow, mut daemon) = place.joined(Options::new());
        let line = frame(1).trim_end().to_string() + &" ".repeat(size - end.len() - frame(1).trim_end().len()) + end;
        say(&mut daemon, HELLO.to_string() + &line);
        let hello = shadow.step(0);
        if fits {
            assert!(matches!(hello, Ok(Some(Event::Hello(_)))), "{size}");
            assert_eq!(shadow.step(0).map(|event| event.is_some()), Ok(end == "\n"), "{size}");
        } else {
            let error = hello.expect_err("too long").to_string();
            assert!(error.ends_with("sent a line of more than 4096 bytes"), "{error}");
        }
    }
}

#[test]
fn a_line_may_come_in_pieces_wherever_it_is_cut() {
    let words = HELLO.replace("\"x\"", "\"é…😀\"") + &frame(1);
    for cut in 1..words.len() {
        let place = Place::new();
        let (mut shadow, mut daemon) = place.joined(Options::new());
        say(&mut daemon, &words.as_bytes()[..cut]);
        let mut came = events(&mut shadow, 0);
        say(&mut daemon, &words.as_bytes()[cut..]);
        came.extend(events(&mut shadow, 0));
        match &came[..] {
            [Event::Hello(hello), Event::Frame(frame)] => assert_eq!((hello.server.as_str(), frame.seq), ("é…😀", 1)),
            other => panic!("cut at {cut}: {other:?}"),
        }
    }
}

#[test]
fn one_call_reads_64_kib_at_most_and_keeps_the_newest_frame() {
    let place = Place::new();
    let (mut shadow, mut daemon) = place.joined(Options::new());
    say(&mut daemon, HELLO);
    assert_eq!(events(&mut shadow, 0).len(), 1);
    daemon.set_nonblocking(true).expect("a socket");
    let words: String = (1001..9001).map(frame).collect();
    let written = daemon.write(words.as_bytes()).expect("room");
    assert!(written > MOST_BYTES + MOST_BYTES / 4, "{written}: as much as the socket takes");
    let length = frame(1001).len();
    let (sent, most) = ((written / length) as u64, (MOST_BYTES / length) as u64 + 1);
    let (mut counted, mut last) = (0, 1000);
    while last < 1000 + sent {
        // All of them are old: the reader waits for a newer one once, in vain.
        let frame = match shadow.step(1).expect("no failure") {
            Some(Event::Frame(frame)) => frame,
            None => continue,
            other => panic!("{other:?}"),
        };
        assert!(frame.dropped < most, "{frame:?}");
        (counted, last) = (counted + frame.dropped + 1, frame.seq);
    }
    assert_eq!(counted, sent);
}

#[test]
fn a_broken_line_is_left_out() {
    let place = Place::new();
    let (mut shadow, mut daemon) = place.joined(Options::new());
    say(&mut daemon, HELLO);
    assert_eq!(events(&mut shadow, 0).len(), 1);
    let deep = "[".repeat(4000);
    let good = frame(1);
    for line in [
        "", "{", "null", "[]", "\"frame\"", "5", "{\"type\":\"frame\"}", "{\"seq\":1}", &deep, "{\"type\":5}", "{\"type\":null}",
        &good.trim_end().replace("\"x\":1", "\"x\":1e999"), &good.trim_end().replace("\"x\":1", "\"x\":-1e999"),
        &good.trim_end().replace("\"y\":2", "\"y\":\"2\""), &good.trim_end().replace("\"t_ns\":1", "\"t_ns\":1e400"),
        &good.trim_end().replace("\"t_ns\":1", "\"t_ns\":9223372036854775808"), &good.trim_end().replace("\"seq\":1", "\"seq\":-1"),
        &good.trim_end().replace("\"x\":1", "\"x\":01"), &good.trim_end().replace("\"x\":1", "\"x\":1."),
        &good.trim_end().replace("\"x\":1", "\"x\":+1"), &good.trim_end().replace("\"x\":1", "\"x\":NaN"),
        &good.trim_end().replace("}", ",}"), &good.trim_end().replace("}", "}}"), &good.trim_end().replace("tracking", "\u{1}"),
        &good.trim_end().replace("tracking", "\\u12"), &good.trim_end().replace("tracking", "\\u+123"),
        &good.trim_end().replace("tracking", "\\x"), &good.trim_end().replace("tracking", "held"),
        &good.trim_end().replace("\"x\":1", "\"x\":1000000001"), &good.trim_end().replace("\"y\":2", "\"y\":-1e10"),
        &good.trim_end().replace("\"t_ns\":1", "\"t_ns\":4611686018427387904"),
        &good.trim_end().replace("\"seq\":1", "\"seq\":9007199254740993"), &good.trim_end().replace("\"seq\":1", "\"seq\":0.5"),
    ] {
        say(&mut daemon, format!("{line}\n"));
        assert_eq!(shadow.step(0), Ok(None), "{line}");
    }
    say(&mut daemon, b"\xff\xfe\n");
    say(&mut daemon, "{\"type\":\"new\",\"anything\":{\"type\":\"frame\",\"x\":9}}\n".to_string() + &frame(42));
    assert!(matches!(shadow.step(0), Ok(Some(Event::Other(line))) if line.starts_with("{\"type\":\"new\"")));
    assert_eq!(newest(&mut shadow, 0).seq, 42);
}

#[test]
fn an_optional_field_that_cannot_be_is_as_if_it_were_absent() {
    let read = |members: &str| match Event::read(frame(1).replace("}", &format!(",{members}}}")).trim_end().as_bytes()) {
        Some(Event::Frame(frame)) => frame,
        other => panic!("{members}: {other:?}"),
    };
    let bare = read("\"new\":1");
    for members in [
        "\"pitch_rad\":\"a\"", "\"pitch_rad\":1e10", "\"roll_rad\":[1]", "\"up\":\"abc\"", "\"up\":[1,2]", "\"up\":[1,2,3,4]",
        "\"up\":[1e999,0,0]", "\"up\":[1e10,0,0]", "\"for_ns\":1.5", "\"for_ns\":4611686018427387904", "\"dropped\":-7",
        "\"dropped\":9007199254740993", "\"dropped\":\"5\"", "\"still\":1",
    ] {
        assert_eq!(read(members), bare, "{members}");
    }
    let whole = read("\"seq\":9007199254740992,\"dropped\":3,\"up\":[0,0.6,-0.8],\"still\":true,\"for_ns\":7");
    assert_eq!((whole.seq, whole.dropped, whole.up, whole.still, whole.for_ns), (1 << 53, 3, Some([0.0, 0.6, -0.8]), true, 7));
}

/// Whole lines with bytes changed, cut out and doubled: no bytes at all make the reader panic, or keep more than they are.
#[test]
fn no_garbage_is_too_much() {
    let lines = [
        HELLO.to_string() + &frame(1),
        "{\"type\":\"ok\",\"id\":7,\"rate_hz\":59.94,\"phase_ns\":-5,\"ignored\":[\"a\",\"\\ud83d\\ude00\\n\",[[{}]]]}".into(),
        "{\"type\":\"frame\",\"seq\":1,\"t_ns\":9007199254740993,\"x\":-1.5e-3,\"up\":[0,0.5,1e0],\"raw\":{\"t_ns\":1}}".into(),
        "{\"type\":\"sensor\",\"event\":\"found\",\"sensor\":{\"id\":\"é…😀\",\"gyro\":true},\"x\":null,\"y\":false}".into(),
    ];
    let mut seed: u64 = 1;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let (mut read, count) = (0, 40_000);
    for _ in 0..count {
        let mut bytes = lines[random(lines.len())].clone().into_bytes();
        for _ in 0..random(4) {
            let at = random(bytes.len());
            match random(4) {
                0 => bytes[at] = random(256) as u8,
                1 => bytes[at] = b"{}[]\",:\\-.0e9tfnu"[random(17)],
                2 => drop(bytes.drain(at..(at + 1 + random(8)).min(bytes.len()))),
                _ => bytes.insert(at, bytes[at]),
            }
            if bytes.is_empty() {
                break;
            }
        }
        read += usize::from(Value::read(&bytes).is_some());
        drop(Event::read(&bytes));
    }
    assert!(read > count / 10 && read < count * 9 / 10, "{read}: half of them are to be JSON, half are not");
}
