/// The daemon's first message: who it is and what its frames are like.
public struct Hello: Equatable, Sendable {
    /// The protocol it speaks.
    public var protocolVersion: Int
    /// Its name and version.
    public var server: String
    /// Frames a second by default, in Hz.
    public var rateHz: Double
    /// Points per radian by default.
    public var gain: Double
    /// The shadow's blur as the daemon's owner wants it, in points (pixels of CSS); `nil` where it is not said.
    public var blurPixels: Double?
    /// The shadow's opacity as the daemon's owner wants it, 0 to 1; `nil` where it is not said.
    public var opacity: Double?
    /// The sensor in use; `nil` while there is none.
    public var sensor: SensorSummary?
}
