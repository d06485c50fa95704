import TiltCore

/// A display: a picture that is drawn at a vsync lights up one refresh later.
struct Display {
    /// What it says of itself, in Hz.
    let refreshHz: Double

    static let all = [60.0, 90, 120, 144].map { Display(refreshHz: $0) }

    /// Crystals differ: it really runs at this share of ``refreshHz``.
    private static let trueShare = 0.9991
    /// Where its first vsync falls, as a share of a refresh: at no tick.
    private static let phase = 0.37

    /// From one picture to the next, in seconds, as it says.
    var refresh: Double { 1 / refreshHz }

    /// The instants of its vsyncs in a recording that ends at `end`, in seconds.
    func vsyncs(until end: Double) -> [Double] {
        let period = 1 / (refreshHz * Self.trueShare)
        let first = 0.5 + Self.phase * period
        return (0..<max(0, Int((end - 0.1 - first) / period))).map { first + Double($0) * period }
    }
}

extension Timestamp {
    /// The instant so many seconds after the clock's zero.
    init(seconds: Double) { self.init(nanoseconds: Int64((seconds * 1e9).rounded())) }

    /// Seconds since the clock's zero.
    var seconds: Double { Double(nanoseconds) * 1e-9 }
}
