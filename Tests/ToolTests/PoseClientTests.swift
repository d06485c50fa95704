import Foundation
import LinuxSystem
import Testing
import TiltClient
import TiltCore

/// Programs that read poses from a page of the real daemon, in C, Python, Rust and Swift.
@Suite struct `Readers of a page` {
    enum Client: String, CaseIterable, Sendable {
        case c, python, rust
    }

    private func command(_ client: Client, in directory: ScratchDirectory) async throws -> [String]? {
        let programs = BuiltProducts.source("Tests/Clients").path
        switch client {
        case .python:
            guard InstalledPrograms.have("python3", for: "the reader in Python") else { return nil }
            return ["python3", "\(programs)/check_pose.py"]
        case .rust:
            guard InstalledPrograms.have("rustc", for: "the reader in Rust") else { return nil }
            return [try await RustPrograms.built.value + "/check_pose"]
        case .c:
            guard InstalledPrograms.have("cc", for: "the reader in C") else { return nil }
            let sources = BuiltProducts.source("Sources/Clients/C").path
            return [
                try await `Clients in other languages`.Client.compile(
                    "check_pose", in: directory, "\(sources)/tiltshadow_pose.c", "-lm")
            ]
        }
    }

    /// The offsets of the lines that a reader has printed while it tracked.
    private func tracked(_ lines: [String]) -> [Double] {
        lines.compactMap { line in
            let words = line.split(separator: " ")
            return words.count == 3 && words[2] == "tracking" ? Double(words[0]) : nil
        }
    }

    @Test(arguments: Client.allCases)
    func `go on with another page after a restart of the daemon`(client: Client) async throws {
        let directory = try ScratchDirectory()
        let pose = { (ax: Double, az: Double) in
            "t,ax,ay,az\n" + (0..<200).map { "\(Double($0) / 50),\(ax),0,\(az)\n" }.joined()
        }
        let tilted = try directory.file("tilted.csv", pose(-5.6, 8.05))
        let flat = try directory.file("flat.csv", pose(0, 9.81))
        guard let command = try await command(client, in: directory) else { return }
        let daemon = try await RunningDaemon(log: tilted)
        let running = try RunningProgram("/usr/bin/env", command + [daemon.socket])
        try await running.wait(for: "pose") { tracked($0.lines).last.map { $0 > 5 } ?? false }
        daemon.stop()
        // It was stopped and not killed: the page says so.
        try await running.wait(for: "the end of the page") { $0.lines.last?.hasSuffix("ended") == true }
        try await daemon.start(log: flat)
        try await running.wait(for: "a pose of the second daemon") {
            tracked($0.lines).last.map { abs($0) < 0.1 } ?? false
        }
        let run = try await running.end(SIGKILL)
        #expect(tracked(run.lines).allSatisfy { $0 > 5 || abs($0) < 0.1 }, "\(run.errors)")
    }

    @Test func `in Swift map a pose by options of their own`() async throws {
        let directory = try ScratchDirectory()
        let tilted = try directory.file(
            "tilted.csv", "t,ax,ay,az\n" + (0..<200).map { "\(Double($0) / 50),-5.6,0,8.05\n" }.joined())
        let daemon = try await RunningDaemon(log: tilted)
        var options = ShadowMapper.Options()
        options.gain = 20
        let feed = try PoseFeed(path: daemon.socket, rateHz: 100, options: options)
        let end = MonotonicClock.now() + 60_000_000_000
        while feed.read()?.state != .tracking, MonotonicClock.now() < end {
            try feed.receive()
            try await Task.sleep(for: .milliseconds(10))
        }
        let page = try #require(feed.read())
        #expect(page.rateHz == 100 && page.flags.contains(.hasPose))
        let view = try #require(feed.view(at: Timestamp(nanoseconds: MonotonicClock.now())))
        #expect(abs(view.offset.x - 20 * view.tilt.roll) < 1e-9 && view.offset.x > 10)
        daemon.stop()
        #expect(throws: ClientError.self) {
            let end = MonotonicClock.now() + 60_000_000_000
            while MonotonicClock.now() < end { try feed.receive() }
        }
        #expect(feed.read()?.flags == .ended)
    }
}
