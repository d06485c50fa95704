import CLinux
import LinuxSystem
package import TiltCore

/// An accelerometer whose axes are read from sysfs one by one, by a thread of its own.
///
/// Such a read can block for seconds: a HID sensor hub answers each by a transaction and may have to wake up first, and
/// a chip at 1 Hz waits for its next sample. The loop therefore only receives what the thread has sent; and letting go
/// of this sensor only closes the socket between them, upon which the thread ends by itself.
package final class IIOPollSensor: Sensor {
    /// The highest rate to poll at, in Hz: three system calls a reading, for a picture at 50 Hz.
    static let highestRate = 50.0
    /// How long a single reading may take before the device counts as silent, in nanoseconds: 10 s.
    private static let timeout: Int64 = 10_000_000_000

    package let description: SensorDescription

    private let directory: SysfsDirectory
    private let channel: OwnedDescriptor
    private var lastNews: Int64
    private var failure: SensorError?

    /// Opens the attributes and starts the thread.
    ///
    /// - Throws: ``SensorError/accessDenied(path:)``, ``SensorError/gone(path:)``,
    ///   ``SensorError/unknownScale(path:name:)``.
    package init(
        device: IIODevice, id: String, accelScale: Double?, mounting: Mounting, samplingHz: Double
    ) throws(SensorError) {
        directory = device.directory
        guard
            let scale = accelScale.map({
                Calibration.Axes(scale: $0, range: device.range(of: .accelerometer))
            })
                ?? device.calibration(of: .accelerometer)
        else { throw .unknownScale(path: directory.path, name: device.name) }
        let rate = min(samplingHz, Self.highestRate)
        // Of a buffer that is on somebody reads, or the next who does asks for a rate of its own.
        if directory.text("buffer/enable") != "1" {
            _ = device.setRate(of: .accelerometer, atLeast: rate)
        }
        do throws(SystemError) {
            channel = try IIOPoller.start(
                try .open(.accelerometer, in: directory), period: Int64(1e9 / rate))
        } catch {
            throw SensorError(error, path: directory.path)
        }
        lastNews = MonotonicClock.now()
        description = SensorDescription(
            id: id, name: device.name, kind: .iioPoll, device: directory.path, rateHz: rate,
            calibration: Calibration(accelerometer: scale), mounting: mounting,
            // Silence is probe()'s to judge here, which knows how long a read may take; frames are stale meanwhile.
            reportsOnlyChanges: true)
    }

    package var urgentDescriptor: CInt? { nil }

    package func drain(_ body: (Reading) -> Void) throws(SensorError) {
        if let failure { throw failure }
        while let message = IIOPoller.receive(from: channel) {
            lastNews = MonotonicClock.now()
            guard message.errno == 0 else {
                let error = SensorError(
                    SystemError("read", directory.path, errno: message.errno), path: directory.path)
                failure = error
                throw error
            }
            body(
                Reading(
                    time: Timestamp(nanoseconds: message.time),
                    accelerometer: message.counts))
        }
    }

    /// The answers of a HID sensor hub go into its buffer, too, where they look as if it sent by itself.
    package func pause(until instant: Int64) { IIOPoller.pause(until: instant, through: channel) }

    package func probe() throws(SensorError) {
        guard directory.has("in_accel_x_raw") else { throw .gone(path: directory.path) }
        guard MonotonicClock.now() - lastNews < Self.timeout else {
            throw .silent(path: directory.path, reason: "a read of its axes takes more than 10 s")
        }
    }
}
