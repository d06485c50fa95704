import TiltCore

/// Readings of a sensor that may do anything, played as the daemon plays them.
///
/// After the options every reading takes a few bytes: the time since the last, which parts it has, and their counts.
enum SamplesTarget {
    static func take(_ bytes: UnsafeBufferPointer<UInt8>) {
        var source = ByteSource(bytes)
        let subscription = ReplayOptions.subscription(&source)
        let sensor = description(&source)
        var play = SensorPlay(sensor, subscription)
        var time = Timestamp(nanoseconds: 1_000_000_000_000)
        while !source.isEmpty {
            let kind = source.byte()
            time = time.advanced(by: interval(kind, &source))
            var reading = Reading(time: time)
            if kind & 4 != 0 { reading.accelerometer = counts(&source, isWild: kind & 64 != 0) }
            if kind & 8 != 0 { reading.gyroscope = counts(&source, isWild: kind & 128 != 0) }
            if kind & 48 == 48 { play.replug() }
            play.take(reading)
            if kind & 48 == 16 { play.recentre() }
            play.tick()
        }
        play.finish()
    }

    private static func description(_ source: inout ByteSource) -> SensorDescription {
        let choice = source.byte()
        let range = choice & 1 == 0 ? nil : -32768.0...32767.0
        let calibration = Calibration(
            accelerometer: .init(scale: 0.0005985, range: range),
            gyroscope: choice & 2 == 0 ? nil : .init(scale: 0.001064, range: range))
        return SensorDescription(
            id: "fuzz", name: "fuzz", kind: .iioBuffer, device: "fuzz", calibration: calibration,
            reportsOnlyChanges: choice & 4 != 0)
    }

    /// Usually some milliseconds; now and then back in time, nothing at all, or any jump whatever.
    private static func interval(_ kind: UInt8, _ source: inout ByteSource) -> Int64 {
        switch kind & 3 {
        case 0: 5_000_000
        case 1: Int64(source.byte()) * 1_000_000
        case 2: Int64(source.count()) * 100_000
        default: source.byte() == 255 ? source.integer() : 0
        }
    }

    private static func counts(_ source: inout ByteSource, isWild: Bool) -> Reading.Counts {
        guard isWild else {
            return Reading.Counts(
                x: Double(source.count()), y: Double(source.count()), z: Double(source.count()))
        }
        let wild = [
            .nan, .infinity, -.infinity, 1e308, -1e308, .leastNonzeroMagnitude, 0, 32767, -32768, -124, 1e160,
            1e-160,
        ]
        return Reading.Counts(
            x: source.one(of: wild), y: source.one(of: wild), z: source.one(of: wild))
    }
}
