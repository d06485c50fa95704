public import TiltCore

/// One message of the daemon.
public enum ClientEvent: Equatable, Sendable {
    /// The first of every connection.
    case hello(Hello)
    /// A frame; `dropped` is how many this subscriber missed just before it.
    case frame(Frame, dropped: UInt64)
    /// A sensor was found or lost.
    case sensor(SensorNotice)
    /// A request was carried out but for the keys in `ignored`, which the daemon does not know; `text` is the whole line,
    /// with the options now in force.
    case accepted(id: RequestID?, ignored: [String], text: String)
    /// A request was refused; nothing was changed.
    case refused(Refusal)
    /// The daemon stops.
    case goodbye(reason: String)
    /// The answer to a status request: the whole line.
    case status(text: String)
    /// A detail of a status, or a message of a type this version does not know: the whole line.
    case other(type: String, text: String)
}
