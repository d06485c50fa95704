import CLinux
import LinuxSystem

/// Many subscribers that read whatever comes, all from one thread.
final class Crowd {
    private let members: [TestSubscriber]
    /// The ticks of the frames each of them got.
    private(set) var sequences: [[Int]]
    /// The most frames that lay ready for one of them at once: a socket holds six, and whoever reads too late misses the next.
    private(set) var mostAtOnce = 0

    init(_ members: [TestSubscriber]) {
        self.members = members
        sequences = members.map { _ in [] }
    }

    /// Reads until everybody has `count` more frames.
    func read(_ count: Int) throws {
        let goals = sequences.map { $0.count + count }
        try readOn(until: "\(count) frames for everybody") {
            zip(sequences, goals).allSatisfy { $0.count >= $1 }
        }
    }

    /// Frames that somebody missed: gaps in the ticks of one.
    var gaps: [String] {
        sequences.enumerated().flatMap { index, ticks in
            zip(ticks, ticks.dropFirst()).filter { $0 + 1 != $1 }
                .map { "subscriber \(index): \($0) is followed by \($1)" }
        }
    }

    private func readOn(until what: String, _ isDone: () -> Bool) throws {
        var waiting = members.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        let end = MonotonicClock.now() + Timeout.limit
        while !isDone() {
            guard MonotonicClock.now() < end else {
                throw Timeout.Exhausted(description: "waited in vain for \(what)")
            }
            guard poll(&waiting, nfds_t(waiting.count), 1000) > 0 else { continue }
            for index in members.indices where waiting[index].revents != 0 { try take(index) }
        }
    }

    private func take(_ index: Int) throws {
        let lines = members[index].readyLines()
        guard !members[index].isAtEnd else { throw TestSubscriber.Ended(after: "subscriber \(index)") }
        let frames = try lines.map { try TestMessage($0) }.filter { $0.type == "frame" }
        mostAtOnce = max(mostAtOnce, frames.count)
        sequences[index] += frames.map { $0.sequence }
    }
}
