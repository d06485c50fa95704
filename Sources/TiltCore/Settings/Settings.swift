/// Every parameter of the daemon, with its default.
///
/// ``SettingsTable`` knows how each is written, its unit and its range; this type is what the rest of the program
/// reads. A value made by ``SettingsReader`` is always within its range.
public struct Settings: Equatable, Sendable {
    /// Where subscribers connect and who may.
    public struct Socket: Equatable, Sendable {
        /// The path of the Unix socket; empty for the usual one of the system service or of a user.
        public var path = ""
        /// The permission bits of the socket file.
        public var mode: UInt32 = 0o660
        /// The group that owns the socket file; empty for the daemon's own.
        public var group = ""
        /// Who may subscribe, of those whom the file lets in.
        public var access = SocketAccessKind.session
        /// The number of connections at a time.
        public var maxSubscribers = 256
    }

    /// Which sensor is read, and how.
    public struct Sensor: Equatable, Sendable {
        /// The id, name or device node of the sensor to use; empty for the best one found.
        public var device = ""
        /// The time a sensor stays open after its last subscriber left, in seconds.
        public var holdSeconds = 5.0
        /// The age of the newest sample at which frames turn stale, in milliseconds.
        public var staleAfterMilliseconds = 500.0
        /// The rate asked of the driver, in Hz.
        public var samplingHz = 200.0
        /// The matrix to use in place of what udev or the driver says; `nil` for theirs.
        public var mountMatrix: MountMatrix?
        /// What the signs of the matrix mean; `nil` for what its source implies.
        public var matrixConvention: Mounting.Convention?
        /// +1 where the driver reports the reaction to gravity, -1 where it reports gravity; `nil` for what is known of it.
        public var rawSign: Double?
        /// The size of a count in m/s², for a driver that does not tell; `nil` to ask the driver.
        public var accelScale: Double?
    }

    /// How gravity is separated from hand motion; the defaults are the estimator's own.
    public struct Motion: Equatable, Sendable {
        private static let standard = GravityEstimator.Parameters()

        /// The filter.
        public var estimator = standard.kind
        /// Cutoff of the 1€ filter at rest, in Hz.
        public var minCutoffHz = standard.oneEuro.minimumCutoff
        /// Growth of that cutoff with speed, in Hz per rad/s.
        public var beta = standard.oneEuro.beta
        /// Cutoff of the filter that measures the speed, in Hz.
        public var derivativeCutoffHz = standard.oneEuro.derivativeCutoff
        /// Cutoff of the low-pass filter, in Hz.
        public var lowPassHz = standard.lowPassCutoff
        /// How late the motion sensor shows the motion, made up for by its gyroscope, in milliseconds; `nil` for half a sample.
        public var sensorDelayMilliseconds: Double?
    }

    /// How a tilt becomes a shadow offset, where a subscriber asks for nothing else; the defaults are the mapper's own.
    public struct Shadow: Equatable, Sendable {
        private static let standard = Subscription()

        /// Frames a second, in Hz.
        public var rateHz = standard.rateHz
        /// Points per radian.
        public var gain = standard.shadow.gain
        /// The greatest length of an offset before the base is added, in points; by default 16, and none with `euler`.
        public var limit = standard.shadow.limit
        /// Added to every offset, in points.
        public var base = standard.shadow.base
        /// Shown while there is no sensor, in points.
        public var fallback = standard.shadow.fallback
        /// The function from tilt to offset.
        public var mapping = standard.shadow.mapping
        /// The pose in which the offset is the base.
        public var reference = standard.shadow.reference
        /// How far the panel is mounted turned; what a program says of its picture is added.
        public var displayRotation = standard.shadow.displayRotation
        /// How far beyond its own instant a frame is extrapolated, in milliseconds.
        public var lookaheadMilliseconds = standard.shadow.lookaheadMilliseconds
        /// True where turning an upright device about the vertical moves the shadow.
        public var assistsYaw = standard.shadow.assistsYaw
        /// How fast the neutral of reference `relative` follows, in seconds.
        public var neutralTimeSeconds = standard.shadow.neutralTimeConstant
        /// The widest angle between the neutral of reference `relative` and up, in degrees.
        public var neutralAngleDegrees = 40.0
        /// The blur radius suggested to subscribers in `hello`, in points.
        public var blurPx = 16.0
        /// The opacity suggested to subscribers in `hello`, 0 to 1.
        public var opacity = 0.35
    }

    /// What is written to the log.
    public struct Log: Equatable, Sendable {
        /// The least urgent lines that are written.
        public var level = LogLevel.info
    }

    /// Section `[socket]`.
    public var socket = Socket()
    /// Section `[sensor]`.
    public var sensor = Sensor()
    /// Section `[motion]`.
    public var motion = Motion()
    /// Section `[shadow]`.
    public var shadow = Shadow()
    /// Section `[log]`.
    public var log = Log()

    /// Creates the defaults.
    public init() {}
}

/// Who may subscribe, of those whom the socket's file lets in.
public enum SocketAccessKind: String, CaseIterable, Sendable {
    /// Whoever sits in front, the superuser, the daemon's own user, and the members of the groups `tiltshadow` and of the file.
    case session
    /// All of them.
    case file
}
