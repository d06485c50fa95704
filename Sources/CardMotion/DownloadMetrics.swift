/// The measures of a ``DownloadButton``'s pictures.
public enum DownloadMetrics {
    /// Beside the text of a pill, on either side, in points.
    public static let titlePadding = 12.0
    /// Width of the turning ring's line, in points.
    public static let pendingLineWidth = 2.0
    /// Width of the filling ring's line, in points.
    public static let progressLineWidth = 6.0
    /// How far the turning ring reaches around, in radians: 12π/7, 308.57°.
    public static let pendingSpan = 12 * Double.pi / 7
    /// How long the turning ring takes for a turn, in seconds.
    public static let pendingTurn = 2.0
    /// Width of the square that stops, as a part of the circle's diameter.
    public static let stopSize = 0.3
    /// Radius of the square's corners, in points.
    public static let stopRadius = 3.0

    /// Where the turning ring begins after so many seconds of turning, in radians clockwise from the top.
    public static func pendingAngle(after seconds: Double) -> Double {
        let turns = seconds.finiteOrZero / pendingTurn
        return 2 * Double.pi * (turns - turns.rounded(.down))
    }
}
