//! check GOLDEN: golden.json in the Rust client; prints "pass N". It reads that file alone: a row a line.

use std::env;
use std::fs;
use std::process::exit;

use tiltshadow::{Answer, PhaseLock, Resampler, State};

/// The row of a line, its words without quotation marks.
type Row<'a> = Vec<&'a str>;

#[derive(Default)]
struct Count {
    passed: usize,
    failed: usize,
}

impl Count {
    fn expect(&mut self, number: usize, row: &Row, is_so: bool) {
        *(if is_so { &mut self.passed } else { &mut self.failed }) += 1;
        if !is_so {
            println!("line {}: not {row:?}", number + 1);
        }
    }
}

fn number(row: &Row, index: usize) -> f64 {
    row[index].trim().parse().expect(row[index])
}

fn integer(row: &Row, index: usize) -> i64 {
    row[index].trim().parse().expect(row[index])
}

fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9
}

fn state(word: &str) -> State {
    match word {
        "tracking" => State::Tracking,
        "stale" => State::Stale,
        _ => State::None,
    }
}

fn is_answer(answer: Option<Answer>, row: &Row) -> bool {
    match (answer, row[0]) {
        (Some(Answer::Lock(request)), "lock") => {
            is_near(request.rate_hz, number(row, 1))
                && (request.phase_ns - integer(row, 2)).abs() <= 1
                && is_near(request.lookahead_ms, number(row, 3))
        }
        (Some(Answer::Release), "release") => true,
        (None, kind) => kind != "lock" && kind != "release",
        _ => false,
    }
}

fn main() {
    let path = env::args().nth(1).unwrap_or_else(|| exit(2));
    let text = fs::read_to_string(path).expect("golden.json");
    let rows: Vec<Row> =
        text.lines().map(|line| line.trim_matches(&['[', ']', ','][..]).split(',').map(|word| word.trim_matches('"')).collect()).collect();
    let mut count = Count::default();
    let (mut resampler, mut lock) = (Resampler::new(50.0), PhaseLock::new(false));
    let (mut resamples, mut is_locked) = (false, false);
    for (index, row) in rows.iter().enumerate() {
        let next = |steps: usize| rows.get(index + steps).filter(|row| !row.is_empty());
        match row[0] {
            name if name.starts_with("{\"name\"") => {
                let rate = row.iter().find_map(|word| word.strip_prefix("rate_hz\":"));
                resamples = rate.is_some();
                is_locked = false;
                resampler = Resampler::new(rate.map_or(50.0, |rate| rate.parse().expect(rate)));
                lock = PhaseLock::new(row.contains(&"gyroscope\":true"));
            }
            "frame" => resampler.take_sample(integer(row, 1), number(row, 2), number(row, 3), state(row[4])),
            "vsync" if resamples => {
                let is_so = match resampler.offset(integer(row, 1)) {
                    Some((x, y)) => row.len() == 4 && is_near(x, number(row, 2)) && is_near(y, number(row, 3)),
                    None => row.len() == 2,
                };
                count.expect(index, row, is_so);
            }
            "vsync" | "ok" => {
                let answer = match row[0] {
                    "ok" => lock.ok(Some(number(row, 1)), row.get(2).map(|_| integer(row, 2))),
                    _ => lock.vsync(integer(row, 1)),
                };
                let following = next(1).expect("a row");
                count.expect(index, row, is_answer(answer, following));
                let after = if answer.is_some() { next(2) } else { Some(following) };
                if let Some(["locked", whether]) = after.map(|row| &row[..]) {
                    is_locked = *whether == "true";
                }
                count.expect(index, row, lock.is_locked() == is_locked);
            }
            "gyroscope" => lock.gyroscope = row[1] == "true",
            refresh if row.len() == 4 && refresh.parse::<f64>().is_ok() => {
                let lookahead = Resampler::lookahead_ms(number(row, 0), number(row, 1), row[2].trim() == "true");
                count.expect(index, row, is_near(lookahead, number(row, 3)));
            }
            _ => {}
        }
    }
    println!("pass {}", count.passed);
    exit(i32::from(count.failed > 0));
}
