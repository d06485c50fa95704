import TiltCore
import TiltDaemon

/// What became of a log: the sensor it was of, what was decoded, and the frames that a subscriber would have had.
struct CorpusRun {
    /// What the project's decoders gave of a log.
    struct Decoded {
        var sensor: SensorDescription?
        /// What `tiltshadow sensors` says about the sensor, one sentence part each.
        var notes: [String] = []
        var readings: [Reading] = []
        /// Times that the recording itself says something was lost.
        var lost = 0
        /// What is wrong with rows that were left out.
        var skipped: [String] = []
        /// Why there is nothing, or nothing more.
        var refusal: String?
    }

    let decoded: Decoded
    /// Readings in physical units and device axes, without what is no measurement.
    private(set) var samples: [Sample] = []
    private(set) var frames: [Frame] = []
    /// What was found wrong with the sensor, in the order in which it showed.
    private(set) var complaints: [SensorComplaint] = []
    private(set) var rejected = 0
    private(set) var clipped = 0

    /// Makes frames of what was decoded, as `tiltshadow replay` does.
    init(_ decoded: Decoded, settings: Settings = Settings()) {
        self.decoded = decoded
        guard let sensor = decoded.sensor else { return }
        var inspector = SensorInspector(sensor)
        var replay = Replay(
            engine: settings.engineParameters, options: settings.subscription, sensor: sensor)
        for reading in decoded.readings {
            samples.append(inspector.sample(from: reading))
            for complaint in inspector.complaints
            where !complaints.contains(where: { $0.code.description == complaint.code.description }) {
                complaints.append(complaint)
            }
            replay.feed(reading) { frames.append($0) }
        }
        replay.finish { frames.append($0) }
        (rejected, clipped) = (inspector.rejected, inspector.clipped)
    }

    /// Runs a log with the settings that its header asks for.
    init(_ log: CorpusLog) throws {
        var settings = Settings()
        for assignment in log.values("set") { try settings.apply(assignment, option: "set") }
        let decoded =
            log.isDevice
            ? try RecordedTree(log.place).decoded(settings) : ImportedReadings.decoded(log.place, settings)
        self.init(decoded, settings: settings)
    }

    /// Seconds from the first reading.
    func seconds(_ time: Timestamp) -> Double {
        decoded.readings.first.map { time.seconds(since: $0.time) } ?? 0
    }
}
