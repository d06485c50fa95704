import LinuxSystem
import TiltCore
import TiltSensors

/// What devices bring.
extension DaemonShell {
    /// Drains every open sensor: those of a tick come before the tick.
    func drainSensors() {
        guard let sensors else { return }
        for entry in sensors.entries { drain(entry) }
    }

    /// Tells of everything that the kernel holds of one sensor; also called between ticks for a ring that would overflow.
    private func drain(_ entry: OpenSensors.Entry) {
        readings.removeAll(keepingCapacity: true)
        guard let failure = read(entry) else { return tellReadings(of: entry) }
        tellReadings(of: entry)
        step(.failed(entry.id, failure))
    }

    /// A function of its own, so that nothing holds the sensor any more when it is closed.
    private func read(_ entry: OpenSensors.Entry) -> SensorError? {
        do throws(SensorError) {
            try entry.sensor?.drain { readings.append($0) }
            return nil
        } catch {
            return error
        }
    }

    private func tellReadings(of entry: OpenSensors.Entry) {
        guard !readings.isEmpty else { return }
        readings.withUnsafeBufferPointer { step(.readings(entry.id, $0)) }
    }

    /// Begins to open a candidate.
    func open(_ sensor: SensorID) {
        guard let sensors, let candidate = core.candidate(of: sensor) else { return }
        let (entry, outcome) = sensors.open(sensor, candidate)
        if let event = event(of: outcome, entry) { answer(event) }
    }

    /// What the core is told of an opening; a sensor that is open from now on is watched where it cannot wait for ticks.
    func event(of outcome: OpenSensors.Outcome, _ entry: OpenSensors.Entry) -> DaemonEvent? {
        switch outcome {
        case .pending: return nil
        case .failed(let error): return .refused(entry.id, error)
        case .opened:
            guard let description = entry.sensor?.description else { return nil }
            do throws(SystemError) { try sensors?.watchUrgent(entry) { [self] in drain(entry) } } catch {
                journal.warning("cannot watch the sensor between ticks: \(error.description)")
            }
            let bias = description.kind.isDevice ? biases.load(description.id) : .zero
            return .opened(entry.id, description, bias: bias)
        }
    }

    /// Asks a silent sensor whether it is still there.
    func probe(_ sensor: SensorID) {
        guard let entry = sensors?[sensor] else { return }
        var failure: SensorError?
        do throws(SensorError) { try entry.sensor?.probe() } catch { failure = error }
        answer(.probed(sensor, failure))
    }

    /// Keeps a gyroscope's bias over restarts.
    func keep(_ bias: AngularRate<DeviceAxes>, of sensor: SensorID) {
        guard let description = sensors?[sensor]?.sensor?.description else { return }
        biases.keep(bias, of: description.id)
    }
}
