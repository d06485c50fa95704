//! What is read, as it is handed on; and where it is read from.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::Path;

use super::*;
use crate::error::visible;
use crate::place::find;
use crate::{Look, State};

fn read(line: &str) -> Event {
    Event::read(line.as_bytes()).expect(line)
}

#[test]
fn a_frame_has_all_that_the_protocol_says() {
    let line = "{\"type\":\"frame\",\"seq\":2,\"t_ns\":9007199254740993,\"for_ns\":9007199272407659,\"state\":\"stale\",\"x\":1.75,\"y\":-0.52,\
                \"pitch_rad\":-0.0524,\"roll_rad\":0.1745,\"up\":[0,0.6,0.8],\"still\":true,\"dropped\":3,\
                \"raw\":{\"t_ns\":7,\"accel_m_s2\":[0.153,-1.25,9.81]}}";
    let frame = match read(line) {
        Event::Frame(frame) => frame,
        other => panic!("{other:?}"),
    };
    assert_eq!((frame.x, frame.y, frame.state, frame.seq, frame.dropped, frame.still), (1.75, -0.52, State::Stale, 2, 3, true));
    assert_eq!((frame.t_ns, frame.for_ns), (9_007_199_254_740_993, 9_007_199_272_407_659), "a double has not so many digits");
    assert_eq!((frame.pitch_rad, frame.roll_rad, frame.up), (Some(-0.0524), Some(0.1745), Some([0.0, 0.6, 0.8])));
    let raw = frame.raw.expect("raw");
    assert_eq!((raw.t_ns, raw.accel_m_s2, raw.gyro_rad_s), (Some(7), Some([0.153, -1.25, 9.81]), None));
    let sparse = "{\"type\":\"frame\",\"seq\":1,\"t_ns\":5,\"state\":\"none\",\"x\":0e99999999999,\"y\":1E+2,\"up\":[1],\"dropped\":-1}";
    assert!(matches!(read(sparse), Event::Frame(Frame {
        x, y, state: State::None, for_ns: 5, pitch_rad: None, up: None, raw: None, still: false, dropped: 0, ..
    }) if x == 0.0 && y == 100.0));
}

#[test]
fn hello_and_sensors_tell_of_the_shadow_and_the_gyroscope() {
    let sensor = "\"sensor\":{\"id\":\"a\",\"name\":\"b\",\"kind\":\"evdev\",\"gyro\":true}";
    let hello = read(&format!("{{\"type\":\"hello\",\"protocol\":1,\"shadow\":{{\"blur_px\":16,\"opacity\":0.35}},{sensor}}}"));
    assert_eq!(hello.begins(), Some(true));
    match hello {
        Event::Hello(hello) => {
            assert_eq!((hello.shadow, hello.rate_hz, hello.gain), (Some(Look { blur_px: 16.0, opacity: 0.35 }), None, None));
            let sensor = hello.sensor.expect("a sensor");
            assert_eq!((sensor.id.as_str(), sensor.name.as_str(), sensor.kind.as_str()), ("a", "b", "evdev"));
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(read(HELLO).begins(), Some(false), "without a sensor there is no gyroscope");
    let change = |event: &str| read(&format!("{{\"type\":\"sensor\",\"event\":\"{event}\",\"reason\":\"unplugged\",{sensor}}}"));
    assert_eq!((change("found").begins(), change("lost").begins()), (Some(true), None));
    assert!(matches!(change("lost"), Event::Sensor(change) if !change.is_found && change.reason.as_deref() == Some("unplugged")));
}

#[test]
fn texts_are_read_with_their_escapes() {
    let goodbye = |reason: &str| match read(&format!("{{\"type\":\"goodbye\",\"reason\":\"{reason}\"}}")) {
        Event::Goodbye(reason) => reason,
        other => panic!("{other:?}"),
    };
    assert_eq!(goodbye("\\\"\\\\\\/ é\\u00e9 \\ud83d\\ude00"), "\"\\/ éé 😀");
    assert_eq!(goodbye("\\ud83d \\ude00\\ud83d\\u0041 \\ud83d\\ud83d\\ude00"), "\u{fffd} \u{fffd}\u{fffd}A \u{fffd}😀", "halves");
    assert_eq!(goodbye("\\u001b[2J\\b\\f\\n\\r\\t"), "\\u{1b}[2J\\u{8}\\u{c}\\u{a}\\u{d}\\u{9}");
    let twice = read("{\"type\":\"goodbye\",\"type\":\"goodbye\",\"reason\":\"a\",\"reason\":\"b\"}");
    assert_eq!(twice, Event::Goodbye("b".into()), "the last one counts");
}

#[test]
fn what_a_stranger_says_can_be_shown() {
    for scalar in (0..=0x10_ffff).filter_map(char::from_u32) {
        let code = u32::from(scalar);
        let is_hidden = code < 0x20
            || (0x7f..0xa0).contains(&code)
            || [0x61c, 0x200e, 0x200f].contains(&code)
            || (0x2028..=0x202e).contains(&code)
            || (0x2066..=0x2069).contains(&code);
        let shown = if is_hidden { format!("\\u{{{code:x}}}") } else { scalar.to_string() };
        assert_eq!(visible(&scalar.to_string()), shown, "{code:x}");
    }
}

#[test]
fn the_socket_is_the_users_own_before_the_systems() {
    let path = |variables: &[(&str, &str)], there: &str| {
        let variables: HashMap<&str, OsString> = variables.iter().map(|(name, value)| (*name, value.into())).collect();
        find(|name| variables.get(name).cloned(), |path: &Path| path == Path::new(there))
    };
    let own = [("XDG_RUNTIME_DIR", "/r")];
    assert_eq!(path(&[], ""), Path::new("/run/tiltshadow/tiltshadow.sock"));
    assert_eq!(path(&own, ""), Path::new("/run/tiltshadow/tiltshadow.sock"));
    assert_eq!(path(&own, "/r/tiltshadow/tiltshadow.sock"), Path::new("/r/tiltshadow/tiltshadow.sock"));
    assert_eq!(path(&own, "/r/tiltshadow.sock"), Path::new("/r/tiltshadow.sock"));
    assert_eq!(path(&[own[0], ("TILTSHADOW_SOCKET", "/t")], "/r/tiltshadow.sock"), Path::new("/t"));
}
