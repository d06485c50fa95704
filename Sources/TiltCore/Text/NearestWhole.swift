extension Double {
    /// The nearest whole number, halves away from zero: what `rounded()` is, without a call of libm.
    ///
    /// The oldest processors that Swift compiles for have no instruction for it, and a tick needs its like a dozen times.
    @inline(__always) var nearestWhole: Double {
        // What is larger is whole already, and what is no number stays none.
        guard magnitude < 0x1p52 else { return self }
        let whole = Double(Int64(self))
        let isNearest = (self - whole).magnitude < 0.5
        // The sign of a zero stays, too: angles are taken of such.
        return Double(signOf: self, magnitudeOf: isNearest ? whole : whole.magnitude + 1)
    }
}
