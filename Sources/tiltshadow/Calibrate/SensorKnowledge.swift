import TiltCore
import TiltSensors

/// What is known of the sensor that is being calibrated, besides its readings.
struct SensorKnowledge {
    /// A name that stays, for the settings; `nil` for a sensor that is only in a log.
    var device: String?
    /// What to call it.
    var name: String
    /// The mounting in force; `nil` where only the daemon knows.
    var mounting: Mounting?
    /// True where ``mounting`` is what a log says, of the time when it was recorded.
    var isMountedByLog = false
    /// m/s² per count; `nil` where it is not known, or differs from axis to axis.
    var accelScale: Double?
    /// What the forces that were read are to be multiplied by, axis by axis, to be those of the scale in force.
    ///
    /// 1 but for a log, which has a scale of its own.
    var factorInForce = MatrixRow(x: 1, y: 1, z: 1)
    /// What the hwdb knows it by; `nil` where the hwdb cannot know it.
    var identity: SensorIdentity?
    /// The device node, for commands.
    var node: String?
    /// True where a device tree described it.
    var isFromDeviceTree = false
    /// True where a daemon plays a log in its place, whose own header says how it is mounted.
    var isPlayed = false

    /// A sensor that was opened, or read from a log.
    init(_ description: SensorDescription, survey: SensorSurvey) {
        name = description.name
        mounting = description.mounting
        let scale = description.calibration.accelerometer.scale
        if scale.x == scale.y, scale.y == scale.z { accelScale = scale.x }
        if Self.isNameThatStays(description), Self.isSettable(description.id) { device = description.id }
        find(description.id, in: survey)
    }

    /// A sensor that a log was recorded of.
    ///
    /// Its mounting and its scale are the log's; where `isToBeChanged`, those in force here, as far as they are known: by
    /// the settings where they say one for this sensor, and of a sensor that is here by all that counts for it.
    init(log description: SensorDescription, survey: SensorSurvey, isToBeChanged: Bool) {
        self.init(description, survey: survey)
        isMountedByLog = true
        guard isToBeChanged else { return }
        if let scale = Self.scaleInForce(of: description, survey) {
            let read = description.calibration.accelerometer.scale
            accelScale = scale
            factorInForce = MatrixRow(x: scale / read.x, y: scale / read.y, z: scale / read.z)
        }
        guard let present = Self.mountingInForce(of: description, survey) else { return }
        (mounting, isMountedByLog) = (present, false)
    }

    /// m/s² per count by the settings; `nil` where they say none for this sensor, or its log has no counts of it.
    private static func scaleInForce(of description: SensorDescription, _ survey: SensorSurvey) -> Double? {
        guard description.kind != .log else { return nil }
        if let candidate = survey.candidates().first(where: { $0.id == description.id }) {
            return survey.accelScale(for: candidate)
        }
        return areSettingsFor(description, survey.options) ? survey.options.accelScale : nil
    }

    /// True where the settings name this sensor, or none.
    private static func areSettingsFor(_ description: SensorDescription, _ options: SensorOptions) -> Bool {
        guard let named = options.device else { return true }
        return [description.name, description.device].contains(named) || areOneDevice(named, description.id)
    }

    /// True for two ids of one device, as which one that is read in two ways has: the settings' are for either.
    static func areOneDevice(_ id: String, _ other: String) -> Bool {
        let ways: [SensorDescription.Kind] = [.iioBuffer, .iioPoll]
        func chip(_ id: String) -> Substring? {
            ways.map { $0.rawValue + ":" }.first { id.hasPrefix($0) }.map { id.dropFirst($0.count) }
        }
        return id == other || (chip(id).map { $0 == chip(other) } ?? false)
    }

    private static func mountingInForce(
        of description: SensorDescription, _ survey: SensorSurvey
    ) -> Mounting? {
        if let candidate = survey.candidates().first(where: { $0.id == description.id }) {
            return survey.lookup(of: candidate)?.resolve().mounting
        }
        let options = survey.options
        guard areSettingsFor(description, options),
            options.mountMatrix != nil || options.matrixConvention != nil || options.rawSign != nil
        else { return nil }
        let logged = description.mounting
        return Mounting(
            matrix: options.mountMatrix ?? logged.matrix,
            source: options.mountMatrix == nil ? logged.source : .config,
            convention: options.matrixConvention
                ?? (options.mountMatrix == nil ? logged.convention : .kernel),
            rawSign: options.rawSign ?? logged.rawSign)
    }

    /// A sensor that a daemon of this machine reads.
    init(id: String, name: String, survey: SensorSurvey) {
        self.name = name
        find(id, in: survey)
    }

    /// True where the settings can name a sensor so: what begins with a quote, as an id of a log may, they refuse.
    private static func isSettable(_ id: String) -> Bool {
        var layers = LayeredSettings()
        do throws(SettingsError) {
            try layers.apply("sensor.device=\(id)", option: "")
            return layers.settings.sensor.device == id
        } catch { return false }
    }

    /// True where a daemon could know a sensor by its id: not where a log has none, or one that the reader of a recording made up.
    ///
    /// The id of an event node has five parts.
    private static func isNameThatStays(_ description: SensorDescription) -> Bool {
        switch description.kind {
        case .log: false
        case .evdev:
            description.id.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 4).count == 5
                && description.id.hasPrefix("evdev:")
        case .iioBuffer, .iioPoll, .remote: !description.id.isEmpty
        }
    }

    /// Fills in what this machine's own devices tell.
    private mutating func find(_ id: String, in survey: SensorSurvey) {
        guard let candidate = survey.candidates().first(where: { $0.id == id }) else { return }
        device = candidate.id
        mounting = mounting ?? survey.lookup(of: candidate)?.resolve().mounting
        node = candidate.kind == .iioPoll ? nil : candidate.device
        let directory = SysfsDirectory(candidate.sysPath)
        identity = SensorIdentity(of: directory, kind: candidate.kind, sysRoot: survey.options.sysRoot)
        isFromDeviceTree = directory.parent.has("of_node")
    }
}
