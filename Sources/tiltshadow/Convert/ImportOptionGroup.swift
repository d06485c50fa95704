import ArgumentParser
import TiltImport

/// What a person may know better than a recording.
struct ImportOptionGroup: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The name or node of the device to take. (default: the first accelerometer)", valueName: "name"))
    var device: String?

    @Option(
        help: ArgumentHelp(
            "m/s² per count of a recorded device, where it does not tell, or tells wrongly.",
            valueName: "scale"))
    var accelScale: Double?

    func validate() throws {
        guard let accelScale, !(accelScale.isFinite && accelScale > 0) else { return }
        throw ValidationError("--accel-scale \(accelScale): expected a number above 0")
    }

    /// The options as the importer takes them.
    var options: ImportOptions { ImportOptions(device: device, accelScale: accelScale) }
}
