import LinuxSystem
import TiltDaemon
import TiltSensors

/// What the daemon does with sensors, and what comes of it.
extension World {
    var candidates: [SensorCandidate] {
        let all = sensors.enumerated().filter { $0.element.isPlugged }
            .map { $0.element.candidate(rank: -$0.offset) }
        return all.filter { $0.rank != nil } + all.filter { $0.rank == nil }
    }

    func sensor(_ id: SensorID, to what: String) -> Int? {
        let candidate = core.candidate(of: id)
        let sensor = sensors.firstIndex { $0.device == candidate?.device && $0.kind == candidate?.kind }
        if sensor == nil { fault("the daemon \(what) sensor \(id.number), which is no candidate") }
        return sensor
    }

    func opening(_ id: SensorID, to what: String) -> (sensor: Int, opening: Int)? {
        for sensor in sensors.indices {
            if let opening = sensors[sensor].openings.firstIndex(where: { $0.id == id }) {
                return (sensor, opening)
            }
        }
        fault("the daemon \(what) sensor \(id.number), which is not open")
        return nil
    }

    func open(_ id: SensorID) {
        guard let sensor = sensor(id, to: "opens") else { return }
        hear(sensors[sensor].name, "is opened")
        sensors[sensor].openings.append(
            VirtualSensor.Opening(id: id, completesAt: sensors[sensor].opensAfter.map { now + $0 }))
        guard sensors[sensor].opensAfter == 0, let outcome = finishOpening(sensor, id) else { return }
        answer(outcome)
    }

    // MARK: readings and openings

    func drain(_ sensor: Int, _ id: SensorID) {
        guard let index = sensors[sensor].openings.firstIndex(where: { $0.id == id }) else { return }
        var readings = sensors[sensor].drain(index, at: now)
        if let carriage { readings = carriage.carried(id, readings, now) }
        if !readings.isEmpty {
            readings.withUnsafeBufferPointer { happen(.readings(id, $0)) }
        }
        let isStillOpen = sensors[sensor].openings.contains { $0.id == id }
        if let error = sensors[sensor].failure, isStillOpen { happen(.failed(id, error)) }
    }

    func finishOpenings() {
        for sensor in sensors.indices {
            for opening in sensors[sensor].openings
            where !opening.isOpen && opening.completesAt ?? .max <= now {
                finishOpening(sensor, opening.id).map { happen($0) }
            }
        }
    }

    /// What becomes of an opening that has come to its end.
    private func finishOpening(_ sensor: Int, _ id: SensorID) -> DaemonEvent? {
        guard let index = sensors[sensor].openings.firstIndex(where: { $0.id == id }) else { return nil }
        let error =
            sensors[sensor].isPlugged ? sensors[sensor].openingError : .gone(path: sensors[sensor].device)
        if let error {
            sensors[sensor].openings.remove(at: index)
            return .refused(id, error)
        }
        (sensors[sensor].isStolen, sensors[sensor].reopening) = (false, nil)
        sensors[sensor].openings[index].isOpen = true
        sensors[sensor].openings[index].drainedTo = now
        let description = sensors[sensor].description
        return .opened(
            id, carriage?.opened(id, description) ?? description, bias: sensors[sensor].bias)
    }
}
