extension Spring {
    /// The spring as a CSS easing, to be used with ``duration``.
    ///
    /// 60 equal steps follow a scale from .95 to 1 to within .0004. The last stop is exactly 1, where the spring itself may
    /// still be .0015 away: without that, the scale would jump at the end.
    ///
    /// - Parameter steps: how many equal steps the duration is cut into, 1 to 1000; by default 60.
    /// - Returns: `linear(0, 0.03119, 0.11234, …, 1)` of ``release``, one stop more than steps.
    public func cssLinear(steps: Int = 60) -> String {
        let steps = min(1000, max(1, steps))
        var text = "linear("
        for step in 0..<steps {
            text += Self.decimal(progress(at: duration * Double(step) / Double(steps)))
            text += ", "
        }
        return text + "1)"
    }

    /// A number with five decimals and no exponent, which `description` has below .0001.
    private static func decimal(_ value: Double) -> String {
        let scaled = Int64((value.limited(to: -1e9...1e9) * 1e5).rounded())
        let digits = String(scaled.magnitude % 100_000)
        let sign = scaled < 0 ? "-" : ""
        guard digits != "0" else { return sign + String(scaled.magnitude / 100_000) }
        var fraction = String(repeating: "0", count: 5 - digits.count) + digits
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return sign + String(scaled.magnitude / 100_000) + "." + fraction
    }
}
