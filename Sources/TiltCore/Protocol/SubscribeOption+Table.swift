extension SubscribeOption {
    /// Every option, once, in the order of the `ok` line; a mapping comes before the limit, whose usual value it has.
    public static let all: [SubscribeOption] = [
        .number("rate_hz", Subscription.rates, exact: true, in: { $1(&$0.rateHz) }) {
            $0.rateHz
        } set: {
            $0.rateHz = $1
        },
        .instant(
            "phase_ns",
            "CLOCK_MONOTONIC of a tick that is wanted, in nanoseconds: ticks fall at phase_ns + n / rate_hz, or up to "
                + "0.25 ms before. A rate_hz without it gives it up.",
            in: { $1(&$0.phase) }
        ) {
            $0.phase
        } set: {
            $0.phase = $1
        },
        .number("gain", Subscription.gains, in: { $1(&$0.gain) }) {
            $0.shadow.gain
        } set: {
            $0.shadow.gain = $1
        },
        .word("mapping", in: { $1(&$0.mapping) }) {
            $0.shadow.mapping
        } set: {
            $0.shadow.use($1, limit: nil)
        },
        .number("limit", Subscription.limits, in: { $1(&$0.limit) }) {
            $0.shadow.limit
        } set: {
            $0.shadow.limit = $1
        },
        .word("reference", in: { $1(&$0.reference) }) {
            $0.shadow.reference
        } set: {
            $0.shadow.reference = $1
        },
        .rotation("display_rotation", in: { $1(&$0.displayRotation) }) {
            $0.shadow.displayRotation
        } set: {
            $0.shadow.displayRotation = $1
        },
        .pair(
            "rotation", RotationSource.allCases.map { $0.rawValue },
            "Whether the picture is turned as its program says, or, while that never has, as the request rotate of the "
                + "same user does.",
            in: { change, body in
                var follows = change.rotation.map { $0 == .follow }
                body(&follows)
                change.rotation = follows.map { $0 ? .follow : .own }
            }
        ) {
            $0.rotation == .follow ? true : nil
        } set: {
            $0.rotation = $1 ? .follow : .own
        },
        .flag(
            "moves",
            "Whether the picture moves with the device; one that does not, such as an external monitor's, has the fallback.",
            in: { $1(&$0.moves) }
        ) {
            $0.shadow.moves ? nil : false
        } set: {
            $0.shadow.moves = $1
        },
        .fields(
            "include",
            "What frames carry besides: up, the direction away from the ground; raw, what the sensor says.",
            in: { $1(&$0.include) }
        ) {
            $0.include
        } set: {
            $0.include = $1
        },
        .word(
            "when",
            "Every tick, or only when the offset moved by 0.01 point or the state changed, and once a second.",
            in: { $1(&$0.when) }
        ) {
            $0.when
        } set: {
            $0.when = $1
        },
        .number("lookahead_ms", Subscription.lookaheads, in: { $1(&$0.lookaheadMilliseconds) }) {
            $0.shadow.lookaheadMilliseconds
        } set: {
            $0.shadow.lookaheadMilliseconds = $1
        },
        .flag("yaw_assist", in: { $1(&$0.assistsYaw) }) {
            $0.shadow.assistsYaw
        } set: {
            $0.shadow.assistsYaw = $1
        },
        .flag(
            "strict",
            "Whether no frame is sent before the last one was read: never a stale frame, at one more call a tick.",
            in: { $1(&$0.isStrict) }
        ) {
            $0.isStrict
        } set: {
            $0.isStrict = $1
        },
    ]

    /// The option of this key; `nil` where there is none.
    public static func named(_ key: String) -> SubscribeOption? { all.first { $0.key == key } }
}
