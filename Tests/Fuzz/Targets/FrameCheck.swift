import TiltCore

@testable import TiltClient

/// What holds for every frame: numbers are finite and in range, and the client reads what the daemon wrote.
enum FrameCheck {
    /// Checks one frame, and its line where `isEncoded`.
    static func check(_ frame: Frame, of subscription: Subscription, isEncoded: Bool) {
        let shadow = subscription.shadow
        let farthest = max(shadow.limit + shadow.base.length, shadow.fallback.length) + 0.011
        // Not `<=` of its negation: NaN must fail.
        expect(frame.offset.length <= farthest, "offset \(frame.offset), at most \(farthest)")
        if let tilt = frame.tilt {
            let isInRange = tilt.pitch.magnitude <= 1.5708 && tilt.roll.magnitude <= 1.5708
            expect(isInRange, "tilt \(tilt)")
        }
        if let up = frame.up {
            expect((up.length - 1).magnitude < 1e-6, "up \(up) has length \(up.length)")
        }
        if isEncoded { checkLine(frame) }
    }

    private static func checkLine(_ frame: Frame) {
        var buffer = ByteBuffer()
        FrameEncoder.appendJSON(frame, dropped: 3, to: &buffer)
        MessageCheck.check(buffer, type: "frame")
        // A JSON number near the end of Int64 rounds beyond it.
        guard frame.time.nanoseconds.magnitude < 1 << 53 else { return }
        guard case .frame(let read, let dropped) = MessageCheck.event(buffer) else {
            fatalError("the client does not understand \(buffer.text)")
        }
        let isSame = read.sequence == frame.sequence && read.time == frame.time && read.state == frame.state
        expect(isSame && dropped == 3, "the client reads another frame")
        expect((read.offset - frame.offset).length <= 0.0072, "the client reads another offset")
    }
}
