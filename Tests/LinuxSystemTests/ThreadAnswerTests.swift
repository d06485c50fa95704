import CLinux
import LinuxSystem
import Testing

@Suite struct `Thread answer` {
    @Test func `wakes the loop, and gives its value once`() throws {
        let gate = try SocketPair()
        let (inside, outside) = (gate.near.raw, gate.far.raw)
        let answer = try ThreadAnswer {
            var byte: UInt8 = 0
            return read(inside, &byte, 1)
        }
        #expect(answer.take() == nil)
        let loop = try EventLoop()
        var value: Int?
        let watch = try loop.watch(answer.descriptor, for: .readable) { _ in value = answer.take() }
        poke(outside)
        while value == nil { try loop.step(timeoutMilliseconds: -1) }
        #expect(value == 1)
        #expect(answer.take() == nil)
        watch.end()
    }

    @Test func `lets go of a value that nobody waits for`() throws {
        let gate = try SocketPair()
        let done = try SocketPair()
        let (inside, outside) = (gate.near.raw, gate.far.raw)
        final class End {
            let descriptor: CInt
            init(_ descriptor: CInt) { self.descriptor = descriptor }
            deinit { poke(descriptor) }
        }
        let doneInside = done.near.raw
        do {
            _ = try ThreadAnswer {
                var byte: UInt8 = 0
                _ = read(inside, &byte, 1)
                return End(doneInside)
            }
        }
        poke(outside)
        var byte: UInt8 = 0
        #expect(read(done.far.raw, &byte, 1) == 1)
    }
}
