import CMath
import TiltCore

/// A device turned about all axes at once by sums of slow sines, with an ideal accelerometer and gyroscope.
struct SimulatedMotion {
    /// Amplitude of the angular rate about each axis, in rad/s.
    var amplitude = AngularRate<DeviceAxes>(x: 1.2, y: 1.0, z: 1.1)
    var rateHz = 100.0
    /// The measured acceleration of a true one, in m/s², and rate, in rad/s; by default as they are.
    var force: (Acceleration<DeviceAxes>, _ time: Double) -> Acceleration<DeviceAxes> = { force, _ in force }
    var rate: (AngularRate<DeviceAxes>) -> AngularRate<DeviceAxes> = { $0 }

    /// Hands out the samples of `seconds`, from `start` on, in order.
    func run(seconds: Double, from start: Double = 0, _ body: (Sample) -> Void) {
        var up = Up<DeviceAxes>(x: 0.3, y: 0.5, z: 0.8)
        let fine = 10
        let step = 1 / rateHz / Double(fine)
        for index in 0..<Int(seconds * rateHz * Double(fine)) {
            let time = start + Double(index) * step
            let w = turning(at: time)
            if index % fine == 0 {
                let exact = Acceleration<DeviceAxes>(
                    x: up.x * standardGravity, y: up.y * standardGravity, z: up.z * standardGravity)
                body(
                    Sample(
                        time: Timestamp(nanoseconds: Int64(time * 1e9)), acceleration: force(exact, time),
                        angularRate: rate(w)))
            }
            // u̇ = u × ω, then back to length 1.
            let moved = Up<DeviceAxes>(
                x: up.x + step * (up.y * w.z - up.z * w.y), y: up.y + step * (up.z * w.x - up.x * w.z),
                z: up.z + step * (up.x * w.y - up.y * w.x))
            up = Up(of: moved) ?? up
        }
    }

    private func turning(at time: Double) -> AngularRate<DeviceAxes> {
        AngularRate(
            x: amplitude.x * sin(1.9 * time), y: amplitude.y * sin(1.3 * time + 1),
            z: amplitude.z * cos(1.6 * time))
    }
}

extension Reading {
    /// What a sensor without scale or mounting reads.
    init(_ sample: Sample) {
        self.init(
            time: sample.time, accelerometer: sample.acceleration.map { .init(x: $0.x, y: $0.y, z: $0.z) },
            gyroscope: sample.angularRate.map { .init(x: $0.x, y: $0.y, z: $0.z) })
    }
}

extension SimulatedMotion {
    /// The codes of what an inspector says of it, each once, with readings that `change` has changed.
    func faults(seconds: Double = 12, _ change: (inout Reading) -> Void = { _ in }) -> [String] {
        var inspector = SensorInspector(LogHeader.neutralCSV.sensor)
        var said: [String] = []
        run(seconds: seconds) { sample in
            var reading = Reading(sample)
            change(&reading)
            _ = inspector.sample(from: reading)
            for fault in inspector.faults where !said.contains("\(fault.code)") {
                said.append("\(fault.code)")
            }
        }
        return said
    }
}
