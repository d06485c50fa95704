import TiltCore

@testable import TiltClient

/// What a daemon sends, line by line, in the client: the first byte is the chunk.
enum ServerTarget {
    static func take(_ bytes: UnsafeBufferPointer<UInt8>) {
        var source = ByteSource(bytes)
        let chunk = Int(source.byte()) + 1
        let lines = LineStream.checkedLines(
            of: source.remainder, chunk: chunk, limit: ProtocolVersion.longestLine)
        for line in lines {
            guard let event = line.bytes.withUnsafeBufferPointer({ ServerLine.event($0) }) else { continue }
            switch event {
            case .frame(let frame, let dropped): check(frame, dropped)
            case .hello(let hello):
                let isInRange =
                    Subscription.rates.contains(hello.rateHz) && Subscription.gains.contains(hello.gain)
                expect(isInRange, "hello \(hello)")
                checkRefusal(of: hello)
            case .refused(let refusal): expect(ClientError.refused(refusal).hint == refusal.hint, "hint")
            case .sensor, .accepted, .goodbye, .status, .other: break
            }
        }
    }

    /// A frame's numbers are finite, and sums and differences of any two fit; written by this program and read, it is the same
    /// from the second time on.
    private static func check(_ frame: Frame, _ dropped: UInt64) {
        for time in [frame.time, frame.target, frame.raw?.time].compactMap({ $0 }) {
            expect(time.nanoseconds.magnitude < 1 << 62, "an instant of \(time)")
        }
        expect(max(frame.sequence, dropped) <= 1 << 53, "counts of \(frame.sequence) and \(dropped)")
        expect(frame.offset.x.isFinite && frame.offset.y.isFinite, "offset \(frame.offset)")
        expect(frame.up?.isFinite ?? true, "up")
        guard frame.time.nanoseconds.magnitude < 1 << 53, frame.sequence < 1 << 53 else { return }
        guard dropped < 1 << 53 else { return }
        let (once, _) = again(frame, dropped)
        let (twice, droppedTwice) = again(once, dropped)
        expect(once == twice && droppedTwice == dropped, "a frame does not settle: \(once), \(twice)")
    }

    private static func again(_ frame: Frame, _ dropped: UInt64) -> (Frame, UInt64) {
        var buffer = ByteBuffer()
        FrameEncoder.appendJSON(frame, dropped: dropped, to: &buffer)
        MessageCheck.check(buffer, type: "frame")
        guard case .frame(let read, let dropped) = MessageCheck.event(buffer) else {
            fatalError("the client does not understand \(buffer.text)")
        }
        return (read, dropped)
    }

    private static func checkRefusal(of hello: Hello) {
        let error = ClientError.unsupportedVersion(
            found: hello.protocolVersion, supported: ProtocolVersion.current, server: hello.server)
        expect(description: error.description, hint: error.hint)
    }
}
