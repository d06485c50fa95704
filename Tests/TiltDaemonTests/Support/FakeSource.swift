import TiltCore
import TiltSensors

/// Sensors for a test: a better one whose opening takes until the test says so, and a worse one that opens at once.
final class FakeSource: SensorSource {
    /// Opened by the test: what is put here is what the slow candidate becomes.
    private(set) var slow: [SlowOpening] = []
    /// What is listed; best first.
    var listed = [FakeSource.candidate("slow", rank: 2), FakeSource.candidate("quick", rank: 1)]
    /// Why a candidate does not open, by its id.
    var failures: [String: SensorError] = [:]
    /// Candidates that report at rest too, and are silent where they send nothing.
    var talkative: Set<String> = []
    /// Candidates that another program holds.
    var held: Set<String> = []
    /// What hotplug says.
    var news = HotplugNews.changed
    /// What was tried, in order.
    private(set) var tries: [String] = []
    /// The newest opened of each.
    private(set) var sensors: [String: FakeSensor] = [:]

    /// Only looked at, never used.
    var hotplugDescriptor: CInt?
    func drainHotplug() -> HotplugNews { news }
    func isHeld(_ candidate: SensorCandidate) -> Bool { held.contains(candidate.id) }
    func candidates() -> [SensorCandidate] { listed }
    func use(_ options: SensorOptions) {}

    func open(_ candidate: SensorCandidate, now: Timestamp) throws(SensorError) -> any Sensor {
        tries.append(candidate.id)
        if let failure = failures[candidate.id] { throw failure }
        let sensor = FakeSensor(candidate, reportsOnlyChanges: !talkative.contains(candidate.id))
        sensors[candidate.id] = sensor
        return sensor
    }

    func beginOpening(_ candidate: SensorCandidate, now: Timestamp) -> SensorOpening {
        guard candidate.id == "slow", let opening = try? SlowOpening(candidate) else {
            do throws(SensorError) {
                return SensorOpening(.opened(try open(candidate, now: now)))
            } catch {
                return SensorOpening(.failed(error))
            }
        }
        slow.append(opening)
        return opening.opening
    }

    static func candidate(
        _ id: String, rank: Int?, kind: SensorDescription.Kind? = nil, sysPath: String? = nil
    ) -> SensorCandidate {
        SensorCandidate(
            id: id, name: id, kind: kind ?? (id == "slow" ? .iioBuffer : .evdev), device: "/dev/" + id,
            sysPath: sysPath ?? "/sys/" + id, rank: rank, reason: "of the test")
    }
}
