//! Poses of pages, against the rows that every client is held against.

use crate::page::{pose_of, Mapping, PoseOptions, WORDS};

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
            mapping: if n[2] == 0.0 { Mapping::Tilt } else { Mapping::Projection },
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
