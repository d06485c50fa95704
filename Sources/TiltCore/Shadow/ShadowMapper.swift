/// Derives one subscription's offsets from motion: display rotation, reference, mapping, gain, limit, fallback.
public struct ShadowMapper: Equatable, Sendable {
    /// What a subscriber may choose.
    public struct Options: Equatable, Sendable {
        /// Points per radian of tilt; default 10.
        public var gain = 10.0
        /// The longest offset before the base is added, in points; 0 or more; by default the usual one of ``mapping``.
        public var limit: Double {
            get { chosenLimit ?? mapping.usualLimit }
            set { chosenLimit = newValue }
        }
        private var chosenLimit: Double?
        /// Added to every offset, in points; default (0, 0).
        public var base = ShadowOffset.zero
        /// Shown while there is no sensor, in points; default (0, 4).
        public var fallback = ShadowOffset(x: 0, y: 4)
        /// By default tilt.
        public var mapping = ShadowMapping.tilt
        /// By default absolute.
        public var reference = Reference.absolute
        /// How the panel is mounted, by the settings; by default none.
        public var panelRotation = DisplayRotation.none
        /// How the picture is turned on it; by default none.
        public var displayRotation = DisplayRotation.none
        /// False where the picture does not move with the device, and has the fallback for good; by default true.
        public var moves = true
        /// How far ahead the offset is extrapolated, in milliseconds, 0 to 100; default 0.
        public var lookaheadMilliseconds = 0.0
        /// True where turning an upright device about the vertical moves the shadow too; by default false.
        public var assistsYaw = false
        /// How fast the neutral of ``Reference/relative`` follows, in seconds; greater than 0; default 3 s.
        public var neutralTimeConstant = 3.0
        /// The widest angle between the neutral of ``Reference/relative`` and up, in radians; default 40°.
        public var neutralWidestAngle = 40.0 * Double.pi / 180

        /// Creates the default options.
        public init() {}

        /// How the picture is turned against the device: as the panel is, and on top of that.
        public var rotation: DisplayRotation { panelRotation + displayRotation }

        /// Takes a mapping and, where one is given, a limit; where none ever was, it is the usual one of the mapping.
        public mutating func use(_ mapping: ShadowMapping, limit given: Double?) {
            self.mapping = mapping
            chosenLimit = given ?? chosenLimit
        }
    }

    /// What one tick looks like on this subscriber's screen.
    public struct View: Equatable, Sendable {
        /// The offset to draw, in points.
        public var offset: ShadowOffset
        /// The tilt of the picture's axes, in radians.
        public var tilt: Tilt
        /// Up in the picture's axes.
        public var up: Up<ScreenAxes>
        /// True where the offset has not moved for a second, and is held exactly.
        public var isStill: Bool
    }

    /// The options in force; another reference, or another turn of the picture, begins with the pose of then.
    public var options: Options {
        didSet {
            let isSame = options.rotation == oldValue.rotation && options.reference == oldValue.reference
            if !isSame { neutral = nil }
            // Nothing of what was held belongs to the fallback.
            if options.moves != oldValue.moves { deadBand = DeadBand() }
        }
    }
    private var neutral: NeutralFrame?
    private var deadBand = DeadBand()
    private var lastTime: Timestamp?

    /// Creates a mapper whose neutral pose is that of its first tracked frame.
    public init(_ options: Options = Options()) {
        self.options = options
    }

    /// Takes the pose of the next tracked frame as the neutral one.
    public mutating func recentre() {
        neutral = nil
        deadBand = DeadBand()
    }

    /// The view of one tick, or `nil` where up has never been known.
    public mutating func view(of motion: Motion) -> View? {
        guard let estimate = motion.estimate else { return nil }
        let up = options.rotation(estimate.predicted(options.lookaheadMilliseconds / 1000))
        let steered = referred(up, at: motion)
        let mapped =
            (estimate.strength * options.mapping(steered, gain: options.gain)
            + yawOffset(motion, estimate, up))
            .clamped(to: options.limit)
        let fade = options.moves ? motion.fade : 0
        let offset = fade * (options.base + mapped) + (1 - fade) * options.fallback
        let settled = deadBand.settled(offset, at: motion.time)
        return View(offset: settled.offset, tilt: Tilt(of: up), up: up, isStill: settled.isStill)
    }

    /// A turn of an upright device, along the horizontal of the picture: nothing for a device that lies flat.
    private func yawOffset(
        _ motion: Motion, _ estimate: GravityEstimate, _ up: Up<ScreenAxes>
    ) -> ShadowOffset {
        guard options.assistsYaw else { return .zero }
        let yaw = YawAssist.predicted(
            motion.yaw, turning: estimate.turnRate, options.lookaheadMilliseconds / 1000)
        // A step of its own: Swift 6.2 takes the product of three for one of offsets.
        let scale: Double = options.gain * yaw
        return scale * ShadowOffset(x: up.y, y: up.x)
    }

    /// Up as it is seen from the neutral pose of the reference, which follows it or begins with it.
    package mutating func referred(_ up: Up<ScreenAxes>, at motion: Motion) -> Up<ScreenAxes> {
        defer { lastTime = motion.time }
        guard options.reference != .absolute else { return up }
        guard var neutral else {
            let neutral = NeutralFrame(neutral: up)
            if motion.state == .tracking { self.neutral = neutral }
            return neutral(up)
        }
        if options.reference == .relative, let lastTime {
            neutral.follow(
                up, interval: max(0, motion.time.seconds(since: lastTime)),
                timeConstant: options.neutralTimeConstant, widest: options.neutralWidestAngle)
            self.neutral = neutral
        }
        return neutral(up)
    }
}
