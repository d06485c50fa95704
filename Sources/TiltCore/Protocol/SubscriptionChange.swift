/// The options named in one `subscribe` request; what is `nil` stays as it is.
public struct SubscriptionChange: Equatable, Sendable {
    /// Frames a second.
    public var rateHz: Double?
    /// An instant of a tick, in nanoseconds of CLOCK_MONOTONIC; a rate that is named without one gives it up.
    public var phase: Int64?
    /// Points per radian.
    public var gain: Double?
    /// Points.
    public var limit: Double?
    /// Milliseconds.
    public var lookaheadMilliseconds: Double?
    /// The function from up to offset.
    public var mapping: ShadowMapping?
    /// The pose of no offset.
    public var reference: Reference?
    /// How the picture is turned.
    public var displayRotation: DisplayRotation?
    /// True where frames are to carry up.
    public var includesUp: Bool?
    /// True where frames are to carry what the sensor itself said.
    public var includesRaw: Bool?
    /// When frames are sent.
    public var when: Subscription.When?
    /// True where turning an upright device about the vertical is to move the shadow.
    public var assistsYaw: Bool?
    /// True where no frame is to be sent before the last one was read.
    public var isStrict: Bool?

    /// Creates a change of nothing.
    public init() {}

    /// The subscription with the change made.
    public func applied(to subscription: Subscription) -> Subscription {
        var next = subscription
        next.phase = phase ?? (rateHz == nil ? next.phase : nil)
        next.rateHz = rateHz ?? next.rateHz
        next.shadow.gain = gain ?? next.shadow.gain
        next.shadow.lookaheadMilliseconds = lookaheadMilliseconds ?? next.shadow.lookaheadMilliseconds
        next.shadow.use(mapping ?? next.shadow.mapping, limit: limit)
        next.shadow.reference = reference ?? next.shadow.reference
        next.shadow.displayRotation = displayRotation ?? next.shadow.displayRotation
        next.includesUp = includesUp ?? next.includesUp
        next.includesRaw = includesRaw ?? next.includesRaw
        next.when = when ?? next.when
        next.shadow.assistsYaw = assistsYaw ?? next.shadow.assistsYaw
        next.isStrict = isStrict ?? next.isStrict
        return next
    }

    /// This change with a later one on top.
    public func merging(_ later: SubscriptionChange) -> SubscriptionChange {
        var merged = later
        merged.phase = later.phase ?? (later.rateHz == nil ? phase : nil)
        merged.rateHz = later.rateHz ?? rateHz
        merged.gain = later.gain ?? gain
        merged.limit = later.limit ?? limit
        merged.lookaheadMilliseconds = later.lookaheadMilliseconds ?? lookaheadMilliseconds
        merged.mapping = later.mapping ?? mapping
        merged.reference = later.reference ?? reference
        merged.displayRotation = later.displayRotation ?? displayRotation
        merged.includesUp = later.includesUp ?? includesUp
        merged.includesRaw = later.includesRaw ?? includesRaw
        merged.when = later.when ?? when
        merged.assistsYaw = later.assistsYaw ?? assistsYaw
        merged.isStrict = later.isStrict ?? isStrict
        return merged
    }

    /// Reads the options of a `subscribe` request; nothing is changed where one of them is wrong.
    init(_ request: JSONValue) throws(ControlError) {
        rateHz = try Self.number("rate_hz", in: request, Subscription.rates)
        phase = try Self.instant("phase_ns", in: request)
        gain = try Self.number("gain", in: request, Subscription.gains)
        limit = try Self.number("limit", in: request, Subscription.limits)
        lookaheadMilliseconds = try Self.number("lookahead_ms", in: request, Subscription.lookaheads)
        mapping = try Self.word("mapping", in: request)
        reference = try Self.word("reference", in: request)
        when = try Self.word("when", in: request)
        displayRotation = try Self.rotation(in: request)
        (includesUp, includesRaw) = try Self.include(in: request)
        assistsYaw = try Self.flag("yaw_assist", in: request)
        isStrict = try Self.flag("strict", in: request)
    }

    private static func flag(_ key: String, in request: JSONValue) throws(ControlError) -> Bool? {
        guard let value = request[key] else { return nil }
        guard case .bool(let flag) = value else {
            throw .wrongKind(key: key, expected: "true or false", got: value.kindInWords)
        }
        return flag
    }

    private static func number(
        _ key: String, in request: JSONValue, _ range: ClosedRange<Double>
    ) throws(ControlError) -> Double? {
        guard let value = request[key] else { return nil }
        guard let number = value.number else {
            throw .wrongKind(key: key, expected: "a number", got: value.kindInWords)
        }
        guard range.contains(number) else { throw .outOfRange(key: key, got: number, range: range) }
        return number
    }

    private static func instant(_ key: String, in request: JSONValue) throws(ControlError) -> Int64? {
        guard let value = request[key] else { return nil }
        guard case .number(let number) = value else {
            throw .wrongKind(key: key, expected: "a whole number", got: value.kindInWords)
        }
        guard let instant = number.integer else { throw .noInstant(key: key, got: number) }
        return instant
    }

    private static func word<Word: RawRepresentable & CaseIterable>(
        _ key: String, in request: JSONValue
    ) throws(ControlError) -> Word? where Word.RawValue == String {
        guard let value = request[key] else { return nil }
        guard let text = value.string else {
            throw .wrongKind(key: key, expected: "a string", got: value.kindInWords)
        }
        guard let word = Word(rawValue: text) else {
            throw .unknownWord(key: key, got: text, expected: Word.allCases.map { $0.rawValue })
        }
        return word
    }

    private static func rotation(in request: JSONValue) throws(ControlError) -> DisplayRotation? {
        guard let degrees = try number("display_rotation", in: request, 0...270) else { return nil }
        guard let rotation = DisplayRotation.allCases.first(where: { Double($0.rawValue) == degrees }) else {
            throw .unknownWord(
                key: "display_rotation", got: degrees.shortText,
                expected: DisplayRotation.allCases.map { "\($0.rawValue)" })
        }
        return rotation
    }

    private static func include(
        in request: JSONValue
    ) throws(ControlError) -> (up: Bool?, raw: Bool?) {
        guard let value = request["include"] else { return (nil, nil) }
        var (up, raw) = (false, false)
        guard case .array(let elements) = value else {
            throw .wrongKind(key: "include", expected: "an array of strings", got: value.kindInWords)
        }
        for element in elements {
            guard let text = element.string else {
                throw .wrongKind(key: "include", expected: "an array of strings", got: element.kindInWords)
            }
            switch text {
            case "up": up = true
            case "raw": raw = true
            default: throw .unknownWord(key: "include", got: text, expected: ["up", "raw"])
            }
        }
        return (up, raw)
    }
}
