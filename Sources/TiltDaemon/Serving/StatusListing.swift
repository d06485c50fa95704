import TiltCore

/// An answer to `status` that is being given, and how far it has got.
///
/// It holds a place in the daemon's lists and no copy of them. What comes or goes meanwhile may be missed or told twice.
struct StatusListing {
    /// The request's own, which every line carries.
    let id: RequestID?
    /// What the next line is of; `nil` where only the summary is left.
    var detail: StatusDetail? { left.first }
    /// Where to go on: the index of a candidate, of an event, or of a subscriber's place.
    private(set) var position = 0
    private var left: ArraySlice<StatusDetail>
    /// True while it waits for a look at the devices, of which it tells.
    var awaitsLook = false
    /// Bytes of the present piece so far.
    private var written = 0
    /// Memory that the kernel holds for all lines so far, in bytes, as long as nobody reads them.
    private(set) var memory = 0

    init(id: RequestID?, include details: [StatusDetail]) {
        self.id = id
        left = details[...]
    }

    /// True while the present piece takes another line.
    var hasRoom: Bool { written < ProtocolVersion.longestLine }

    mutating func beginPiece() { written = 0 }

    /// Counts a line of the present piece.
    mutating func note(bytes: Int) {
        written += bytes
        memory += UnreadFrames.charge(bytes)
    }

    /// Goes on within the same detail, or with the next one where `position` is `nil`.
    mutating func advance(to position: Int?) {
        self.position = position ?? 0
        if position == nil { left = left.dropFirst() }
    }
}
