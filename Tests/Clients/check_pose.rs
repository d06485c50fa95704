//! check_pose SOCKET: the same as check_pose.c by the Rust client.

use std::env;
use std::io::{self, Write};
use std::process::exit;
use std::time::Duration;

use tiltshadow::{now_ns, Error, Event, Options, PoseOptions, Shadow, State};

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    let [path] = &words[..] else { exit(2) };
    if let Err(error) = run(path) {
        eprintln!("{error}; {}", error.hint());
        exit(3);
    }
}

fn run(path: &str) -> Result<(), Error> {
    let mut shadow = Shadow::new(Options::new().rate_hz(20.0))?.at(path).waiting();
    if shadow.map(201.0).is_ok() {
        exit(2);
    }
    shadow.map_rests(true);
    shadow.map(100.0)?;
    let options = PoseOptions::default();
    loop {
        let had_page = shadow.page().is_some();
        let event = shadow.next_timeout(Duration::from_millis(20))?;
        // Who reads a page has none, until that has ended.
        if let Some(Event::Frame(frame)) = event {
            let has_ended = drawn(&mut shadow, &options).map_or(true, |pose| pose.1);
            if had_page && !has_ended {
                eprintln!("a frame behind the page: {frame:?}");
                exit(4);
            }
        }
        match drawn(&mut shadow, &options) {
            None => println!("none"),
            Some((text, _)) => println!("{text}"),
        }
        io::stdout().flush().expect("somebody who reads");
    }
}

/// The pose of this instant in words, and whether its page has ended.
fn drawn(shadow: &mut Shadow, options: &PoseOptions) -> Option<(String, bool)> {
    let pose = shadow.pose_at(now_ns(), options)?;
    let state = match pose.state {
        State::Tracking => "tracking",
        State::Stale => "stale",
        _ => "none",
    };
    let note = if pose.has_ended { " ended" } else if pose.is_old { " old" } else { "" };
    Some((format!("{:.3} {:.3} {state}{note}", pose.x, pose.y), pose.has_ended))
}
