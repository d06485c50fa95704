package import LinuxSystem
package import TiltCore

/// The sensors of this machine: enumeration, hotplug, and which one wins and why.
package final class SensorCatalog: SensorSource {
    private var options: SensorOptions
    private let monitor: MachineHotplug?
    /// The last one opened of those that have a number behind their id.
    private var numbered: CandidateRanking.KeptNumber?

    /// Why there is no hotplug, where there is none.
    package let hotplugError: SystemError?

    /// Starts to listen for hotplug, where `options` speak of this machine's own sysfs.
    package init(options: SensorOptions) {
        self.options = options
        guard options.sysRoot == "/sys" else {
            monitor = nil
            hotplugError = nil
            return
        }
        do throws(SystemError) {
            monitor = try MachineHotplug.open()
            hotplugError = nil
        } catch {
            monitor = nil
            hotplugError = error
        }
    }

    package var hotplugDescriptor: CInt? { monitor?.descriptor }

    package func use(_ options: SensorOptions) { self.options = options }

    package func drainHotplug() -> HotplugNews { monitor?.drain() ?? .nothing }

    package func candidates() -> [SensorCandidate] { Self.survey(options).candidates(keeping: numbered) }

    /// A look of 15 devices takes 10 ms, and an attribute whose driver hangs 5 s and more.
    package func beginSurvey() -> ThreadAnswer<[SensorCandidate]>? {
        let (options, numbered) = (options, numbered)
        return try? ThreadAnswer { Self.survey(options).candidates(keeping: numbered) }
    }

    package func isHeld(_ candidate: SensorCandidate) -> Bool {
        candidate.kind == .iioBuffer
            && IIODevice.isHeld(SysfsDirectory(candidate.sysPath), node: candidate.device)
    }

    package func open(_ candidate: SensorCandidate, now: Timestamp) throws(SensorError) -> any Sensor {
        note(candidate)
        return try Self.survey(options).open(candidate)
    }

    private func note(_ candidate: SensorCandidate) {
        guard candidate.number > 1 else { return }
        numbered = CandidateRanking.KeptNumber(sysPath: candidate.sysPath, number: candidate.number)
    }

    /// On a thread: it begins with a look at every device, and the attributes of an IIO device may ask the hardware.
    package func beginOpening(_ candidate: SensorCandidate, now: Timestamp) -> SensorOpening {
        note(candidate)
        let options = options
        let open: () -> SensorOpening.Outcome = {
            do throws(SensorError) { return .opened(try Self.survey(options).open(candidate)) } catch {
                return .failed(error)
            }
        }
        return (try? SensorOpening(onThread: open)) ?? SensorOpening(open())
    }

    /// One look at the devices, by udev where the options speak of this machine's own sysfs.
    package static func survey(_ options: SensorOptions) -> SensorSurvey {
        guard options.sysRoot == "/sys" else {
            return SensorSurvey(
                options: options,
                records: DeviceRecord.all(sysRoot: options.sysRoot, devRoot: options.devRoot))
        }
        // Not from sysfs where that fails: only udev knows the mount matrix, and without it every frame would be wrong.
        let records = (try? MachineDevices.records()) ?? (try? MachineDevices.records()) ?? []
        return SensorSurvey(options: options, records: records)
    }
}
