import CLinux
import TiltCore

extension SensorSurvey {
    /// The IIO device of a record.
    package func device(_ record: DeviceRecord) -> IIODevice {
        IIODevice(
            directory: SysfsDirectory(record.sysPath), node: record.node ?? "",
            bus: SysfsDirectory(options.sysRoot + "/bus/iio/devices"))
    }

    /// The buffer and the polled candidate of an IIO device; none where it is no accelerometer.
    func candidates(iio record: DeviceRecord) -> [SensorCandidate] {
        let device = device(record)
        let directory = device.directory
        let (canScan, canPoll) = (device.hasScanAxes(.accelerometer), device.hasRawAxes(.accelerometer))
        func candidate(_ kind: SensorDescription.Kind, gyroscope: Bool = false, _ refusal: String?)
            -> SensorCandidate
        {
            var found = judged(
                SensorCandidate(
                    id: kind.rawValue + ":" + stableName(of: device), name: device.name, kind: kind,
                    device: kind == .iioPoll ? directory.path : device.node, sysPath: record.sysPath,
                    location: location(of: record), hasGyroscope: gyroscope, rank: nil, reason: ""),
                record, refusal: refusal)
            found.details += device.mistoldScales
            return found
        }
        guard canScan || canPoll else {
            if directory.has("in_accel_linear_x_raw") {
                return [candidate(.iioPoll, "reports acceleration without gravity")]
            }
            if directory.has("in_gravity_x_raw") {
                return [candidate(.iioPoll, "reports gravity as a sensor hub computed it, late and smoothed")]
            }
            let hasSome = IIODevice.Channels.accelerometer.axes.contains { directory.has($0 + "_raw") }
            return hasSome ? [candidate(.iioPoll, "has no x, y and z acceleration axes")] : []
        }
        let noScale = device.calibration(of: .accelerometer) == nil && options.accelScale == nil
        let scaleRefusal = noScale ? "does not report its scale; set accel_scale for it" : nil
        var found: [SensorCandidate] = []
        if canScan {
            var buffer = candidate(
                .iioBuffer, gyroscope: gyroscope(of: record) != nil,
                scaleRefusal ?? bufferRefusal(of: device))
            if directory.text("buffer/enable") == "1", let holder = DeviceHolder.named(of: device.node) {
                buffer.details.append("its buffer is held by " + holder)
            }
            found.append(buffer)
        }
        if canPoll {
            let readable = access(directory.path + "/in_accel_x_raw", R_OK) == 0
            found.append(
                candidate(.iioPoll, scaleRefusal ?? (readable ? nil : "no permission to read in_accel_x_raw"))
            )
        }
        return found
    }

    private func bufferRefusal(of device: IIODevice) -> String? {
        guard !device.node.isEmpty, access(device.node, F_OK) == 0 else { return "has no device node" }
        guard access(device.node, R_OK) == 0 else { return "no permission to read " + device.node }
        let directory = device.directory
        guard directory.isWritable("buffer/enable") || directory.text("buffer/enable") == "1" else {
            return "no permission to write buffer/enable"
        }
        return IIOTrigger.refusal(for: device)
    }

    /// The driver's name and what it sits on, without the numbers that change from boot to boot.
    private func stableName(of device: IIODevice) -> String {
        let parent = device.directory.parent.name
        guard parent.hasSuffix(".auto") else { return device.name.slug + ":" + parent.slug }
        let stem = parent.utf8.split(separator: UInt8(ascii: ".")).dropLast(2)
        return device.name.slug + ":"
            + stem.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".").slug
    }

    private func location(of record: DeviceRecord) -> SensorCandidate.Location {
        let directory = SysfsDirectory(record.sysPath)
        let told = SensorCandidate.Location(
            text: record.location ?? directory.text("label") ?? directory.text("location"))
        guard told == .unknown else { return told }
        let device = device(record)
        if let place = device.placeByName { return place }
        return known(device)?.place ?? .unknown
    }

    /// The device that holds the gyroscope to this accelerometer: itself, or its twin on the same hub.
    package func gyroscope(of record: DeviceRecord) -> IIODevice? {
        let own = device(record)
        if own.hasScanAxes(.gyroscope) { return own.gyroscopeIsMountedApart ? nil : own }
        let parent = own.directory.parent
        return records.lazy.filter { $0.isIIODevice && $0 != record }.map { device($0) }.first { other in
            guard other.hasScanAxes(.gyroscope), !other.hasScanAxes(.accelerometer),
                !other.gyroscopeIsMountedApart
            else { return false }
            let otherParent = other.directory.parent
            if parent == otherParent { return true }
            let isHub = ["HID-SENSOR-", "cros-ec-"].contains { prefix in
                parent.name.hasPrefix(prefix) && otherParent.name.hasPrefix(prefix)
            }
            return isHub && parent.parent == otherParent.parent
                && own.directory.text("label") == other.directory.text("label")
        }
    }
}
