import CLibevdev
import CLinux
import LinuxSystem
package import TiltCore

/// An accelerometer, and perhaps a gyroscope, behind `/dev/input/eventN`.
///
/// The kernel sends axes one by one and closes each set with `SYN_REPORT`; this type turns every closed set into one
/// `Reading`. Axes that did not change are not sent, so the last value of each is kept, and the first reading is the
/// state at opening: a device at rest sends nothing at all. The device is never grabbed.
package final class EvdevSensor: Sensor {
    package let description: SensorDescription

    private var device: EvdevDevice
    private let layout: EvdevLayout
    private var accelerometer: Reading.Counts
    private var gyroscope: Reading.Counts
    private var opening: Reading?
    /// State: the size of a count, where the layout learns it.
    private var learned = LearnedScale()
    /// State: the time of the newest reading, in nanoseconds.
    private var lastTime: Int64
    private var repair = StampRepair(rateHz: nil)

    /// Opens `path` for reading, without blocking.
    ///
    /// `accelScale` is m/s² per count where the settings know better than the driver.
    ///
    /// - Throws: ``SensorError/accessDenied(path:)``, ``SensorError/gone(path:)``,
    ///   ``SensorError/notAnAccelerometer(path:name:)`` or ``SensorError/unknownScale(path:name:)``.
    package init(path: String, id: String, accelScale: Double?, mounting: Mounting) throws(SensorError) {
        // Before opening, so that no event is older than the state that stands for it.
        let start = MonotonicClock.now()
        let device: EvdevDevice
        do throws(SystemError) {
            device = try .open(path)
        } catch {
            throw SensorError(error, path: path)
        }
        let layout = try EvdevLayout(of: device, accelScale: accelScale)
        accelerometer = layout.accelerometerAxes.counts(of: device)
        gyroscope = layout.gyroscopeAxes?.counts(of: device) ?? .zero
        lastTime = start
        opening = Reading(
            time: Timestamp(nanoseconds: start),
            accelerometer: layout.learnsScale ? learned(accelerometer) : accelerometer,
            gyroscope: layout.gyroscopeAxes == nil ? nil : gyroscope)
        description = SensorDescription(
            id: id, name: device.name, kind: .evdev, device: path, calibration: layout.calibration,
            mounting: mounting, reportsOnlyChanges: true)
        self.layout = layout
        self.device = device
    }

    /// The node, where six axes or more would fill the kernel's ring within a tick.
    ///
    /// The ring holds max(8 · (axes + 8), 64) events, rounded up to a power of two (`drivers/input/evdev.c`): about 16
    /// frames of six axes, which a pad that reports at 1 kHz fills in 16 ms.
    package var urgentDescriptor: CInt? { layout.axisCount >= 6 ? device.file.raw : nil }

    package func drain(_ body: (Reading) -> Void) throws(SensorError) {
        if let reading = opening {
            opening = nil
            body(reading)
        }
        while let event = try nextEvent() {
            switch (Int32(event.type), Int32(event.code)) {
            case (EV_ABS, let axis):
                layout.accelerometerAxes.store(Double(event.value), of: axis, in: &accelerometer)
                layout.gyroscopeAxes?.store(Double(event.value), of: axis, in: &gyroscope)
            case (EV_SYN, SYN_REPORT):
                body(reading(at: event.time))
            default:
                break
            }
        }
    }

    package func probe() throws(SensorError) {
        for axis in layout.accelerometerAxes.all {
            let kernel: Int32
            do throws(SystemError) {
                kernel = try device.kernelValue(axis)
            } catch {
                throw SensorError(error, path: description.device)
            }
            // Whatever is queued will be drained with the next tick, so a difference then means nothing.
            guard kernel != device.value(axis), !device.hasPendingEvents else { continue }
            let holder = DeviceHolder.named(of: description.device)
            throw .silent(
                path: description.device,
                reason: "it moves, but its events go to \(holder ?? "another program"), which has grabbed it")
        }
    }

    /// The next event, or `nil` when the kernel has no more.
    private func nextEvent() throws(SensorError) -> input_event? {
        do throws(SystemError) {
            return try device.nextEvent()
        } catch {
            throw SensorError(error, path: description.device)
        }
    }

    private func reading(at time: timeval) -> Reading {
        let now = MonotonicClock.now()
        var nanoseconds = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_usec) * 1_000
        if device.isResynchronising {
            // libevdev stamps the present state with the last event before the loss, which may be long ago.
            nanoseconds = now
        } else if !device.isMonotonic {
            repair.begin(newest: nanoseconds, count: 1, now: now)
            nanoseconds = repair.time(of: nanoseconds, after: 0)
        } else {
            // A driver may give any time of its own (`input_set_timestamp`).
            nanoseconds = min(nanoseconds, now)
        }
        // What was queued while the state was read after a loss is older than that state.
        nanoseconds = max(nanoseconds, lastTime &+ 1)
        lastTime = nanoseconds
        return Reading(
            time: Timestamp(nanoseconds: nanoseconds),
            accelerometer: layout.learnsScale ? learned(accelerometer) : accelerometer,
            gyroscope: layout.gyroscopeAxes == nil ? nil : gyroscope)
    }
}
