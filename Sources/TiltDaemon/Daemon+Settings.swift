import LinuxSystem
import TiltCore
import TiltSensors

/// What a reload changes while everything goes on.
extension Daemon {
    /// Reads the settings again; where one of them is wrong the old ones stay, and the journal has said which line.
    func readSettingsAgain(_ reload: () -> Settings?) {
        manager.reloading(at: MonotonicClock.now())
        if let settings = reload() { use(settings) }
        manager.ready(status: keeper.description.map { "reading \($0.name)" } ?? "no sensor open")
    }

    private func use(_ settings: Settings) {
        let old = self.settings
        self.settings = settings
        journal.level = settings.log.level.journalLevel
        if settings.engineParameters != old.engineParameters {
            engine = TiltEngine(settings.engineParameters)
            if let sensor = keeper.description {
                engine.sensorAppeared(reportsOnlyChanges: sensor.restsInSilence)
            }
        }
        if settings.sensorOptions != old.sensorOptions {
            keeper.use(settings.sensorOptions, now: MonotonicClock.now())
        }
        publisher.use(settings.publisherDefaults)
        settlePace()
        journal.info("settings read again")
    }
}
