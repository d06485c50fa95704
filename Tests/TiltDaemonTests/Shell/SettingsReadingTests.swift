import CLinux
import LinuxSystem
import Testing
import TiltCore

@testable import TiltDaemon

@Suite struct `Reading settings on a thread` {
    /// What was heard of the readings, and the file that they read.
    private final class World {
        var heard: [String] = []
        /// A reading takes a byte of it, or waits for one.
        let gate: SocketPair

        init() throws { gate = try SocketPair() }

        func hear(_ answer: SettingsAnswer) {
            switch answer {
            case .settings(let settings, _, _, _): heard.append("gain \(Int(settings.shadow.gain))")
            case .refused(let messages): heard += messages
            }
        }

        func allow(gain: UInt8) {
            var gain = gain
            #expect(write(gate.far.raw, &gain, 1) == 1)
        }
    }

    private func reading(_ world: World, on loop: EventLoop, timeout: Int64) throws -> SettingsReading {
        let gate = world.gate.near.raw
        let source = SettingsSource { _ in
            var byte: UInt8 = 0
            guard read(gate, &byte, 1) == 1 else { return .refused(["nothing there"]) }
            var settings = Settings()
            settings.shadow.gain = Double(byte)
            return .settings(settings)
        }
        return try SettingsReading(on: loop, timeout: timeout, source) { world.hear($0) }
    }

    private static let never: Int64 = 1_000_000_000_000

    @Test func `gives the answer when the thread has it, never at once`() throws {
        let (world, loop) = (try World(), try EventLoop())
        let reading = try reading(world, on: loop, timeout: Self.never)
        world.allow(gain: 7)
        try reading.begin()
        #expect(world.heard == [])
        while world.heard.isEmpty { try loop.step(timeoutMilliseconds: -1) }
        #expect(world.heard == ["gain 7"])
        reading.close()
    }

    @Test func `reads once more where it was asked to meanwhile, and gives the newest`() throws {
        let (world, loop) = (try World(), try EventLoop())
        let reading = try reading(world, on: loop, timeout: Self.never)
        for _ in 0..<100 { try reading.begin() }
        world.allow(gain: 7)
        world.allow(gain: 8)
        while world.heard.isEmpty { try loop.step(timeoutMilliseconds: -1) }
        #expect(world.heard == ["gain 8"])
        reading.close()
    }

    /// The thread hangs, as in `open` on a server that does not answer; then the server is back.
    @Test func `is late after its time, starts no second thread, and forgets what came too late`() throws {
        let (world, loop) = (try World(), try EventLoop())
        let reading = try reading(world, on: loop, timeout: 1_000_000)
        try reading.begin()
        while world.heard.isEmpty { try loop.step(timeoutMilliseconds: -1) }
        #expect(world.heard.count == 1 && world.heard[0].contains("the old ones stay"))
        try reading.begin()
        while world.heard.count < 2 { try loop.step(timeoutMilliseconds: -1) }
        #expect(world.heard[1] == world.heard[0])
        world.allow(gain: 7)
        try loop.step(timeoutMilliseconds: -1)
        #expect(world.heard.count == 2)
        // The one thread took the one byte; a second would wait for it now.
        world.allow(gain: 9)
        let again = try self.reading(world, on: loop, timeout: Self.never)
        try again.begin()
        while world.heard.count < 3 { try loop.step(timeoutMilliseconds: -1) }
        #expect(world.heard[2] == "gain 9")
        reading.close()
        again.close()
    }

    @Test func `does not take what a reading that was given up brings for what was asked since`() throws {
        let (world, loop) = (try World(), try EventLoop())
        let reading = try reading(world, on: loop, timeout: 1_000_000)
        try reading.begin()
        while world.heard.isEmpty { try loop.step(timeoutMilliseconds: -1) }
        reading.timeout = Self.never
        try reading.begin()
        world.allow(gain: 7)
        world.allow(gain: 8)
        while world.heard.count < 2 { try loop.step(timeoutMilliseconds: -1) }
        #expect(world.heard[1] == "gain 8")
        reading.close()
    }
}
