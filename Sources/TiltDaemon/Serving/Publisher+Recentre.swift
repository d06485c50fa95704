import CLinux
import LinuxSystem
import TiltCore

/// A neutral pose for everybody.
extension Publisher {
    /// Takes the next pose as the neutral one of `asker` and of every subscriber that it may speak for.
    ///
    /// Subscribers with the reference `absolute` have no neutral pose, and are not counted.
    func recentreAll(for asker: Subscriber) -> RecentreCount {
        asker.recentre()
        var count = RecentreCount()
        for subscriber in subscribers.values where subscriber !== asker && subscriber.hasNeutral {
            if Self.may(asker.peer?.uid, speakFor: subscriber.peer?.uid, daemon: geteuid()) {
                subscriber.recentre()
                count.recentred += 1
            } else {
                count.leftAlone += 1
            }
        }
        return count
    }

    /// True where user `asker` may move what user `other` sees: nobody else's shadow is made wrong without their doing.
    static func may(_ asker: uid_t?, speakFor other: uid_t?, daemon: uid_t) -> Bool {
        guard let asker else { return false }
        return asker == 0 || asker == daemon || asker == other
    }
}
