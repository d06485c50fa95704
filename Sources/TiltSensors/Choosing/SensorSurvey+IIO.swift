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
        // What the settings say is used, whatever the driver tells.
        var notes = device.mistoldScales(
            of: accelScale(for: candidate) == nil ? [.accelerometer, .gyroscope] : [.gyroscope])
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
        let told = toldPlace(of: record)
        guard told == .unknown else { return told }
        let device = device(record)
        if let place = device.placeByName { return place }
        return known(device)?.place ?? .unknown
    }

    /// True where angular rates would come with this accelerometer: they need a scale, and a device of its own has to be for
    /// us, too, which udev may say of it a moment later.
    private func hasGyroscope(_ record: DeviceRecord) -> Bool {
        guard let gyroscope = gyroscope(of: record), gyroscope.calibration(of: .gyroscope) != nil else {
            return false
        }
        return gyroscope.node == record.node || bufferRefusal(of: gyroscope) == nil
    }

    /// The device that holds the gyroscope to this accelerometer: itself, or its twin on the same hub.
    ///
    /// Of a hub that is the one at the accelerometer's place, or one of unknown place where none is told to be there. Where
    /// there is another, or another accelerometer that it may be of, none is taken: one in the other half of a convertible
    /// turns otherwise. Two of unknown place are not known to be at one; and what has a gyroscope at its own has no other.
    package func gyroscope(of record: DeviceRecord) -> IIODevice? {
        let own = device(record)
        if own.hasScanAxes(.gyroscope) { return own.gyroscopeIsMountedApart ? nil : own }
        let place = toldPlace(of: record)
        var found: IIODevice?
        var isAtPlace = false
        var (gyroscopes, rivals, rivalsAtPlace) = (0, 0, 0)
        for other in records where other.isIIODevice && other != record {
            let twin = device(other)
            let isAlike = twin.directory.parent == own.directory.parent
            guard isAlike || areOnOneHub(own, twin) else { continue }
            let itsPlace = toldPlace(of: other)
            let isThere = place != .unknown && itsPlace == place
            if twin.hasScanAxes(.accelerometer) || twin.hasRawAxes(.accelerometer) {
                rivalsAtPlace += isThere ? 1 : 0
                // Where both are told it is enough to know that there are two; and so the question ends with one answer.
                if place == .unknown, itsPlace != .unknown, gyroscope(of: other) != nil { continue }
                rivals += 1
            } else if twin.hasScanAxes(.gyroscope), !twin.gyroscopeIsMountedApart {
                if isAlike { return twin }
                guard isThere || !isAtPlace && itsPlace == .unknown else { continue }
                gyroscopes = isThere == isAtPlace ? gyroscopes + 1 : 1
                (found, isAtPlace) = (twin, isThere)
            }
        }
        return gyroscopes == 1 && (isAtPlace ? rivalsAtPlace : rivals) == 0 ? found : nil
    }

    private func areOnOneHub(_ a: IIODevice, _ b: IIODevice) -> Bool {
        let (a, b) = (a.directory.parent, b.directory.parent)
        return a.parent == b.parent
            && ["HID-SENSOR-", "cros-ec-"].contains { a.name.hasPrefix($0) && b.name.hasPrefix($0) }
    }

    /// Where udev, the driver's `label` or a Chromebook's older `location` say that a device sits.
    private func toldPlace(of record: DeviceRecord) -> SensorCandidate.Location {
        let directory = SysfsDirectory(record.sysPath)
        return SensorCandidate.Location(
            text: record.location ?? directory.text("label") ?? directory.text("location"))
    }
}
