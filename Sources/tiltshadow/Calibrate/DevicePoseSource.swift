import LinuxSystem
import TiltCore
import TiltSensors

/// The sensor itself, opened as the daemon would.
final class DevicePoseSource: PoseSource {
    let sensor: SensorKnowledge
    let descriptor: CInt? = nil
    let lacksSensor = false
    private(set) var fault: String?

    /// Silence after which there is something to say, in nanoseconds.
    private static let timeout: Int64 = 2_000_000_000

    private let device: any Sensor
    private var lastReading = MonotonicClock.now()

    /// Opens the sensor named, or the best one.
    init(named name: String?, options: SensorOptions) throws(ToolError) {
        device = try SensorChoice.open(SensorCatalog(options: options), named: name)
        sensor = SensorKnowledge(device.description, survey: SensorCatalog.survey(options))
    }

    func drain(_ body: (PoseSample) -> Void) throws(ToolError) {
        let description = device.description
        let now = MonotonicClock.now()
        do throws(SensorError) {
            try device.drain { reading in
                lastReading = now
                body(.reading(RawSample(reading, description.calibration), up: nil))
            }
        } catch { throw .sensor(error) }
        if description.restsInSilence {
            body(.silence(until: Timestamp(nanoseconds: now)))
        } else {
            fault = now - lastReading > Self.timeout ? "the sensor sends nothing" : nil
        }
    }
}
