public import TiltCore

/// Something to ask of the daemon.
public enum ClientRequest: Equatable, Sendable {
    /// Change the options that are named; answered with ``ClientEvent/accepted(id:ignored:text:)``.
    case subscribe(SubscriptionChange)
    /// Take the next pose as the neutral one.
    case recentre
    /// The same for every other connection of this user, too; the answer counts them as `recentred`.
    ///
    /// A daemon that does not know this takes it for ``recentre``, and its answer counts nobody.
    case recentreAll
    /// Turn the pictures of all connections of this user that follow; the answer counts them as `rotated`. Of everybody's
    /// where `all` is true and the user is root or the daemon's own.
    case rotate(DisplayRotation, all: Bool)
    /// Hand out the page with the newest pose, written as is said, instead of frames; see ``PoseFeed``.
    case map(PageDemand)
    /// Send no frames until ``resume``.
    case pause
    /// Send frames again.
    case resume
    /// Describe the daemon; answered with ``ClientEvent/status(text:)``.
    ///
    /// Each entry of the details that are included comes before it as ``ClientEvent/other(type:text:)`` with the same id:
    /// a `candidate`, a `subscriber` or a `recovery`. A daemon that does not know `include` answers without them.
    case status(include: [StatusDetail])

    /// Appends the request as one line of JSON, LF included.
    package func append(id: Int64, to buffer: inout ByteBuffer) {
        buffer.append(#"{"type":""#)
        switch self {
        case .subscribe: buffer.append("subscribe")
        case .recentre, .recentreAll: buffer.append("recentre")
        case .rotate: buffer.append("rotate")
        case .map: buffer.append("map")
        case .pause: buffer.append("pause")
        case .resume: buffer.append("resume")
        case .status: buffer.append("status")
        }
        buffer.append("\"")
        ServerMessage.append(id: .number(id), to: &buffer)
        if case .rotate(let rotation, _) = self {
            buffer.append(",\"")
            buffer.append(text: Rotate.key)
            buffer.append("\":")
            buffer.append(Int64(rotation.rawValue))
        }
        switch self {
        case .recentreAll, .rotate(_, all: true):
            ServerMessage.append(key: "scope", RequestScope.all.rawValue, to: &buffer)
        default: break
        }
        if case .map(let demand) = self { demand.append(to: &buffer) }
        if case .subscribe(let change) = self { change.append(to: &buffer) }
        if case .status(let details) = self, !details.isEmpty { Self.append(details, to: &buffer) }
        buffer.append("}\n")
    }

    private static func append(_ details: [StatusDetail], to buffer: inout ByteBuffer) {
        buffer.append(#","include":["#)
        for (index, detail) in details.enumerated() {
            if index > 0 { buffer.append(",") }
            buffer.append(json: detail.rawValue)
        }
        buffer.append("]")
    }
}
