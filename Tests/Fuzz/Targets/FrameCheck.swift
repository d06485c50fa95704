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
        expect(
            read.target == frame.target && read.isStill == frame.isStill,
            "the client reads another instant, or another stillness")
        expect((read.offset - frame.offset).length <= 0.0072, "the client reads another offset")
        // Of what is unknown nothing stands there; the rest is told to 0.0001 rad.
        expect(
            (read.tilt == nil) == (frame.tilt == nil) && (read.up == nil) == (frame.up == nil),
            "the client reads a tilt or an up that is none, or none")
        if let told = read.tilt, let tilt = frame.tilt {
            let off = max((told.pitch - tilt.pitch).magnitude, (told.roll - tilt.roll).magnitude)
            expect(off <= 0.000_051, "the client reads the tilt \(told) where it is \(tilt)")
        }
        if let told = read.up, let up = frame.up {
            expect((told - up).length <= 0.000_087, "the client reads the up \(told) where it is \(up)")
        }
    }
}
