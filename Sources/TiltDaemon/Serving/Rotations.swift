import LinuxSystem
import TiltCore

/// How the pictures are turned of those who follow, by user, as each has said last.
///
/// It has as many entries as there may be subscribers. Where there is no room for another, the oldest goes whose user has
/// no connection; there is one, since whoever asks is connected and has none yet. So nobody can fill it, and nobody who
/// is connected is forgotten, however many users somebody is.
struct Rotations {
    /// Of those who have no entry.
    private var everybody = DisplayRotation.none
    /// By user, the one that was set longest ago first.
    private var entries: [(user: UInt32, rotation: DisplayRotation)] = []

    /// How the pictures of a user are turned; `nil` where nobody knows who it is.
    func rotation(of user: UInt32?) -> DisplayRotation {
        entries.first { $0.user == user }?.rotation ?? everybody
    }

    /// Turns those of one user, where there may be so many entries.
    mutating func turn(
        _ user: UInt32, _ rotation: DisplayRotation, atMost limit: Int, isConnected: (UInt32) -> Bool
    ) {
        entries.removeAll { $0.user == user }
        while entries.count >= limit, let oldest = entries.firstIndex(where: { !isConnected($0.user) }) {
            entries.remove(at: oldest)
        }
        entries.append((user, rotation))
    }

    /// Turns those of everybody, whatever they have said before.
    mutating func turnAll(_ rotation: DisplayRotation) {
        everybody = rotation
        entries.removeAll()
    }
}

extension Serving {
    /// Turns the pictures of those who follow and for whom `asker` may speak.
    mutating func rotate(_ request: Rotate, by asker: Int) -> ReachedOthers {
        let user = subscribers[asker].peer.credentials?.uid
        let isForAll = request.scope == .all && Self.may(user, speakFor: nil, daemon: userID)
        if isForAll {
            rotations.turnAll(request.rotation)
        } else if let user {
            let connected = subscribers
            rotations.turn(user, request.rotation, atMost: defaults.maxSubscribers) { other in
                connected.contains { $0.isOpen && $0.peer.credentials?.uid == other }
            }
        }
        var count = ReachedOthers(.rotated)
        for index in subscribers.indices
        where subscribers[index].isOpen && subscription(of: index).rotation == .follow {
            guard isForAll || (user != nil && subscribers[index].peer.credentials?.uid == user) else {
                count.leftAlone += index == asker ? 0 : 1
                continue
            }
            useDefaults(for: index)
            makers.settle(&deliveries[index].maker)
            putAside(index)
            count.reached += index == asker ? 0 : 1
        }
        return count
    }
}
