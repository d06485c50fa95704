import Foundation
import TiltCore

/// A device that lies slanted and still until it is turned about x, with noise and taps beside it.
struct RestingDevice {
    /// The noise of the accelerometer, in m/s² rms.
    var noise = 0.01
    var rateHz = 200.0
    var tickHz = 50.0
    /// What ticks are late against samples, in seconds.
    var phase = 0.002
    var hasGyroscope = false
    /// One count, in m/s², of a sensor that reports only changes; `nil` for one that reports all, as finely as can be.
    var count: Double?
    /// How far the device is turned at a time, in radians and seconds.
    var angle: (Double) -> Double = { _ in 0 }
    /// What taps add to the specific force, in m/s².
    var taps: (Double) -> Acceleration<DeviceAxes> = { _ in .zero }

    /// Up in device axes once the device is turned by `angle`.
    static func up(_ angle: Double) -> Up<DeviceAxes> {
        let flat = Up<DeviceAxes>(x: 0.3, y: 0.5, z: 0.8124038404635961)
        return Up(
            x: flat.x, y: flat.y * cos(angle) + flat.z * sin(angle),
            z: flat.z * cos(angle) - flat.y * sin(angle))
    }

    /// A damped burst, one for each of `times`; each leans to the side that `random` gives.
    static func bursts(
        _ amplitude: Double, hertz: Double, decay: Double, at times: [Double], seed: UInt64 = 1
    ) -> (Double) -> Acceleration<DeviceAxes> {
        var random = SplitMix64(seed: seed)
        let ways: [Up<DeviceAxes>] = times.map { _ in random.direction() }
        // Asked for ever later times: what is over stays over.
        var oldest = 0
        return { time in
            var sum = Acceleration<DeviceAxes>.zero
            while oldest < times.count, times[oldest] + 0.4 <= time { oldest += 1 }
            for (start, way) in zip(times[oldest...], ways[oldest...]).prefix(while: { $0.0 <= time }) {
                let since = time - start
                let size = amplitude * exp(-since / decay) * sin(2 * Double.pi * hertz * since + 0.3)
                sum = sum + size * Acceleration(x: way.x, y: way.y, z: way.z)
            }
            return sum
        }
    }

    /// Hands out what the sensor says in `seconds`.
    func samples(seconds: Double, _ body: (Sample) -> Void) {
        var stream = SampleStream(device: self)
        stream.emit(until: seconds, body)
    }

    /// Runs an engine for `seconds` and hands out each tick's time, in seconds, and the engine.
    func run(_ engine: inout TiltEngine, seconds: Double, _ body: (Double, TiltEngine) throws -> Void)
        rethrows
    {
        var stream = SampleStream(device: self)
        for tick in 0..<Int(seconds * tickHz) {
            let now = Double(tick) / tickHz + phase
            stream.emit(until: now) { engine.ingest($0) }
            engine.advance(to: Self.stamp(now))
            try body(now, engine)
        }
    }

    /// What the sensor says, one sample after the other.
    private struct SampleStream {
        let device: RestingDevice
        var random = SplitMix64(seed: 7)
        var index = 0
        var last: Acceleration<DeviceAxes>?

        mutating func normal() -> Double {
            (-2 * log(max(random.unit(), 1e-300))).squareRoot() * cos(2 * Double.pi * random.unit())
        }

        mutating func emit(until end: Double, _ body: (Sample) -> Void) {
            while Double(index) / device.rateHz <= end {
                let time = Double(index) / device.rateHz
                index += 1
                let up = RestingDevice.up(device.angle(time))
                let speed = (device.angle(time + 1e-4) - device.angle(time - 1e-4)) / 2e-4
                var force =
                    device.taps(time)
                    + Acceleration(
                        x: standardGravity * up.x + device.noise * normal(),
                        y: standardGravity * up.y + device.noise * normal(),
                        z: standardGravity * up.z + device.noise * normal())
                if let count = device.count {
                    force = Acceleration(
                        x: (force.x / count).rounded() * count, y: (force.y / count).rounded() * count,
                        z: (force.z / count).rounded() * count)
                    if force == last { continue }
                    last = force
                }
                body(
                    Sample(
                        time: RestingDevice.stamp(time), acceleration: force,
                        angularRate: device.hasGyroscope
                            ? AngularRate(
                                x: speed + 0.0005 * normal(), y: 0.0005 * normal(), z: 0.0005 * normal())
                            : nil))
            }
        }
    }

    static func stamp(_ seconds: Double) -> Timestamp {
        Timestamp(nanoseconds: Int64((seconds * 1e9).rounded()))
    }
}
