import TiltSensors

/// Batches of stamps as a driver may write them: each batch is a count, the time since the last, and its stamps.
enum StampsTarget {
    static func take(_ bytes: UnsafeBufferPointer<UInt8>) {
        var source = ByteSource(bytes)
        var repair = StampRepair(rateHz: source.one(of: [nil, 100, 0, 1600, 0.02]))
        var now: Int64 = 1_000_000_000_000
        var last = Int64.min
        while !source.isEmpty {
            now += Int64(source.byte()) * 1_000_000 + 1000
            let stamps = (0..<Int(source.byte() % 8) + 1).map { _ in stamp(&source, now: now) }
            repair.begin(newest: stamps[stamps.count - 1], count: stamps.count, now: now)
            for (index, stamp) in stamps.enumerated() {
                let time = repair.time(of: stamp, after: stamps.count - 1 - index)
                expect(time > last, "time went from \(last) to \(time)")
                // A driver that guesses its stamps may be a little early, and is believed for as much as a second.
                expect(time <= now + 1_000_000_000, "\(time - now) ns after now, from the stamp \(stamp)")
                last = time
            }
        }
    }

    /// Near now, another clock, a repetition, or anything.
    private static func stamp(_ source: inout ByteSource, now: Int64) -> Int64 {
        switch source.byte() % 4 {
        case 0: now - Int64(source.byte()) * 100_000
        case 1: now + Int64(source.count()) * 1_000_000 + 1_700_000_000_000_000_000
        case 2: 0
        default: source.integer()
        }
    }
}
