import TiltCore
import TiltSensors

/// The device behind recorded events, as the recording describes it.
struct RecordedDevice {
    /// What it can do; the path is the node it was, or the format where none is told.
    var abilities: EvdevAbilities
    /// Bus, vendor, product and version; empty where the recording does not tell.
    var identity: [UInt16] = []
    /// udev's `ACCEL_MOUNT_MATRIX`, where the recording tells.
    var mountMatrix: String?
    /// Counts that the axes had before the first event: `ABS_X`, `ABS_Y`, … ; `nil` where nobody knows.
    var initialCounts: [Int32: Int32] = [:]

    /// True where the caller means this device.
    func isMeant(by options: ImportOptions) -> Bool {
        options.device.map { $0 == abilities.name || $0 == abilities.path } ?? true
    }

    /// What its axes are, as the daemon would see them.
    ///
    /// A scale that the caller gives makes no accelerometer of a device that is one of several: a gamepad's sticks have
    /// the same axes. It is one where its property or its name says so, or the caller.
    ///
    /// - Throws: ``ImportError/noAccelerometer(reasons:)`` with one reason.
    func layout(_ options: ImportOptions, isOneOfSeveral: Bool = false) throws(ImportError) -> EvdevLayout {
        var options = options
        if isOneOfSeveral, options.device == nil, !isKnownAccelerometer { options.accelScale = nil }
        do throws(SensorError) {
            return try EvdevLayout(of: abilities, accelScale: options.accelScale)
        } catch {
            throw .noAccelerometer(reasons: ["\"\(abilities.name)\" \(reason(error))"])
        }
    }

    private var isKnownAccelerometer: Bool {
        abilities.hasAccelerometerProperty || EvdevQuirk.named(abilities.name) != nil
    }

    /// True where its counts have a unit, which without the property is that of a pointer.
    private var hasResolutions: Bool {
        (0..<3).allSatisfy { (abilities.axis(Int32($0))?.resolution ?? 0) > 0 }
    }

    private func reason(_ error: SensorError) -> String {
        if case .unusable(let reason) = EvdevQuirk.named(abilities.name)?.content { return reason.rawValue }
        if case .unknownScale = error {
            return isKnownAccelerometer || !hasResolutions
                ? "does not say what its counts are" : "does not say that it is an accelerometer"
        }
        return "has no axes of acceleration"
    }

    /// Bus, vendor and product in four hexadecimal digits each; empty where the recording does not tell.
    private var numbers: [String] {
        identity.prefix(3).map { number in
            let digits = String(number, radix: 16)
            return String(repeating: "0", count: 4 - digits.count) + digits
        }
    }

    /// Sensor axes to device axes, as the daemon would have them.
    private var mounting: Mounting {
        let numbers = numbers
        let known = numbers.count == 3 ? KnownAxes.ofNode(vendor: numbers[1], product: numbers[2]) : nil
        return MountMatrixLookup(udevText: mountMatrix, known: known).resolve().mounting
    }

    /// The header of a log of its events, whose clock is not told: some begin at zero.
    func header(_ layout: EvdevLayout) -> LogHeader {
        let numbers = numbers
        let id = (["evdev"] + (numbers.isEmpty ? [abilities.name] : numbers)).joined(separator: ":")
        return LogHeader(
            sensor: SensorDescription(
                id: id.onOneLine(limit: 128), name: abilities.name.onOneLine(limit: 128), kind: .evdev,
                device: abilities.path.onOneLine(limit: 128), calibration: layout.calibration,
                mounting: mounting, reportsOnlyChanges: true),
            clock: "log")
    }
}
