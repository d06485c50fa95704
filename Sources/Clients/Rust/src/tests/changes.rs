//! Options: at first, meanwhile, and of the next connection.

use super::*;
use crate::Error;

/// From one change to the next, in nanoseconds.
const PAUSE: i64 = 30_000_000;

#[test]
fn frames_count_from_the_ok_on() {
    let place = Place::new();
    let (mut shadow, mut daemon) = place.joined(Options::new().gain(20.0));
    assert_eq!(heard(&mut daemon), ["{\"type\":\"subscribe\",\"id\":\"options\",\"gain\":20}"]);
    say(&mut daemon, HELLO.to_string() + &frame(1) + "{\"type\":\"ok\",\"id\":9}\n" + &frame(2));
    assert!(events(&mut shadow, 0).iter().all(|event| !matches!(event, Event::Frame(_))));
    say(&mut daemon, TAKEN.to_string() + &frame(3) + &frame(4));
    let frame = newest(&mut shadow, 0);
    assert_eq!((frame.seq, frame.dropped), (4, 1));
}

#[test]
fn options_that_are_refused_end_it_the_first_time_and_are_waited_out_later() {
    let place = Place::new();
    let refusal = "{\"type\":\"error\",\"id\":\"options\",\"code\":\"out-of-range\",\"message\":\"gain\",\"hint\":\"less\"}\n";
    let (mut shadow, mut daemon) = place.joined(Options::new().gain(20.0));
    say(&mut daemon, HELLO.to_string() + &frame(1) + refusal);
    let error = shadow.step(0).expect_err("refused");
    assert_eq!((error.to_string().as_str(), error.hint()), ("gain", "less"));
    assert!(matches!(error, Error::Refused(refusal) if refusal.code == "out-of-range"));

    let (mut shadow, mut daemon) = place.joined(Options::new().gain(20.0));
    say(&mut daemon, HELLO.to_string() + TAKEN + &frame(1));
    drop(daemon);
    assert_eq!(newest(&mut shadow, 0).seq, 1);
    assert_eq!(shadow.step(SECOND), Ok(None));
    let mut daemon = place.accept();
    say(&mut daemon, HELLO.to_string() + refusal);
    assert_eq!(away(&mut shadow, SECOND), "gain");
    assert_eq!(shadow.step(2 * SECOND), Ok(None));
    say(&mut place.accept(), HELLO.to_string() + TAKEN + &frame(2));
    assert_eq!(newest(&mut shadow, 2 * SECOND).seq, 2);
}

/// What is no JSON has no id: it is of what was asked first.
#[test]
fn first_options_that_are_no_json_end_it_and_are_not_held_against_a_change() {
    let refusal = "{\"type\":\"error\",\"code\":\"not-json\",\"message\":\"no\"}\n";
    let place = Place::new();
    let mut shadow = place.client(Options::new().gain(20.0));
    assert_eq!(shadow.subscribe(&Options::new().gain(5.0)), Ok(1));
    assert_eq!(shadow.step(0), Ok(None));
    say(&mut place.accept(), HELLO.to_string() + &frame(1) + refusal + &frame(2));
    let error = shadow.step(0).expect_err("refused");
    assert!(matches!(error, Error::Refused(refusal) if refusal.code == "not-json"));
}

#[test]
fn a_change_that_was_taken_is_waited_out_when_it_is_refused_later() {
    let place = Place::new();
    let (mut shadow, mut daemon) = place.joined(Options::new());
    say(&mut daemon, HELLO);
    events(&mut shadow, 0);
    assert_eq!(shadow.subscribe(&Options::new().gain(20.0)), Ok(1));
    say(&mut daemon, "{\"type\":\"ok\",\"id\":1}\n");
    drop(daemon);
    events(&mut shadow, 0);
    assert_eq!(shadow.step(SECOND), Ok(None));
    let mut daemon = place.accept();
    say(&mut daemon, HELLO.to_string() + "{\"type\":\"error\",\"id\":\"options\",\"code\":\"c\",\"message\":\"gain\"}\n");
    assert_eq!(away(&mut shadow, SECOND), "gain");
}

/// The options of requests, without their type and id.
fn options(heard: &[String]) -> Vec<&str> {
    heard.iter().map(|line| line.splitn(3, ',').nth(2).unwrap_or("").trim_end_matches('}')).collect()
}

#[test]
fn what_the_daemon_took_is_asked_of_the_next_connection_and_what_it_refused_is_not() {
    let place = Place::new();
    let (mut shadow, mut daemon) = place.joined(Options::new().rate_hz(60.0).phase_ns(5));
    say(&mut daemon, HELLO.to_string() + TAKEN);
    let changes = [Options::new().gain(20.0), Options::new().gain(9e9), Options::new().rate_hz(50.0)];
    let ids: Vec<u64> = changes.iter().map(|options| shadow.subscribe(options).expect("an id")).collect();
    assert_eq!(ids, [1, 2, 3]);
    assert_eq!(options(&heard(&mut daemon)), ["\"rate_hz\":60,\"phase_ns\":5", "\"gain\":20"], "one after the other");
    let mut came = Vec::new();
    for (now, answer, asked) in [
        (PAUSE, "{\"type\":\"ok\",\"id\":1,\"rate_hz\":60,\"phase_ns\":5}\n", "\"gain\":9000000000"),
        (2 * PAUSE, "{\"type\":\"error\",\"id\":2,\"code\":\"c\",\"message\":\"no\"}\n", "\"rate_hz\":50"),
    ] {
        say(&mut daemon, answer);
        came.extend(events(&mut shadow, now - 1));
        assert_eq!((heard(&mut daemon).len(), shadow.deadline()), (0, Some(now)), "not sooner");
        came.extend(events(&mut shadow, now));
        assert_eq!(options(&heard(&mut daemon)), [asked]);
    }
    say(&mut daemon, "{\"type\":\"ok\",\"id\":3,\"ignored\":[\"a\\u001b\"]}\n".to_string() + &frame(1));
    drop(daemon);
    came.extend(events(&mut shadow, 2 * PAUSE));
    match &came[..] {
        [Event::Hello(_), Event::Accepted(_), Event::Accepted(first), Event::Refused(no), Event::Accepted(third), Event::Frame(_), Event::Away(_)] => {
            assert_eq!((first.id, first.rate_hz, first.phase_ns), (Some(1), Some(60.0), Some(5)));
            assert_eq!((no.id, no.code.as_str()), (Some(2), "c"));
            assert_eq!((third.id, third.phase_ns, &third.ignored[..]), (Some(3), None, &["a\\u{1b}".to_string()][..]));
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(shadow.step(SECOND), Ok(None));
    // A rate without a phase gives the phase up.
    assert_eq!(options(&heard(&mut place.accept())), ["\"gain\":20,\"rate_hz\":50"]);
}

/// As a slider does, and a request that the daemon could not read, of which it names no id.
#[test]
fn of_what_waits_for_an_answer_the_newest_is_asked_for() {
    let place = Place::new();
    let (mut shadow, mut daemon) = place.joined(Options::new());
    say(&mut daemon, HELLO);
    events(&mut shadow, 0);
    for gain in 1..=100 {
        assert_eq!(shadow.subscribe(&Options::new().gain(f64::from(gain))), Ok(gain as u64));
    }
    assert_eq!(shadow.subscribe(&Options::new()), Ok(101), "which asks what holds");
    assert_eq!(heard(&mut daemon), ["{\"type\":\"subscribe\",\"id\":1,\"gain\":1}"]);
    say(&mut daemon, "{\"type\":\"error\",\"code\":\"not-json\",\"message\":\"no\"}\n");
    events(&mut shadow, PAUSE);
    assert_eq!(heard(&mut daemon), ["{\"type\":\"subscribe\",\"id\":100,\"gain\":100}"]);
    say(&mut daemon, "{\"type\":\"ok\",\"id\":100}\n");
    events(&mut shadow, SECOND);
    assert_eq!(heard(&mut daemon), ["{\"type\":\"subscribe\",\"id\":101}"]);
}

#[test]
fn what_is_asked_without_a_daemon_is_asked_of_the_next_but_for_what_was_asked_anew_since() {
    let place = Place::new();
    let (mut shadow, mut daemon) = place.joined(Options::new().rate_hz(60.0).phase_ns(5));
    say(&mut daemon, HELLO.to_string() + TAKEN + &frame(1));
    drop(daemon);
    assert_eq!(newest(&mut shadow, 0).seq, 1);
    for change in [
        Options::new().rate_hz(500.0),
        Options::new().gain(20.0),
        Options::new().limit(8.0),
        Options::new().gain(21.0).limit(9.0),
        Options::new().strict(true),
    ] {
        shadow.subscribe(&change).expect("an id");
    }
    assert_eq!(shadow.step(SECOND), Ok(None));
    let mut daemon = place.accept();
    let asked = heard(&mut daemon);
    assert_eq!(options(&asked), ["\"rate_hz\":60,\"phase_ns\":5", "\"rate_hz\":500", "\"gain\":21,\"limit\":9", "\"strict\":true"]);
    let answers = "{\"type\":\"error\",\"id\":1,\"message\":\"no\"}\n{\"type\":\"ok\",\"id\":4}\n{\"type\":\"ok\",\"id\":5}\n";
    say(&mut daemon, HELLO.to_string() + TAKEN + answers);
    events(&mut shadow, SECOND);
    shadow.subscribe(&Options::new().gain(30.0)).expect("an id"); // neither answered nor refused when the daemon ends
    drop(daemon);
    events(&mut shadow, SECOND);
    assert_eq!(shadow.step(3 * SECOND), Ok(None));
    assert_eq!(
        options(&heard(&mut place.accept())),
        ["\"rate_hz\":60,\"phase_ns\":5,\"gain\":21,\"limit\":9,\"strict\":true", "\"gain\":30"]
    );
}

#[test]
fn how_the_picture_is_turned_is_told_at_once_and_again_and_nonsense_is_not() {
    let place = Place::new();
    let (mut shadow, mut daemon) = place.joined(Options::new().moves(false));
    assert_eq!(options(&heard(&mut daemon)), ["\"moves\":false"]);
    assert_eq!(shadow.turn(90), Ok(()));
    assert_eq!(shadow.turn(90), Ok(()));
    for degrees in [45, 360, -90, i64::MAX] {
        let words = shadow.turn(degrees).expect_err("nonsense").to_string();
        assert_eq!(words, format!("display_rotation {degrees}: expected 0, 90, 180 or 270; it stays 90"));
    }
    assert_eq!(options(&heard(&mut daemon)), ["\"display_rotation\":90"]);
    say(&mut daemon, HELLO.to_string() + TAKEN + "{\"type\":\"ok\",\"id\":1}\n" + &frame(1));
    drop(daemon);
    assert_eq!(newest(&mut shadow, 0).seq, 1);
    assert_eq!(shadow.turn(180), Ok(()));
    assert_eq!(shadow.step(SECOND), Ok(None));
    assert_eq!(options(&heard(&mut place.accept())), ["\"moves\":false,\"display_rotation\":90", "\"display_rotation\":180"]);
}

#[test]
fn what_no_request_can_say_is_refused_at_once() {
    let place = Place::new();
    let (mut shadow, mut daemon) = place.joined(Options::new());
    let long = "é".repeat(2100);
    let rows = [
        (Options::new().lookahead_ms(f64::NAN), "lookahead_ms NaN: expected a finite number"),
        (Options::new().gain(f64::INFINITY).gain(1.0), "gain inf: expected a finite number"),
        (Options::new().with("id", 5.0), "id is no option: a client gives its own"),
        (Options::new().with("type", "pause"), "type is no option: a client gives its own"),
        (Options::new().with("note", long.as_str()), " bytes: expected 4096 at most"),
    ];
    for (options, words) in rows {
        for error in [shadow.subscribe(&options).expect_err(words), Shadow::new(options).expect_err(words)] {
            assert!(error.to_string().ends_with(words) && error.to_string().len() < 200, "{error}");
            assert!(error.hint().starts_with("give a finite number"));
        }
    }
    assert_eq!(shadow.subscribe(&Options::new().with("a\"\\\u{1}", [ "b\n", "é" ].as_slice())), Ok(1), "none of those counts");
    assert_eq!(heard(&mut daemon), ["{\"type\":\"subscribe\",\"id\":1,\"a\\\"\\\\\\u0001\":[\"b\\u000a\",\"é\"]}"]);
    assert!(!shadow.send("{\n}") && !shadow.send(&"x".repeat(4096)) && shadow.recentre());
    assert_eq!(heard(&mut daemon), ["{\"type\":\"recentre\"}"]);
}
