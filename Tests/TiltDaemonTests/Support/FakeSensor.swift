import TiltCore
import TiltSensors

/// A sensor that says nothing and minds nothing.
final class FakeSensor: Sensor {
    let description: SensorDescription

    init(_ candidate: SensorCandidate) {
        description = SensorDescription(
            id: candidate.id, name: candidate.name, kind: candidate.kind, device: candidate.device,
            reportsOnlyChanges: true)
    }

    var urgentDescriptor: CInt? { nil }
    func drain(_ body: (Reading) -> Void) throws(SensorError) {}
    func probe() throws(SensorError) {}
}
