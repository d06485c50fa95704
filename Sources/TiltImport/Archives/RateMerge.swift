import TiltCore

/// The readings of an accelerometer and of a gyroscope from two files, in the order of time.
final class RateMerge: ReadingSource {
    /// Sensors of one recording begin together, give or take so many seconds.
    static let longestLag = 60.0
    /// They end together, give or take so many seconds, where neither was cut off.
    private static let longestTail = 2.0

    private let accelerometer: any ReadingSource
    private let gyroscope: any ReadingSource
    private let names: [String]
    private var isStarted = false
    private var force: Reading?
    private var rate: Reading?
    private var needsForce = true
    private var needsRate = true
    private var lastForce: Timestamp?
    private var lastRate: Timestamp?

    /// Merges two files with these names.
    init(accelerometer: any ReadingSource, gyroscope: any ReadingSource, names: [String]) {
        self.accelerometer = accelerometer
        self.gyroscope = gyroscope
        self.names = names
    }

    var header: LogHeader? {
        guard var header = accelerometer.header else { return nil }
        header.sensor.calibration.gyroscope =
            gyroscope.header?.sensor.calibration.gyroscope ?? Calibration.Axes(scale: 1)
        return header
    }
    var dropped: Int { 0 }
    var doubts: [String] {
        accelerometer.doubts + gyroscope.doubts.filter { !accelerometer.doubts.contains($0) } + tail
    }

    /// That one file ends before the other.
    private var tail: [String] {
        guard let lastForce, let lastRate, names.count == 2 else { return [] }
        let seconds = lastForce.seconds(since: lastRate)
        guard seconds.magnitude > Self.longestTail else { return [] }
        let (short, long) = seconds > 0 ? (names[1], names[0]) : (names[0], names[1])
        var buffer = ByteBuffer(capacity: 16)
        buffer.append(seconds.magnitude, decimals: 1)
        return ["\(short.excerpt) ends \(buffer.text) s before \(long.excerpt): is it cut off?"]
    }

    func next() throws(ImportError) -> Reading? {
        // A row that throws is left out, and the same file is read on by the next call.
        if needsForce {
            force = try accelerometer.next()
            needsForce = false
        }
        if needsRate {
            do throws(ImportError) { rate = try gyroscope.next() } catch {
                // A phone without a gyroscope exports its file, too.
                guard case .member(_, .log(.empty)) = error else { throw error }
                rate = nil
            }
            needsRate = false
        }
        guard let force else { return takeRate() }
        guard let rate else { return takeForce() }
        if !isStarted, abs(force.time.seconds(since: rate.time)) > Self.longestLag {
            throw .severalLogs(names: names)
        }
        isStarted = true
        guard force.time == rate.time else { return force.time < rate.time ? takeForce() : takeRate() }
        _ = takeRate()
        _ = takeForce()
        return Reading(time: force.time, accelerometer: force.accelerometer, gyroscope: rate.gyroscope)
    }

    private func takeForce() -> Reading? {
        needsForce = force != nil
        lastForce = force?.time ?? lastForce
        return force
    }

    private func takeRate() -> Reading? {
        needsRate = rate != nil
        lastRate = rate?.time ?? lastRate
        return rate
    }
}
