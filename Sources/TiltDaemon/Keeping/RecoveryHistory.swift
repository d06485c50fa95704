/// The newest changes of the sensors, for `status`: what was lost and found, when, why, and how long it took.
///
/// A ring of fixed size. It costs nothing while nothing happens, and at most 32 short texts of each kind ever.
package struct RecoveryHistory: Equatable {
    /// How many events are kept; the oldest make room.
    package static let capacity = 32

    private var ring: [RecoveryEvent] = []
    /// Events since the daemon started, those that made room included.
    package private(set) var total = 0

    package init() { ring.reserveCapacity(Self.capacity) }

    /// How many events can be read: at most ``capacity``.
    package var count: Int { ring.count }

    /// The events kept, oldest first: `history[0]` to `history[count - 1]`.
    package subscript(index: Int) -> RecoveryEvent {
        ring.count < Self.capacity ? ring[index] : ring[(total + index) % Self.capacity]
    }

    /// Keeps one more event.
    package mutating func note(_ event: RecoveryEvent) {
        if ring.count < Self.capacity { ring.append(event) } else { ring[total % Self.capacity] = event }
        total += 1
    }
}
