import CLinux
import LinuxSystem
import TiltSensors

/// An opening on a thread that waits for the test, as one of a hub that does not answer waits for the kernel.
final class SlowOpening {
    let opening: SensorOpening
    private let gate: CInt

    init(_ candidate: SensorCandidate) throws {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError("pipe") }
        let (wait, gate) = (ends[0], ends[1])
        self.gate = gate
        opening = try SensorOpening(onThread: {
            var byte: UInt8 = 0
            _ = read(wait, &byte, 1)
            close(wait)
            return .opened(FakeSensor(candidate))
        })
    }

    deinit { close(gate) }

    /// Lets the thread go on, and returns when it is through.
    func finish() {
        var byte: UInt8 = 1
        _ = write(gate, &byte, 1)
        _ = opening.outcome(waiting: 10_000)
    }
}
