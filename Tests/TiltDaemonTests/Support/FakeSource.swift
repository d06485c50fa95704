import TiltCore
import TiltSensors

/// Sensors for a test: a better one whose opening takes until the test says so, and a worse one that opens at once.
final class FakeSource: SensorSource {
    /// Opened by the test: what is put here is what the slow candidate becomes.
    private(set) var slow: [SlowOpening] = []
    /// What is listed; best first.
    var listed = [FakeSource.candidate("slow", rank: 2), FakeSource.candidate("quick", rank: 1)]

    var hotplugDescriptor: CInt? { nil }
    func drainHotplug() -> Bool { true }
    func candidates() -> [SensorCandidate] { listed }
    func use(_ options: SensorOptions) {}

    func open(_ candidate: SensorCandidate, now: Timestamp) throws(SensorError) -> any Sensor {
        FakeSensor(candidate)
    }

    func beginOpening(_ candidate: SensorCandidate, now: Timestamp) -> SensorOpening {
        guard candidate.id == "slow", let opening = try? SlowOpening(candidate) else {
            return SensorOpening(.opened(FakeSensor(candidate)))
        }
        slow.append(opening)
        return opening.opening
    }

    static func candidate(_ id: String, rank: Int) -> SensorCandidate {
        SensorCandidate(
            id: id, name: id, kind: id == "slow" ? .iioBuffer : .evdev, device: "/dev/" + id,
            sysPath: "/sys/" + id, rank: rank, reason: "of the test")
    }
}
