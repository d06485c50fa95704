import TiltCore
import TiltSensors

/// Listening to those that fell silent.
extension SensorKeeper {
    /// Takes into use the first that sends again, and ends the trials that are over.
    func listenToTrials(now: Int64, _ body: (Reading, SensorDescription) -> Void) {
        var index = 0
        while index < trials.count {
            do throws(SensorError) {
                if try trials[index].listen(now: now) {
                    return adopt(trials.remove(at: index), now: now, body)
                }
                guard now >= trials[index].endsAt else {
                    index += 1
                    continue
                }
                end(trials.remove(at: index), now: now)
            } catch {
                note(error, of: trials.remove(at: index).candidate, now: now)
            }
            nextAttempt = now
        }
    }

    private func adopt(_ trial: SensorTrial, now: Int64, _ body: (Reading, SensorDescription) -> Void) {
        use(trial.sensor, of: trial.candidate, now: now)
        if let newest = trial.newest { body(newest, trial.sensor.description) }
        // The device answers again, so another way to read it may work again, too.
        for entry in candidates() where entry.sysPath == trial.candidate.sysPath {
            troubles[entry.key]?.retry(at: now + SensorTrial.alone)
        }
        nextAttempt = now
    }

    /// Closes a sensor that stayed silent; it is opened again at once, or later where its device can be read in another
    /// way.
    func end(_ trial: SensorTrial, now: Int64) {
        note(.silent(path: trial.candidate.device, reason: "no sample"), of: trial.candidate, now: now)
        let isShared = candidates().contains {
            $0.rank != nil && $0.sysPath == trial.candidate.sysPath && $0.key != trial.candidate.key
        }
        if !isShared { troubles[trial.candidate.key]?.retry(at: now) }
    }
}
