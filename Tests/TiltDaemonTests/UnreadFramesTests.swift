import CLinux
import LinuxSystem
import Testing

@testable import TiltDaemon

@Suite struct `Unread frames` {
    private var frames = UnreadFrames()

    @Test mutating func `are none where the kernel holds nothing, or none was sent`() {
        #expect(frames.oldest(in: 768) == nil)
        frames.add(1, length: 150)
        #expect(frames.oldest(in: 0) == nil)
        #expect(frames.oldest(in: 1) == 1)
    }

    @Test mutating func `are as many as the memory holds`() {
        for time in 1...Int64(100) { frames.add(time, length: 150) }
        #expect((1...6).map { frames.oldest(in: $0 * 768) } == [100, 99, 98, 97, 96, 95])
        #expect(frames.oldest(in: 1_000_000) == 93, "what is remembered")
    }

    /// The estimate against what this kernel really charges: of three frames, one is read.
    @Test(arguments: [100, 150, 190, 300])
    mutating func `are counted as this kernel holds them`(_ length: Int) throws {
        let pair = try StreamPair()
        let line = [UInt8](repeating: UInt8(ascii: "f"), count: length)
        for time in 1...Int64(3) {
            try #require(pair.send(line) == length)
            frames.add(time, length: length)
        }
        var bytes = line
        try #require(recv(pair.reader.descriptor, &bytes, length, 0) == length)
        #expect(frames.oldest(in: pair.stream.unreadByPeer) == 2)
    }
}
