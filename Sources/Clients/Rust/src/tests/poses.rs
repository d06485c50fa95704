//! Poses of pages, against the rows that every client is held against.

use super::SECOND;
use crate::page::{pose_of, pose_or_last, Mapping, Pose, PoseOptions, WORDS};
use crate::State;

#[test]
fn poses_are_carried_and_mapped_as_everywhere() {
    // Where the crate is a copy of its own, they are elsewhere, or nowhere.
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../Tests/PosePage/poses.txt");
    let path = std::env::var("TILTSHADOW_POSES").unwrap_or_else(|_| beside.into());
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => return println!("skipped: {path}: {error}"),
    };
    let mut count = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let mut page = [0; WORDS];
        for word in &mut page {
            *word = u64::from_str_radix(words.next().unwrap(), 16).unwrap();
        }
        let instant = words.next().unwrap().parse().unwrap();
        let n: Vec<f64> = words.map(|word| word.parse().unwrap()).collect();
        let options = PoseOptions {
            gain: n[0],
            limit: n[1],
            mapping: [Mapping::Tilt, Mapping::Projection, Mapping::Euler][n[2] as usize],
            display_rotation: if n[3] < 0.0 { None } else { Some(n[3] as i64) },
            yaw_assist: n[4] != 0.0,
            base: (n[5], n[6]),
            fallback: (n[7], n[8]),
            neutral: if n[9..12] == [0.0; 3] { None } else { Some([n[9], n[10], n[11]]) },
        };
        let pose = pose_of(&page, instant, &options);
        let given = [pose.x, pose.y, pose.pitch_rad, pose.roll_rad, f64::from(u8::from(pose.is_old))];
        for (given, wanted) in given.iter().zip(&n[12..]) {
            assert!((given - wanted).abs() < 1e-9, "row {count}: {pose:?} is not {:?}", &n[12..]);
        }
        count += 1;
    }
    assert!(count > 100);
}

/// Held still at an instant, where it has a pose; the low half of the fourth word is the state, the high half the flags.
fn page(state: u32, flags: u32, t_ns: i64) -> [u64; WORDS] {
    let mut words = [0; WORDS];
    let halves = [state.to_ne_bytes(), flags.to_ne_bytes()].concat();
    words[3] = u64::from_ne_bytes(halves.try_into().expect("eight bytes"));
    (words[4], words[5]) = (t_ns as u64, t_ns as u64);
    for (place, number) in [(6, -0.6), (8, 0.8), (12, 1.0), (13, 1.0), (15, 50.0)] {
        words[place] = f64::to_bits(number);
    }
    words
}

/// As that of an old page does.
#[test]
fn what_was_drawn_is_kept_and_eased_where_a_page_has_ended_or_has_no_pose_yet() {
    let options = PoseOptions::default();
    let mut last = None;
    let first = pose_or_last(page(0, 0, 0), &mut last, 0, &options);
    assert_eq!((first.x, first.y, first.up, last), (0.0, 4.0, None, None), "none is known");
    for flags in [1, 0] {
        let drawn = pose_or_last(page(2, 6, 0), &mut last, 0, &options);
        assert!(drawn.x > 6.0 && drawn.is_still);
        let mut at = |instant| pose_or_last(page(0, flags, SECOND), &mut last, instant, &options);
        let kept = Pose { state: State::None, has_ended: flags == 1, is_still: false, ..drawn };
        assert_eq!(at(3 * SECOND), kept);
        let half = at(3 * SECOND + SECOND / 2);
        assert!((half.x - drawn.x / 2.0).abs() < 1e-9 && (half.y - 2.0).abs() < 1e-9 && half.is_old);
        let old = at(4 * SECOND);
        assert_eq!((old.x, old.y, old.has_ended), (0.0, 4.0, flags == 1));
        assert_eq!(pose_or_last(page(2, 2, 4 * SECOND), &mut last, 4 * SECOND, &options).x, drawn.x);
    }
}

#[test]
fn other_turns_of_the_picture_are_turned_on() {
    let words = page(2, 2 | 3 << 8 | 1 << 10, 9);
    let turned = |degrees| {
        pose_of(&words, 9, &PoseOptions { display_rotation: Some(degrees), ..PoseOptions::default() })
    };
    for (degrees, same) in [(-90, 270), (450, 90), (-360, 0), (360, 0), (-1, 270), (45, 0), (i64::MIN, 270), (i64::MAX, 0)] {
        assert_eq!(turned(degrees), turned(same), "{degrees}");
    }
}
