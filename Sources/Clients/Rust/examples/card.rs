//! A card of a style sheet whose shadow follows the device, in the terminal: a line of CSS for each picture of a 60 Hz display.
//!
//!     cargo run --example card            # TILTSHADOW_SOCKET names another socket
//!     cargo run --example card -- 90      # the picture is turned: 0, 90, 180 or 270 degrees
//!
//! What else the daemon says goes to the standard error. It waits for a daemon that is not there yet.

use std::env;
use std::error::Error;
use std::io::{self, Write};
use std::process::exit;
use std::time::Duration;

use tiltshadow::{now_ns, Event, Options, Resampler, Shadow};

/// In nanoseconds: of a display that tells its vsyncs, they are those.
const PICTURE: i64 = 16_666_667;
const RATE_HZ: f64 = 50.0;

fn main() {
    if let Err(error) = run() {
        eprintln!("card: {error}");
        exit(1);
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut shadow = Shadow::new(Options::new().rate_hz(RATE_HZ).when("changed"))?.waiting();
    if let Some(degrees) = env::args().nth(1) {
        shadow.turn(degrees.parse()?)?;
    }
    let mut resampler = Resampler::new(RATE_HZ);
    let (mut blur, mut opacity) = (16.0, 0.35);
    let (mut vsync, mut drawn) = (now_ns(), None);
    loop {
        vsync = vsync.max(now_ns() - PICTURE) + PICTURE;
        while let Some(event) = shadow.next_timeout(Duration::from_nanos((vsync - now_ns()).max(0) as u64))? {
            if let Some(gyroscope) = event.begins() {
                // Nothing is to be drawn between a daemon, or a sensor, and the next one.
                resampler.forget();
                let lookahead = Resampler::lookahead_ms(1e9 / PICTURE as f64, RATE_HZ, gyroscope);
                shadow.subscribe(&Options::new().lookahead_ms(lookahead))?;
            }
            match event {
                Event::Frame(frame) => resampler.take(&frame),
                Event::Hello(hello) => {
                    if let Some(look) = hello.shadow {
                        (blur, opacity) = (look.blur_px, look.opacity);
                    }
                    eprintln!("{} is there", hello.server);
                }
                Event::Sensor(change) => {
                    let name = change.sensor.map_or_else(String::new, |sensor| sensor.name);
                    eprintln!("sensor {name} {}", if change.is_found { "found" } else { "lost" });
                }
                Event::Refused(refusal) => eprintln!("the daemon says: {}; {}", refusal.message, refusal.hint),
                Event::Goodbye(reason) => eprintln!("the daemon stops: {reason}"),
                Event::Away(error) => eprintln!("{error}; {}", error.hint()),
                _ => {}
            }
        }
        let offset = resampler.offset(vsync);
        if offset == drawn {
            continue; // at rest nothing is drawn
        }
        drawn = offset;
        if let Some((x, y)) = offset {
            let mut out = io::stdout().lock();
            let (x, y) = (hundredths(x), hundredths(y));
            if writeln!(out, "box-shadow: {x}px {y}px {blur}px rgba(0, 0, 0, {opacity});").is_err() {
                return Ok(()); // nobody reads any more
            }
        }
    }
}

/// Without a minus before a zero.
fn hundredths(points: f64) -> f64 {
    (points * 100.0).round() / 100.0 + 0.0
}
