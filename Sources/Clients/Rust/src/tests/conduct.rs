//! What CLIENTS of tiltshadow-protocol(7) says of time: with its own numbers.

use std::fs;
use std::os::unix::io::AsRawFd;
use std::time::Duration;

use super::*;
use crate::{Error, Times};

#[test]
fn a_mute_connection_is_given_up_after_five_seconds() {
    let place = Place::new();
    let (mut shadow, _daemon) = place.joined(Options::new());
    assert_eq!(shadow.deadline(), Some(5 * SECOND));
    assert_eq!(shadow.step(5 * SECOND - 1), Ok(None));
    assert!(away(&mut shadow, 5 * SECOND).ends_with("accepted the connection and says nothing"));

    let mut strict = Shadow::new(Options::new()).expect("options").at(place.path());
    assert_eq!(strict.step(0), Ok(None));
    let error = strict.step(5 * SECOND).expect_err("nobody waits");
    assert!(error.hint().starts_with("see why: "));
    assert_eq!(strict.step(99 * SECOND), Err(error), "for good");
    assert_eq!(strict.deadline(), None);
}

#[test]
fn one_that_hangs_for_three_seconds_is_given_up_too() {
    let place = Place::new();
    let (mut shadow, mut daemon) = place.joined(Options::new());
    say(&mut daemon, HELLO.to_string() + &frame(1));
    assert_eq!(newest(&mut shadow, SECOND).seq, 1);
    assert_eq!((shadow.step(4 * SECOND - 1), shadow.deadline()), (Ok(None), Some(4 * SECOND)));
    assert!(away(&mut shadow, 4 * SECOND).ends_with("the daemon hangs"));
}

#[test]
fn what_makes_no_sense_is_no_sign_of_life() {
    for (greeting, words, most) in [(" ", " ", 5), (HELLO, " ", 3), (HELLO, "}{\n{\"no\":\"type\"}\n\u{1}\n", 3)] {
        let place = Place::new();
        let (mut shadow, mut daemon) = place.joined(Options::new());
        say(&mut daemon, greeting);
        drop(events(&mut shadow, 0));
        for second in 0..most {
            say(&mut daemon, words);
            assert_eq!(shadow.step(second * SECOND), Ok(None), "{words}");
        }
        drop(away(&mut shadow, most * SECOND));
    }
}

#[test]
fn what_has_come_is_read_before_the_time_is_judged() {
    let place = Place::new();
    let (mut shadow, mut daemon) = place.joined(Options::new());
    say(&mut daemon, HELLO);
    assert_eq!(events(&mut shadow, 100 * SECOND).len(), 1, "hello, after the program slept");
    say(&mut daemon, frame(1));
    assert_eq!(newest(&mut shadow, 200 * SECOND).seq, 1);
    assert_eq!(shadow.step(203 * SECOND - 1), Ok(None));
}

#[test]
fn no_frame_is_due_while_another_user_sits_in_front_or_the_program_has_paused() {
    let place = Place::new();
    let (mut shadow, mut daemon) = place.joined(Options::new());
    say(&mut daemon, HELLO.to_string() + "{\"type\":\"error\",\"code\":\"not-permitted\",\"message\":\"not now\"}\n");
    assert_eq!(events(&mut shadow, 0).len(), 2);
    assert_eq!((shadow.step(1000 * SECOND), shadow.deadline()), (Ok(None), None));
    say(&mut daemon, "{\"type\":\"sensor\",\"event\":\"lost\"}\n");
    assert_eq!((events(&mut shadow, 1000 * SECOND).len(), shadow.deadline()), (1, None), "until the next frame");
    say(&mut daemon, frame(1));
    assert_eq!((newest(&mut shadow, 1000 * SECOND).seq, shadow.deadline()), (1, Some(1003 * SECOND)));

    shadow.pause();
    assert_eq!(heard(&mut daemon), ["{\"type\":\"pause\"}"]);
    say(&mut daemon, "{\"type\":\"ok\",\"paused\":true}\n");
    assert_eq!((events(&mut shadow, 1001 * SECOND).len(), shadow.deadline()), (1, None));
    drop(daemon);
    away(&mut shadow, 1001 * SECOND);
    assert_eq!(shadow.step(1002 * SECOND), Ok(None));
    let mut daemon = place.accept();
    assert_eq!(heard(&mut daemon), ["{\"type\":\"pause\"}"], "the next daemon is told, too");
    shadow.resume();
    assert_eq!(heard(&mut daemon), ["{\"type\":\"resume\"}"]);
    say(&mut daemon, HELLO.to_string() + "{\"type\":\"ok\",\"paused\":false}\n");
    assert_eq!((events(&mut shadow, 1002 * SECOND).len(), shadow.deadline()), (2, Some(1005 * SECOND)));
}

#[test]
fn one_that_hangs_when_it_is_to_go_on_is_given_up() {
    const PAUSED: &str = "{\"type\":\"ok\",\"paused\":true}\n";
    for is_at_once in [true, false] {
        let place = Place::new();
        let (mut shadow, mut daemon) = place.joined(Options::new());
        say(&mut daemon, HELLO.to_string() + &frame(1));
        assert_eq!(newest(&mut shadow, SECOND).seq, 1);
        shadow.pause();
        if is_at_once {
            shadow.resume();
        }
        say(&mut daemon, PAUSED);
        assert_eq!(events(&mut shadow, SECOND).len(), 1);
        if !is_at_once {
            assert_eq!((shadow.step(100 * SECOND), shadow.deadline()), (Ok(None), None));
            assert!(!shadow.watch.wait(Some(0)));
            shadow.resume();
            assert!(shadow.watch.wait(Some(0)), "to be asked again at once");
        }
        let resumed = if is_at_once { SECOND } else { 101 * SECOND };
        assert_eq!((shadow.step(resumed), shadow.deadline()), (Ok(None), Some(resumed + 3 * SECOND)));
        assert_eq!(shadow.step(resumed + 3 * SECOND - 1), Ok(None));
        assert!(away(&mut shadow, resumed + 3 * SECOND).ends_with("the daemon hangs"));
    }
}

#[test]
fn no_frame_is_due_while_another_user_sits_in_front_whatever_is_asked_for_meanwhile() {
    let place = Place::new();
    let (mut shadow, mut daemon) = place.joined(Options::new());
    say(&mut daemon, HELLO.to_string() + "{\"type\":\"error\",\"code\":\"not-permitted\",\"message\":\"not now\"}\n");
    assert_eq!(events(&mut shadow, 0).len(), 2);
    shadow.pause();
    shadow.resume();
    say(&mut daemon, "{\"type\":\"ok\",\"paused\":true}\n{\"type\":\"ok\",\"paused\":false}\n");
    assert_eq!((events(&mut shadow, 0).len(), shadow.deadline()), (2, None));
    assert_eq!(shadow.step(1000 * SECOND), Ok(None));
    say(&mut daemon, frame(1));
    assert_eq!((newest(&mut shadow, 1000 * SECOND).seq, shadow.deadline()), (1, Some(1003 * SECOND)));
}

#[test]
fn each_pause_is_twice_the_last_until_a_frame_comes() {
    let place = Place::new();
    let mut shadow = place.client(Options::new());
    let mut now = 0;
    let mut flap = |shadow: &mut Shadow, words: String| {
        assert_eq!(shadow.step(now), Ok(None));
        let mut daemon = place.accept();
        say(&mut daemon, words);
        drop(daemon);
        assert!(away(shadow, now).ends_with("the daemon ended the connection"));
        let pause = shadow.deadline().expect("an attempt") - now;
        assert_eq!(shadow.step(now + pause - 1), Ok(None), "not sooner");
        now += pause;
        pause / 1_000_000
    };
    let pauses: Vec<i64> = (0..8).map(|_| flap(&mut shadow, HELLO.into())).collect();
    assert_eq!(pauses, [100, 200, 400, 800, 1600, 3200, 5000, 5000]);
    assert_eq!(flap(&mut shadow, HELLO.to_string() + &frame(1)), 100);
    assert_eq!(flap(&mut shadow, HELLO.into()), 200);
    assert_eq!(flap(&mut shadow, HELLO.to_string() + "{\"type\":\"ok\",\"paused\":false}\n"), 400);
    assert_eq!(flap(&mut shadow, HELLO.to_string() + "{\"type\":\"ok\",\"paused\":true}\n"), 100, "no frame will come");
}

#[test]
fn a_daemon_that_is_not_there_is_told_at_once_or_waited_for() {
    let place = Place::new();
    fs::remove_file(place.path()).expect("a socket");
    let mut strict = Shadow::new(Options::new()).expect("options").at(place.path());
    let error = strict.step(0).expect_err("no daemon");
    assert_eq!(error.to_string(), format!("no daemon at {}: there is no such socket", place.path().display()));
    assert!(error.hint().starts_with("start it (systemctl"));
    let mut shadow = place.client(Options::new());
    assert!(away(&mut shadow, 0).starts_with("no daemon at"));
    assert_eq!(shadow.deadline(), Some(SECOND / 10));

    let nowhere = "/".to_string() + &"x".repeat(107);
    let mut lost = Shadow::new(Options::new()).expect("options").at(nowhere.clone()).waiting();
    assert_eq!(lost.step(0).expect_err("too long").to_string(), format!("no daemon at {nowhere}: a socket's path has at most 107 bytes"));
}

#[test]
fn not_even_connecting_blocks() {
    let place = Place::new();
    let mut others = Vec::new();
    let error = loop {
        match crate::sys::connect_to(&place.path()) {
            Ok(other) => others.push(other),
            Err(error) => break error,
        }
    };
    // A newer standard library listens with a backlog that is longer than a program may have descriptors.
    if error.raw_os_error() == Some(24) {
        println!("skipped: a full backlog of {}: the limit of descriptors is lower", others.len());
        return;
    }
    assert_eq!(error.kind(), std::io::ErrorKind::WouldBlock);
    assert!(away(&mut place.client(Options::new()), 0).contains("temporarily unavailable"));
}

#[test]
fn goodbye_is_told_after_the_frames_before_it_and_the_next_daemon_is_waited_for() {
    let place = Place::new();
    let (mut shadow, mut daemon) = place.joined(Options::new());
    let descriptor = shadow.as_raw_fd();
    say(&mut daemon, HELLO.to_string() + &frame(5) + &frame(6) + "{\"type\":\"goodbye\",\"reason\":\"stopping\"}\n");
    drop(daemon);
    let came = events(&mut shadow, 0);
    match &came[..] {
        [Event::Hello(_), Event::Frame(frame), Event::Goodbye(reason), Event::Away(Error::Ended { .. })] => {
            assert_eq!((frame.seq, frame.dropped, reason.as_str()), (6, 1, "stopping"));
        }
        other => panic!("{other:?}"),
    }
    assert!(shadow.hello().is_none());
    assert_eq!(shadow.step(SECOND), Ok(None));
    say(&mut place.accept(), HELLO.to_string() + &frame(1));
    assert_eq!((newest(&mut shadow, SECOND).seq, shadow.as_raw_fd()), (1, descriptor));
}

#[test]
fn another_version_and_another_program_end_it_for_good() {
    let place = Place::new();
    for (words, message) in [
        ("{\"type\":\"hello\",\"protocol\":2,\"server\":\"later\"}\n", "later speaks protocol 2, this crate 1"),
        ("{\"type\":\"hello\"}\n", "the daemon speaks protocol of no number, this crate 1"),
        ("SSH-2.0-OpenSSH_9.2\u{1b}\n", "PATH is no tiltshadow socket: it says \"SSH-2.0-OpenSSH_9.2\\u{1b}\""),
        (&frame(1), "PATH is no tiltshadow socket: it says \"{\"type\":\"frame\",\"seq\":1,\"t_ns\":1,\"state\":\"tracking\",\"x\":1,\"y\":2}\""),
    ] {
        for is_later in [false, true] {
            let (mut shadow, mut daemon) = place.joined(Options::new());
            if is_later {
                say(&mut daemon, HELLO.to_string() + &frame(1));
                drop(daemon);
                events(&mut shadow, 0);
                assert_eq!(shadow.step(SECOND), Ok(None));
                daemon = place.accept();
            }
            say(&mut daemon, words);
            let error = shadow.step(SECOND).expect_err("no daemon of ours");
            assert_eq!(error.to_string(), message.replace("PATH", &place.path().to_string_lossy()));
            assert_eq!((shadow.step(9 * SECOND), shadow.deadline()), (Err(error), None));
        }
    }
}

#[test]
fn a_refusal_in_place_of_hello_ends_it_at_first_and_is_waited_out_later_or_where_one_waits() {
    let place = Place::new();
    let refusal = "{\"type\":\"error\",\"code\":\"not-permitted\",\"message\":\"not you\",\"hint\":\"join\"}\n";
    let mut strict = Shadow::new(Options::new()).expect("options").at(place.path());
    assert_eq!(strict.step(0), Ok(None));
    say(&mut place.accept(), refusal);
    let error = strict.step(0).expect_err("not permitted");
    assert_eq!((error.to_string().as_str(), error.hint()), ("not you", "join"));

    let (mut shadow, mut daemon) = place.joined(Options::new());
    say(&mut daemon, refusal);
    assert_eq!((away(&mut shadow, 0).as_str(), shadow.deadline()), ("not you", Some(SECOND / 10)));

    let mut shadow = Shadow::new(Options::new()).expect("options").at(place.path());
    assert_eq!(shadow.step(0), Ok(None));
    say(&mut place.accept(), HELLO);
    events(&mut shadow, 0);
    assert_eq!(shadow.step(SECOND), Ok(None));
    let mut daemon = place.accept();
    say(&mut daemon, refusal);
    drop(daemon);
    assert_eq!(away(&mut shadow, SECOND), "not you");
}

#[test]
fn what_lay_in_a_queue_waits_for_the_newest() {
    let place = Place::new();
    for has_newer in [true, false] {
        let (mut shadow, mut daemon) = place.joined(Options::new());
        let now = 2 * SECOND;
        say(&mut daemon, HELLO.to_string() + &frame(1) + &frame(2) + &frame(3));
        assert_eq!(events(&mut shadow, now).len(), 1, "hello alone: a newer frame comes with the next tick");
        assert_eq!(shadow.deadline(), Some(now + SECOND / 25));
        assert_eq!(shadow.step(now + 1), Ok(None));
        if has_newer {
            say(&mut daemon, frame(4));
            let frame = newest(&mut shadow, now + 2);
            assert_eq!((frame.seq, frame.dropped), (4, 3));
        } else {
            let frame = newest(&mut shadow, now + SECOND / 25);
            assert_eq!((frame.seq, frame.dropped), (3, 2), "or not at all");
        }
    }
}

#[test]
fn the_descriptor_is_not_readable_while_there_is_nothing_to_do() {
    let place = Place::new();
    let mut shadow = place.client(Options::new());
    assert!(shadow.watch.wait(Some(0)), "the first attempt");
    assert_eq!(shadow.poll(), Ok(None));
    assert!(!shadow.watch.wait(Some(0)), "hello is to come");
    let mut daemon = place.accept();
    for words in [HELLO.to_string(), frame(1), frame(2)] {
        say(&mut daemon, words);
        assert!(shadow.watch.wait(None));
        assert!(matches!(shadow.poll(), Ok(Some(_))));
        assert_eq!(shadow.poll(), Ok(None));
        assert!(!shadow.watch.wait(Some(0)));
    }
}

#[test]
fn the_descriptor_is_readable_when_there_is_something_to_do() {
    let place = Place::new();
    let mut shadow = place.client(Options::new()).with_times(Times { silence: Duration::from_millis(1), ..Times::default() });
    assert_eq!(shadow.next_timeout(Duration::ZERO), Ok(None));
    let mut daemon = place.accept();
    say(&mut daemon, HELLO.to_string() + "{\"type\":\"goodbye\"}\n" + &frame(1));
    assert!(matches!(shadow.poll(), Ok(Some(Event::Hello(_)))));
    // A program that takes one event a time is woken for the next one, and by the timer for what does not come.
    shadow.watch.wait(None);
    assert!(matches!(shadow.poll(), Ok(Some(Event::Goodbye(_)))));
    shadow.watch.wait(None);
    assert!(matches!(shadow.poll(), Ok(Some(Event::Frame(_)))));
    shadow.watch.wait(None);
    assert!(matches!(shadow.next_event(), Ok(Event::Away(Error::Silent { has_greeted: true, .. }))));
}

/// As a child of fork(2) does: it holds another descriptor of the same socket.
#[test]
fn a_connection_that_another_process_holds_wakes_nobody_when_it_has_ended_and_ends() {
    let place = Place::new();
    let (mut shadow, daemon) = place.joined(Options::new());
    let held = shadow.held();
    drop(daemon);
    assert!(away(&mut shadow, 0).ends_with("the daemon ended the connection"));
    shadow.watch.wake_at(None, 0);
    assert!(!shadow.watch.wait(Some(0)), "readable for ever");
    assert_eq!(shadow.step(SECOND), Ok(None));
    let (mut daemon, held_as_well) = (place.accept(), shadow.held());
    drop(shadow);
    daemon.set_nonblocking(true).expect("a socket");
    assert_eq!(daemon.read(&mut [0]).expect("the end"), 0);
    drop((held, held_as_well));
}
