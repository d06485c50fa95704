import CLinux
import Foundation
import LinuxSystem
import Testing

extension Executable {
    /// What subscribers do to each other and to the daemon's memory.
    @Suite struct Abuse {
        private let pace = ["--set", "shadow.rate_hz=20"]
        private let status = "{\"type\":\"status\"}\n"

        private func resident(_ daemon: DaemonProcess) throws -> Int {
            try #require(Int(try daemon.status("VmRSS").split(separator: " ")[0]))
        }

        /// One way of behaving badly; it may keep the connection for a while.
        private func misbehave(_ way: Int, _ subscriber: TestSubscriber) throws {
            switch way % 8 {
            case 0:
                try subscriber.send(
                    "{\"type\":\"subscribe\",\"padding\":\"" + String(repeating: "p", count: 3900))
            case 1: try subscriber.send(String(repeating: status, count: 49))
            case 2: try subscriber.send(String(repeating: "x", count: 5000))
            case 3: shutdown(subscriber.descriptor, CInt(SHUT_WR))
            case 4: shutdown(subscriber.descriptor, CInt(SHUT_RD))
            case 5: try subscriber.send(String(repeating: "{\"type\":\"recentre\"}\n", count: 60))
            case 6:
                try subscriber.send(
                    String(repeating: "[", count: 4000) + "\n" + String(repeating: "\u{0}", count: 500))
            default: _ = subscriber.readyLines()
            }
        }

        @Test
        func `of every kind costs at most 64 kB a subscriber, and no more than 3 MB once they are gone`()
            throws
        {
            let directory = try ScratchDirectory()
            let daemon = try DaemonProcess.replaying(in: directory, pace)
            let first = try daemon.subscribe()
            func settle() throws {
                try Timeout.wait(for: "all others to be forgotten") {
                    try first.ask(#"{"type":"status"}"#, answer: "status").number("subscribers") == 1
                }
            }
            func round(_ shift: Int) throws {
                let bad = try (0..<160).map { _ in try daemon.connect() }
                for (index, subscriber) in bad.enumerated() { try misbehave(index + shift, subscriber) }
                _ = try first.frames(4)
                for (index, subscriber) in bad.enumerated() { try misbehave(index + shift + 1, subscriber) }
                _ = try first.frames(4)
            }
            // What is allocated once, for good.
            try round(0)
            try settle()
            let before = try resident(daemon)
            for shift in 1...20 {
                try round(shift)
                try settle()
            }
            let (after, peak) = (
                try resident(daemon), try #require(Int(try daemon.status("VmHWM").split(separator: " ")[0]))
            )
            print("abuse: resident \(before) kB before, \(after) kB after, \(peak) kB at most")
            // What the allocator keeps of it; a leak of 1 kB a connection would be more.
            #expect(after - before <= 3072)
            #expect(peak - before <= 160 * 64)
            #expect(try first.frames(3).count == 3)
        }
    }
}
