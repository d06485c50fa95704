import LinuxSystem
import TiltCore

extension IIODevice {
    /// Asks for at least `wanted` Hz and returns what the driver then says, or `nil` where it says nothing.
    ///
    /// The rate stands at the sensor, the device or the buffer. Failures are no errors: the rate stays as it is, and
    /// what it is gets returned.
    package func setRate(of channels: Channels, atLeast wanted: Double) -> Double? {
        let names = [
            channels.rawValue + "_sampling_frequency", "sampling_frequency", "buffer/sampling_frequency",
        ]
        guard let name = names.first(where: { directory.has($0) }) else { return nil }
        return Self.setRate(name, in: directory, atLeast: wanted)
    }

    /// The same for a trigger that has a rate of its own, such as an hrtimer.
    package static func setRate(of trigger: IIOTrigger, atLeast wanted: Double) -> Double? {
        guard trigger.directory.has("sampling_frequency") else { return nil }
        return setRate("sampling_frequency", in: trigger.directory, atLeast: wanted)
    }

    private static func setRate(_ name: String, in directory: SysfsDirectory, atLeast wanted: Double)
        -> Double?
    {
        // Some drivers share the rate by type, and list what there is for all of the device (bmc150).
        let offered = (directory.text(name + "_available") ?? directory.text("sampling_frequency_available"))
            .flatMap { SamplingFrequency.choose(from: $0, atLeast: wanted) }
        let text = offered ?? wanted.shortText
        if directory.number(name) != DecimalParser.double(text) { try? directory.write(text, to: name) }
        return directory.number(name).flatMap { $0 > 0 ? $0 : nil }
    }
}
