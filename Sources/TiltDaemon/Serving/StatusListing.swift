import TiltCore

/// An answer to `status` that is being given, and how far it has got.
///
/// It holds a place in the daemon's lists and no copy of them: lines are made as the asker reads them, so that one who
/// never reads costs a few words of memory. What comes or goes meanwhile may be missed or told twice.
struct StatusListing {
    /// The request's own, which every line carries.
    let id: RequestID?
    /// What the next line is of; `nil` where only the summary is left.
    var detail: StatusDetail? { left.first }
    /// Where to go on: the index of a candidate or an event, the least descriptor of a subscriber.
    private(set) var position = 0
    private var left: ArraySlice<StatusDetail>

    init(id: RequestID?, include details: [StatusDetail]) {
        self.id = id
        left = details[...]
    }

    /// Goes on within the same detail, or with the next one where `position` is `nil`.
    mutating func advance(to position: Int?) {
        self.position = position ?? 0
        if position == nil { left = left.dropFirst() }
    }
}
