/// What a page of memory says that whoever asked by `map` reads: the newest pose, as finely as frames have it.
///
/// 128 bytes, two lines of a processor's cache; numbers as the processor keeps them, at the places of ``Place``. All but
/// the first 16 bytes are guarded by the number at ``Place/sequence``: odd while the daemon writes, another after each
/// time. What a reader copied counts where that was even before, and the same after: see tiltshadow-protocol(7).
public struct PosePage: Equatable, Sendable {
    /// Where in the page each number stands, in bytes; `tiltshadow_pose.h` is held against these.
    public enum Place {
        /// 64 bits: ``PosePage/magic``.
        public static let magic = 0
        /// 32 bits: ``PosePage/version``.
        public static let version = 8
        /// 32 bits: ``PosePage/size``.
        public static let size = 12
        /// 64 bits: odd while the page is written.
        public static let sequence = 16
        /// 32 bits: ``TrackingState/number``.
        public static let state = 24
        /// 32 bits: ``PosePage/Flags``.
        public static let flags = 28
        /// 64 bits, signed: ``PosePage/time``.
        public static let time = 32
        /// 64 bits, signed: ``PosePage/target``.
        public static let target = 40
        /// Three doubles: ``PosePage/up``.
        public static let up = 48
        /// Three doubles: ``PosePage/rate``.
        public static let rate = 72
        /// A double: ``PosePage/strength``.
        public static let strength = 96
        /// A double: ``PosePage/fade``.
        public static let fade = 104
        /// A double: ``PosePage/yaw``.
        public static let yaw = 112
        /// A double: ``PosePage/rateHz``.
        public static let rateHz = 120
    }

    /// What is true of a page, or not.
    public struct Flags: OptionSet, Hashable, Sendable {
        /// A bit for each.
        public let rawValue: UInt32

        /// Creates the set of these bits.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// The page is not written any more: ask by `map` for another.
        public static let ended = Flags(rawValue: 1)
        /// There is a pose: ``PosePage/up`` means something.
        public static let hasPose = Flags(rawValue: 2)
        /// The offset has not moved for a second, as frames of the daemon's defaults say it.
        public static let still = Flags(rawValue: 4)
        /// The sensor has a gyroscope, so that looking far ahead pays.
        public static let gyroscope = Flags(rawValue: 8)

        /// Two bits from here on: quarters by which the panel is turned, by the settings.
        static let panelShift: UInt32 = 8
        /// Two bits from here on: quarters by which the picture is turned, as `rotate` of the same user has said last.
        static let displayShift: UInt32 = 10
    }

    /// The bytes `TILTPOSE`, in this order.
    public static let magic = UInt64(littleEndian: 0x4553_4f50_544c_4954)
    /// The version of this layout.
    public static let version: UInt32 = 1
    /// How many bytes it has.
    public static let size = 128
    /// How often a page may be asked to be written, in Hz; 50 where nobody says.
    public static let rates = Subscription.rates
    /// How often it is written where nobody says, in Hz.
    public static let usualRate = 50.0

    /// Whether there is a sensor.
    public var state = TrackingState.none
    /// What is true of it.
    public var flags: Flags = []
    /// How the panel is mounted, by the settings.
    public var panelRotation = DisplayRotation.none
    /// How the picture is turned of those of this user who follow.
    public var displayRotation = DisplayRotation.none
    /// CLOCK_MONOTONIC at the tick that wrote it; at the last, where it has ended.
    public var time = Timestamp(nanoseconds: 0)
    /// The instant that the pose is true for.
    public var target = Timestamp(nanoseconds: 0)
    /// The direction away from the ground, in the device's axes; nothing without ``Flags/hasPose``.
    public var up = Up<DeviceAxes>(x: 0, y: 0, z: 0)
    /// How fast the device turns, in rad/s: u̇ = u × rate.
    public var rate = AngularRate<DeviceAxes>.zero
    /// How much of the usual gravity there is, 0 to 1; see ``GravityEstimate/strength``.
    public var strength = 0.0
    /// How much of the motion shows, from 0 (the fallback) to 1.
    public var fade = 0.0
    /// How far the device was turned about the vertical lately, in radians; see ``Motion/yaw``.
    public var yaw = 0.0
    /// How often it is written, in Hz; more slowly while nothing moves, but once a second at least.
    public var rateHz = PosePage.usualRate

    /// Creates a page without a pose.
    public init() {}

    /// Creates the page of a tick; `motion` must be rounded as for everybody (``Motion/rounded()``).
    public init(_ motion: Motion, isStill: Bool) {
        state = motion.state
        (time, target) = (motion.time, motion.time)
        (fade, yaw) = (motion.fade, motion.yaw)
        guard let estimate = motion.estimate else { return }
        flags = isStill ? [.hasPose, .still] : .hasPose
        (up, rate, strength) = (estimate.up, estimate.rate, estimate.strength)
    }

    /// The last that a page says: there is no pose any more, and there will be none.
    public static func ended(at time: Timestamp) -> PosePage {
        var page = PosePage()
        page.flags = .ended
        (page.time, page.target) = (time, time)
        return page
    }

    /// A page that says nothing of an end and is older than so many seconds is of a daemon that hangs or has died: 3 s.
    public static let oldAge = 3.0
    /// How long what an old page says fades to nothing, in seconds: 1 s.
    private static let easing = 1.0

    /// How much of its motion is to show at an instant of CLOCK_MONOTONIC, 0 to 1: all until it is old, and less from then on.
    public func freshness(at instant: Timestamp) -> Double {
        // Not by whole numbers: a stranger's may be any.
        let seconds = (Double(instant.nanoseconds) - Double(time.nanoseconds)) * 1e-9
        let age = min(1, max(0, (seconds - Self.oldAge) / Self.easing))
        return 1 - age * age * (3 - 2 * age)
    }

    /// The motion that it tells of.
    public var motion: Motion {
        // Of a stranger's page the direction alone counts.
        let direction = flags.contains(.hasPose) ? Up<DeviceAxes>(of: up) : nil
        let estimate = direction.map { GravityEstimate(up: $0, strength: strength, rate: rate) }
        return Motion(time: target, state: state, estimate: estimate, fade: fade, yaw: yaw)
    }
}

// MARK: the bytes

extension PosePage {
    /// Appends all of its bytes, the sequence as 0: who writes the page counts that.
    public func append(to buffer: inout ByteBuffer) {
        buffer.append(word: Self.magic)
        buffer.append(word: UInt64(Self.version) | UInt64(Self.size) << 32)
        buffer.append(word: 0)
        let rotations =
            panelRotation.quarters << Flags.panelShift | displayRotation.quarters << Flags.displayShift
        buffer.append(word: UInt64(UInt32(state.number)) | UInt64(flags.rawValue | rotations) << 32)
        buffer.append(word: UInt64(bitPattern: time.nanoseconds))
        buffer.append(word: UInt64(bitPattern: target.nanoseconds))
        for number in [up.x, up.y, up.z, rate.x, rate.y, rate.z, strength, fade, yaw, rateHz] {
            buffer.append(word: number.bitPattern)
        }
    }

    /// Reads a copy of its bytes; `nil` where they are no page of this version.
    public init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.size, bytes.word(Place.magic) == Self.magic,
            bytes.half(Place.version) == Self.version, bytes.half(Place.size) >= Self.size
        else { return nil }
        let state = TrackingState.allCases.first { $0.number == Int64(bytes.half(Place.state)) }
        guard let state else { return nil }
        let flags = bytes.half(Place.flags)
        self.init()
        self.state = state
        self.flags = Flags(rawValue: flags & (1 << Flags.panelShift - 1))
        panelRotation = DisplayRotation(quarters: flags >> Flags.panelShift)
        displayRotation = DisplayRotation(quarters: flags >> Flags.displayShift)
        time = Timestamp(nanoseconds: Int64(bitPattern: bytes.word(Place.time)))
        target = Timestamp(nanoseconds: Int64(bitPattern: bytes.word(Place.target)))
        up = bytes.vector(Place.up)
        rate = bytes.vector(Place.rate)
        strength = bytes.number(Place.strength)
        fade = bytes.number(Place.fade)
        yaw = bytes.number(Place.yaw)
        let hz = bytes.number(Place.rateHz)
        rateHz = hz >= 0 && hz <= Self.largest ? hz : 0
        if !isSound { self.flags.remove(.hasPose) }
    }

    /// Whether its numbers can be those of a pose: whatever else a stranger writes there must become neither NaN nor an offset
    /// beyond the limit.
    private var isSound: Bool {
        let square = up.x * up.x + up.y * up.y + up.z * up.z
        // An older daemon's ease may end a last bit beyond.
        let shares = -1e-6...1 + 1e-6
        return square >= 0.25 && square <= 4 && shares.contains(strength) && shares.contains(fade)
            && abs(rate.x) <= Self.largest && abs(rate.y) <= Self.largest && abs(rate.z) <= Self.largest
            && abs(yaw) <= Self.largest
    }

    private static let largest = 1e6
}

extension DisplayRotation {
    fileprivate var quarters: UInt32 { UInt32(rawValue / 90) }

    fileprivate init(quarters: UInt32) {
        switch quarters & 3 {
        case 0: self = .none
        case 1: self = .quarter
        case 2: self = .half
        default: self = .threeQuarters
        }
    }
}

extension ByteBuffer {
    /// Appends 64 bits as the processor keeps them.
    fileprivate mutating func append(word: UInt64) { withUnsafeBytes(of: word) { append($0) } }
}

extension UnsafeRawBufferPointer {
    fileprivate func word(_ place: Int) -> UInt64 { loadUnaligned(fromByteOffset: place, as: UInt64.self) }

    fileprivate func half(_ place: Int) -> UInt32 { loadUnaligned(fromByteOffset: place, as: UInt32.self) }

    fileprivate func number(_ place: Int) -> Double { Double(bitPattern: word(place)) }

    fileprivate func vector<Vector: AxisVector>(_ place: Int) -> Vector {
        Vector(x: number(place), y: number(place + 8), z: number(place + 16))
    }
}
