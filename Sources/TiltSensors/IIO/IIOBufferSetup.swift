import CLinux
import LinuxSystem
import TiltCore

/// The steps that bring an IIO buffer into the state we need, in the order in which the kernel accepts them.
///
/// Each attribute is written only where it has another value, so that a daemon without the right to write goes on where
/// a udev rule has set everything up.
package struct IIOBufferSetup {
    private let device: IIODevice
    /// The elements that were off before, to be switched off again.
    package private(set) var enabledElements: [String] = []

    package init(device: IIODevice) { self.device = device }

    /// Writes `text` to an attribute where it says something else.
    package func set(_ name: String, to text: String) throws(SensorError) {
        guard device.directory.text(name) != text else { return }
        do throws(SystemError) {
            try device.directory.write(text, to: name)
        } catch {
            switch error.errno {
            case EBUSY: throw .busy(path: device.node, holder: DeviceHolder.named(of: device.node))
            default: throw SensorError(error, path: device.directory.path + "/" + name)
            }
        }
    }

    /// Switches on the axes of `channels` and the timestamp, and everything else off.
    ///
    /// A channel that cannot be switched off stays: the layout is read back and takes it into account. So does a
    /// timestamp that cannot be switched on.
    package mutating func enableElements(_ channels: [IIODevice.Channels]) throws(SensorError) {
        let required = channels.flatMap { $0.axes }.map { $0 + "_en" }
        for name in elementNames where name.hasSuffix("_en") {
            let path = "scan_elements/" + name
            let isOn = device.directory.text(path) == "1"
            if required.contains(name) {
                try set(path, to: "1")
            } else if name == "in_timestamp_en" {
                try? set(path, to: "1")
            } else if isOn {
                try? set(path, to: "0")
            }
            if !isOn, device.directory.text(path) == "1" { enabledElements.append(path) }
        }
    }

    private var elementNames: [String] { device.directory.directory("scan_elements").names() }

    /// Sets the trigger where the device takes one, and returns the trigger's own rate in Hz where it has one.
    ///
    /// A trigger that is set is kept where `trustsCurrent`; another program may have set one that never fires.
    ///
    /// - Throws: ``SensorError/unsupported(path:text:)`` where there is none, or only one that fires on motion.
    package func chooseTrigger(samplingHz: Double, trustsCurrent: Bool) throws(SensorError) -> Double? {
        let attribute = "trigger/current_trigger"
        guard device.directory.has(attribute) else { return nil }
        let current = device.directory.text(attribute) ?? ""
        let chosen = IIOTrigger.choose(
            from: device.triggers(), deviceName: device.name, number: device.number,
            parent: device.directory.parent, current: current, trustsCurrent: trustsCurrent)
        guard let chosen else {
            throw .unsupported(path: device.node, text: IIOTrigger.refusal(for: device) ?? "has no trigger")
        }
        try set(attribute, to: chosen.name)
        return IIODevice.setRate(of: chosen, atLeast: samplingHz)
    }

    /// The layout of the channels that are on, as the driver tells it now.
    ///
    /// - Throws: ``SensorError/unsupported(path:text:)`` with the scan type or index that is not understood.
    package func layout() throws(SensorError) -> ScanLayout {
        let directory = device.directory.directory("scan_elements")
        var elements: [ScanElement] = []
        for file in elementNames where file.hasSuffix("_en") && directory.text(file) == "1" {
            let name = String(decoding: file.utf8.dropLast(3), as: UTF8.self)
            let indexText = directory.text(name + "_index") ?? ""
            guard let index = DecimalParser.integer(indexText) else {
                throw .unsupported(
                    path: device.node, text: "index \"" + indexText + "\" of " + name + " is no number")
            }
            do throws(ScanTypeError) {
                let type = try ScanType(parsing: directory.text(name + "_type") ?? "")
                elements.append(ScanElement(name: name, index: Int(index), type: type))
            } catch {
                throw .unsupported(path: device.node, text: name + ": " + error.description)
            }
        }
        return ScanLayout(elements)
    }

    /// Switches the buffer on.
    ///
    /// - Throws: also ``SensorError/unsupported(path:text:)`` where the driver refuses the combination.
    package func enable() throws(SensorError) {
        do throws(SensorError) {
            try set("buffer/enable", to: "1")
        } catch {
            guard case .system(let cause) = error, cause.errno == EINVAL else { throw error }
            throw .unsupported(
                path: device.node, text: "its driver refuses this combination of channels and trigger")
        }
    }
}
