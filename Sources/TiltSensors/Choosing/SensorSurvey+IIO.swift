import CLinux
import TiltCore

extension SensorSurvey {
    /// The IIO device of a record.
    package func device(_ record: DeviceRecord) -> IIODevice {
        IIODevice(
            directory: SysfsDirectory(record.sysPath), node: record.node ?? "",
            bus: SysfsDirectory(options.sysRoot + "/bus/iio/devices"))
    }

    /// The buffer and the polled candidate of an IIO device, not judged yet; none where it is no accelerometer.
    func candidates(iio record: DeviceRecord) -> [SensorCandidate] {
        let device = device(record)
        let directory = device.directory
        func candidate(_ kind: SensorDescription.Kind, gyroscope: Bool = false) -> SensorCandidate {
            SensorCandidate(
                id: kind.rawValue + ":" + stableName(of: device), name: device.name, kind: kind,
                device: kind == .iioPoll ? directory.path : device.node, sysPath: record.sysPath,
                location: location(of: record), hasGyroscope: gyroscope, rank: nil, reason: "")
        }
        let (canScan, canPoll) = (device.hasScanAxes(.accelerometer), device.hasRawAxes(.accelerometer))
        guard canScan || canPoll else {
            let isKin =
                directory.has("in_accel_linear_x_raw") || directory.has("in_gravity_x_raw")
                || IIODevice.Channels.accelerometer.axes.contains { directory.has($0 + "_raw") }
            return isKin ? [candidate(.iioPoll)] : []
        }
        return (canScan ? [candidate(.iioBuffer, gyroscope: hasGyroscope(record))] : [])
            + (canPoll ? [candidate(.iioPoll)] : [])
    }

    /// Why an IIO device cannot be read that way; `nil` where it can.
    func refusal(iio device: IIODevice, _ candidate: SensorCandidate) -> String? {
        let directory = device.directory
        guard device.hasScanAxes(.accelerometer) || device.hasRawAxes(.accelerometer) else {
            if directory.has("in_accel_linear_x_raw") { return "reports acceleration without gravity" }
            if directory.has("in_gravity_x_raw") {
                return "reports gravity as a sensor hub computed it, late and smoothed"
            }
            return "has no x, y and z acceleration axes"
        }
        if let refusal = scaleRefusal(of: device, candidate) { return refusal }
        guard candidate.kind == .iioPoll else { return bufferRefusal(of: device) }
        return access(directory.path + "/in_accel_x_raw", R_OK) == 0
            ? nil : "no permission to read in_accel_x_raw"
    }

    /// What else there is to say of an IIO device: one sentence part each.
    func notes(iio device: IIODevice, _ candidate: SensorCandidate) -> [String] {
        var notes = device.mistoldScales
        if candidate.kind == .iioBuffer, device.directory.text("buffer/enable") == "1",
            let holder = DeviceHolder.named(of: device.node)
        {
            notes.append("its buffer is held by " + holder)
        }
        return notes
    }

    private func bufferRefusal(of device: IIODevice) -> String? {
        guard !device.node.isEmpty, access(device.node, F_OK) == 0 else { return "has no device node" }
        guard access(device.node, R_OK) == 0 else { return "no permission to read " + device.node }
        let directory = device.directory
        guard directory.isWritable("buffer/enable") || directory.text("buffer/enable") == "1" else {
            return "no permission to write buffer/enable"
        }
        return scanRefusal(of: device) ?? IIOTrigger.refusal(for: device)
    }

    /// What of a scan opening the buffer would not understand.
    private func scanRefusal(of device: IIODevice) -> String? {
        for channel in IIODevice.Channels.accelerometer.axes + ["in_timestamp"] {
            let type = "scan_elements/" + channel + "_type"
            guard let text = device.directory.text(type) else { continue }
            do throws(ScanTypeError) { _ = try ScanType(parsing: text) } catch {
                return "its " + channel + ": " + error.description
            }
        }
        return nil
    }

    /// Why counts cannot be turned into m/s²; the settings' scale is for the candidate that they name.
    private func scaleRefusal(of device: IIODevice, _ candidate: SensorCandidate) -> String? {
        guard accelScale(for: candidate) == nil else { return nil }
        guard let scale = device.calibration(of: .accelerometer)?.scale else {
            return "does not report its scale; set accel_scale for it"
        }
        for value in [scale.x, scale.y, scale.z] where !(Self.plausibleScales ~= value.magnitude) {
            return "reports a scale of " + value.shortText
                + " m/s² a count, which is none; set accel_scale for it"
        }
        return nil
    }

    /// What a count may be, in m/s²: between a millionth of what the finest chips have and a hundred g.
    private static var plausibleScales: ClosedRange<Double> { 1e-11...1e3 }

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

    /// True where angular rates would come with this accelerometer: a device of its own has to be for us, too, which udev may
    /// say of it a moment later.
    private func hasGyroscope(_ record: DeviceRecord) -> Bool {
        guard let gyroscope = gyroscope(of: record) else { return false }
        return gyroscope.node == record.node || bufferRefusal(of: gyroscope) == nil
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
