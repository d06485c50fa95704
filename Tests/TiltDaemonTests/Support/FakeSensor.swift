import TiltCore
import TiltSensors

/// A sensor that says and does what the test has put into it.
final class FakeSensor: Sensor {
    let description: SensorDescription
    /// What the next drain hands out.
    var readings: [Reading] = []
    /// What the next drain throws.
    var failure: SensorError?
    /// What a probe throws.
    var probeFailure: SensorError?
    /// How often it was asked whether it is still there.
    private(set) var probes = 0

    init(_ candidate: SensorCandidate, reportsOnlyChanges: Bool = true) {
        description = SensorDescription(
            id: candidate.id, name: candidate.name, kind: candidate.kind, device: candidate.device,
            reportsOnlyChanges: reportsOnlyChanges)
    }

    var urgentDescriptor: CInt? { nil }

    func drain(_ body: (Reading) -> Void) throws(SensorError) {
        for reading in readings { body(reading) }
        readings = []
        if let failure { throw failure }
    }

    func probe() throws(SensorError) {
        probes += 1
        if let probeFailure { throw probeFailure }
    }
}
