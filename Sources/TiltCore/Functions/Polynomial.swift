extension Double {
    /// a + b·x + c·x² + d·x³ + e·x⁴, by Horner's rule; the last may be a polynomial itself.
    @inline(__always)
    static func polynomial(_ x: Double, _ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double)
        -> Double
    {
        a + x * (b + x * (c + x * (d + x * e)))
    }
}
