/// How somebody who reads a page of poses wants it written, as `map` says.
public struct PageDemand: Hashable, Sendable {
    /// How often a second, in Hz; see ``PosePage/rates``.
    public var rateHz: Double
    /// Whether slow ticks will do while the device lies still: nobody can tell who looks at memory, so a reader says so.
    public var when: Subscription.When

    /// By default 50 times a second, at rest, too.
    public init(rateHz: Double = PosePage.usualRate, when: Subscription.When = .always) {
        self.rateHz = rateHz
        self.when = when
    }

    /// The keys of a `map` request.
    static let keys = ["rate_hz", "when"]

    /// Reads a `map` request.
    static func named(in request: JSONValue) throws(ControlError) -> PageDemand {
        var demand = PageDemand()
        if let rate = request["rate_hz"] {
            demand.rateHz = try SubscribeOption.number(rate, "rate_hz", PosePage.rates)
        }
        guard let when = request["when"] else { return demand }
        guard let word = when.string else {
            throw .wrongKind(key: "when", expected: "a string", got: when.inWords)
        }
        guard let known = Subscription.When(rawValue: word) else {
            throw .unknownWord(
                key: "when", got: word, expected: Subscription.When.allCases.map { $0.rawValue })
        }
        demand.when = known
        return demand
    }

    /// Appends what is asked for that is not usual, as keys of a `map` request behind another.
    package func append(to buffer: inout ByteBuffer) {
        ServerMessage.append(rate: rateHz, to: &buffer)
        if when != .always { ServerMessage.append(key: "when", when.rawValue, to: &buffer) }
    }
}
