//! check frames|stall|refused|misspelt|rows SOCKET: uses the Rust client as a program would, and prints what came.

use std::env;
use std::process::exit;
use std::thread::sleep;
use std::time::Duration;

use tiltshadow::{Error, Event, Frame, Options, Shadow, State, Times};

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    let (mode, path) = match &words[..] {
        [mode, path] => (mode.as_str(), path),
        _ => exit(2),
    };
    if let Err(error) = run(mode, path) {
        println!("{error}; {}", error.hint());
        exit(3);
    }
}

fn run(mode: &str, path: &str) -> Result<(), Error> {
    let options = match mode {
        "refused" => Options::new().rate_hz(900.0),
        "misspelt" => Options::new().with("gian", 5.0),
        "stall" => Options::new().strict(true),
        "rows" => Options::new(),
        _ => Options::new().include(&["up"]),
    };
    let mut shadow = Shadow::new(options)?.at(path);
    if mode == "rows" {
        shadow = shadow.waiting().with_times(hurried());
    }
    if mode == "rows" {
        return rows(&mut shadow);
    }
    for (count, frame) in shadow.frames().enumerate() {
        let frame = frame?;
        show(&frame);
        match (mode, count) {
            ("misspelt", _) | ("stall", 5) => return Ok(()),
            ("stall", 2) => sleep(Duration::from_secs(1)),
            _ => {}
        }
    }
    Ok(())
}

/// By frame 77, the row in which programs pause that can, it pauses, and goes on a little later.
fn rows(shadow: &mut Shadow) -> Result<(), Error> {
    let mut is_paused = false;
    loop {
        match shadow.next_timeout(Duration::from_millis(100))? {
            Some(Event::Frame(frame)) => {
                show(&frame);
                if frame.seq == 77 {
                    shadow.pause();
                    is_paused = true;
                }
            }
            None if is_paused => {
                shadow.resume();
                is_paused = false;
            }
            _ => {}
        }
    }
}

/// A tenth of all times: nobody waits for real ones.
fn hurried() -> Times {
    let Times { hello, silence, first_pause, longest_pause, lag } = Times::default();
    Times { hello: hello / 10, silence: silence / 10, first_pause: first_pause / 10, longest_pause: longest_pause / 10, lag }
}

fn show(frame: &Frame) {
    let state = if frame.state == State::Tracking { "tracking" } else { "other" };
    println!("{} {} {} {state}", frame.seq, frame.x, frame.y);
    if let Some(up) = frame.up {
        let length = up.iter().map(|part| part * part).sum::<f64>().sqrt();
        assert!((length - 1.0).abs() < 1e-3, "{up:?}");
    }
}
