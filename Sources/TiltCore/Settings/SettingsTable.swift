/// Every key of the settings file, once.
///
/// The reader, the shipped file, `tiltshadow config` and the manual page are made from it.
public enum SettingsTable {
    /// The keys in the order of the file, by sections.
    public static let all: [Setting] = socket + sensor + motion + shadow + log

    /// The key `key` of `section`, or `nil` where there is none.
    public static func setting(_ section: SettingsSection, _ key: String) -> Setting? {
        setting(section.rawValue + "." + key)
    }

    /// The key called `name`, its section first; `nil` where there is none.
    @inline(never)
    static func setting(_ name: String) -> Setting? { all.first { $0.name == name } }

    /// What an unknown key was probably meant to be: the same key of another section, else the nearest spelling.
    static func nearest(to key: String, in section: SettingsSection) -> Setting? {
        if let elsewhere = all.first(where: { $0.key == key }) { return elsewhere }
        let here = all.filter { $0.section == section }
        for group in [here, all] {
            guard let nearest = EditDistance.nearest(to: key, among: group.map { $0.key }) else { continue }
            return group.first { $0.key == nearest }
        }
        return nil
    }

    private static let socket: [Setting] = [
        .socketPath(
            .socket, "path",
            "The Unix socket. Nothing: /run/tiltshadow/tiltshadow.sock for root and the system service, "
                + "$XDG_RUNTIME_DIR/tiltshadow/tiltshadow.sock for a user."
        ) { $1(&$0.socket.path) },
        .fileMode(
            .socket, "mode",
            "Permissions of the socket file. Motion betrays keystrokes, so it is not for everyone: with 0666, access alone "
                + "decides. tiltshadowd --user, as OpenRC, runit and dinit start it, has 0666 where no file sets it."
        ) { $1(&$0.socket.mode) },
        .name(
            .socket, "group", expected: "a group name or number, or nothing",
            "Group of the socket file. Nothing: tiltshadow for the superuser's daemon where there is such a group, else "
                + "the daemon's own."
        ) { $1(&$0.socket.group) },
        .choice(
            .socket, "access", SocketAccessKind.allCases.map { ($0.rawValue, $0) },
            "Who may subscribe, of those whom the socket file lets in. session: whoever sits in front (a user with an active "
                + "local session on a seat), root, the daemon's own user, and members of the groups tiltshadow and of the "
                + "socket file. file: all of them, with a mode of 0666 everybody."
        ) { $1(&$0.socket.access) },
        .integer(
            .socket, "max_subscribers", 1...16_384,
            "Connections at a time; one more is told so and closed. No user but root and the daemon's own has more than half "
                + "of them, and one of 16 is kept for these two."
        ) { $1(&$0.socket.maxSubscribers) },
    ]

    private static let sensor: [Setting] = [
        .name(
            .sensor, "device", expected: "an id, name or device node, or nothing",
            "The sensor to use, as `tiltshadow sensors` lists it. Nothing: the best one found."
        ) { $1(&$0.sensor.device) },
        .number(
            .sensor, "hold_s", unit: "seconds", 0...3600,
            "How long the sensor stays open after the last subscriber left; some take long to open again."
        ) { $1(&$0.sensor.holdSeconds) },
        .number(
            .sensor, "stale_after_ms", unit: "milliseconds", 40...60_000,
            "Age of the newest sample at which frames turn stale; soon after, the shadow eases to its fallback. "
                + "A sensor that reports only changes is not stale while it rests."
        ) { $1(&$0.sensor.staleAfterMilliseconds) },
        .number(
            .sensor, "sampling_hz", unit: "Hz", 10...2000,
            "Rate asked of the driver; it takes the nearest it has."
        ) { $1(&$0.sensor.samplingHz) },
        .mountMatrix(
            .sensor, "mount_matrix",
            "Sensor axes to device axes, by rows; `tiltshadow calibrate` finds them. Nothing: what udev or the driver "
                + "says."
        ) { $1(&$0.sensor.mountMatrix) },
        .choice(
            .sensor, "matrix_convention", [("auto", nil), ("kernel", .kernel), ("hid", .hid)],
            "What the signs of the mount matrix mean: a rotation by the kernel's document, or the signs of HID "
                + "and Windows. auto: hid for a matrix from udev or ACPI, kernel for any other."
        ) { $1(&$0.sensor.matrixConvention) },
        .choice(
            .sensor, "raw_sign", [("auto", nil), ("1", 1), ("-1", -1)],
            "1 where the driver reads +9.81 m/s² upwards at rest, -1 where it reads it downwards. auto: -1 for "
                + "HID sensor hubs, 1 for any other."
        ) { $1(&$0.sensor.rawSign) },
        .number(
            .sensor, "accel_scale", unit: "m/s² per count", 0...10, zero: "asks the driver",
            "Size of one count, for a driver that does not tell."
        ) { settings, body in
            var scale = settings.sensor.accelScale ?? 0
            body(&scale)
            settings.sensor.accelScale = scale > 0 ? scale : nil
        },
    ]

    private static let motion: [Setting] = [
        .choice(
            .motion, "estimator", EstimatorKind.allCases.map { ($0.rawValue, $0) },
            "The filter that tells gravity from the motion of a hand. auto: both sensors fused where there is a "
                + "gyroscope, else the 1€ filter (quiet at rest, quick in motion); or that alone, a plain low-pass, or none."
        ) { $1(&$0.motion.estimator) },
        .number(
            .motion, "min_cutoff_hz", unit: "Hz", 0.01...50,
            "Cutoff of the 1€ filter at rest. Lower: calmer and later."
        ) { $1(&$0.motion.minCutoffHz) },
        .number(
            .motion, "beta", unit: "Hz per rad/s", 0...100,
            "How much the 1€ filter opens with speed. Higher: quicker in motion."
        ) { $1(&$0.motion.beta) },
        .number(
            .motion, "derivative_cutoff_hz", unit: "Hz", 0.01...50,
            "Cutoff of the 1€ filter's own measure of speed."
        ) { $1(&$0.motion.derivativeCutoffHz) },
        .number(
            .motion, "low_pass_hz", unit: "Hz", 0.05...50, "Cutoff of the low-pass filter."
        ) { $1(&$0.motion.lowPassHz) },
        .number(
            .motion, "sensor_delay_ms", unit: "milliseconds", -20...50, orNone: "auto",
            "How much later than its time stamp says the motion sensor shows the motion, made up for where there is a "
                + "gyroscope. auto: half a sample."
        ) { $1(&$0.motion.sensorDelayMilliseconds) },
    ]

    private static let shadow: [Setting] = [
        .number(
            .shadow, "rate_hz", unit: "Hz", Subscription.rates, "Frames a second."
        ) { $1(&$0.shadow.rateHz) },
        .number(
            .shadow, "gain", unit: "points per radian", Subscription.gains,
            "How far the shadow moves; negative turns it to the other side."
        ) { $1(&$0.shadow.gain) },
        .number(
            .shadow, "limit", unit: "points", Subscription.limits,
            "Greatest distance of the shadow in any direction, before the base is added. The euler mapping has none "
                + "at this default, which shows how far it jumps."
        ) { $1(&$0.shadow.limit) },
        .offset(
            .shadow, "base", -1000...1000, "Added to every offset: x to the right, y down the screen."
        ) { $1(&$0.shadow.base) },
        .offset(
            .shadow, "fallback", -1000...1000, "Offset while there is no sensor."
        ) { $1(&$0.shadow.fallback) },
        .choice(
            .shadow, "mapping", ShadowMapping.allCases.map { ($0.rawValue, $0) },
            "From tilt to offset: the two tilt angles, the projection of up onto the screen, or the Euler angles "
                + "that jump at the vertical, kept for comparison."
        ) { $1(&$0.shadow.mapping) },
        .choice(
            .shadow, "reference", Reference.allCases.map { ($0.rawValue, $0) },
            "The pose in which the shadow lies at its base: flat, the pose it has been held in, or the first one."
        ) { $1(&$0.shadow.reference) },
        .choice(
            .shadow, "display_rotation", unit: "degrees",
            DisplayRotation.allCases.map { ($0.rawValue.description, $0) },
            "How far the picture is turned clockwise, 90 where its top is at the device's right edge: in the settings "
                + "against the device, for a panel that is mounted turned, and by a program against that panel. The two "
                + "add up."
        ) { $1(&$0.shadow.displayRotation) },
        .number(
            .shadow, "lookahead_ms", unit: "milliseconds", Subscription.lookaheads,
            "How far beyond its own instant a frame is extrapolated: what a screen takes to show it. With an "
                + "accelerometer alone this makes rest visible."
        ) { $1(&$0.shadow.lookaheadMilliseconds) },
        .choice(
            .shadow, "yaw_assist", [("no", false), ("yes", true)],
            "Whether turning an upright device about the vertical moves the shadow, too; needs a gyroscope, and the "
                + "estimator auto."
        ) { $1(&$0.shadow.assistsYaw) },
        .number(
            .shadow, "neutral_time_s", unit: "seconds", 0.1...600,
            "With reference relative: the time constant with which the neutral pose follows."
        ) { $1(&$0.shadow.neutralTimeSeconds) },
        .number(
            .shadow, "neutral_angle_deg", unit: "degrees", 1...90,
            "With reference relative: the angle beyond which the neutral pose is dragged along."
        ) { $1(&$0.shadow.neutralAngleDegrees) },
        .number(
            .shadow, "blur_px", unit: "points", 0...1000, "Blur radius suggested to subscribers."
        ) { $1(&$0.shadow.blurPx) },
        .number(.shadow, "opacity", 0...1, "Opacity suggested to subscribers.") { $1(&$0.shadow.opacity) },
    ]

    private static let log: [Setting] = [
        .choice(
            .log, "level", LogLevel.allCases.map { ($0.rawValue, $0) },
            "The least urgent lines that are written."
        ) { $1(&$0.log.level) }
    ]
}

/// A heading of the settings file, written in brackets.
public enum SettingsSection: String, CaseIterable, Sendable {
    case socket, sensor, motion, shadow, log

    /// What its keys are about, in one sentence.
    public var meaning: String {
        switch self {
        case .socket:
            "Where subscribers connect and who may. Under tiltshadow.socket, systemd makes the socket and its unit "
                + "decides path, mode and group."
        case .sensor: "Which sensor is read, and how."
        case .motion: "How gravity is separated from hand motion."
        case .shadow: "How a tilt becomes a shadow offset. A subscriber may ask for other values for itself."
        case .log: "What is written to the log."
        }
    }
}
