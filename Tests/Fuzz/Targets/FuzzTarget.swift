/// What is fuzzed: everything that reads bytes of a stranger, each with properties that must hold for any bytes.
enum FuzzTarget: String, CaseIterable {
    /// Requests of subscribers, through the splitter.
    case control
    /// Logs of version 1, replayed into frames.
    case tiltlog
    /// Neutral CSV, replayed into frames.
    case csv
    /// Scan types, layouts and scans of IIO buffers.
    case scan
    /// Timestamps of drivers.
    case stamps
    /// The settings file and the command line's assignments.
    case settings
    /// Mount matrices and what is made of them.
    case mount
    /// The strings of udev and sysfs, through a survey of a machine.
    case udev
    /// Messages about devices and udev's database, as the static daemon reads them.
    case uevents
    /// Lines of a daemon, in the client.
    case server
    /// Sequences of readings, from the inspector to the offset.
    case samples
    /// Numbers, read and written.
    case numbers
    /// Recordings of other programs, packed or not.
    case imports
    /// Events of the daemon's core, and what becomes of their effects.
    case core
    /// Messages of a publisher on other machines, as one who serves its sensor takes them.
    case remote

    /// What libFuzzer calls with every input; a C function cannot carry the target with it, hence one for each.
    var callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt {
        switch self {
        case .control: { Self.run(ControlTarget.take, $0, $1) }
        case .tiltlog: { Self.run(LogTarget.takeTiltlog, $0, $1) }
        case .csv: { Self.run(LogTarget.takeCSV, $0, $1) }
        case .scan: { Self.run(ScanTarget.take, $0, $1) }
        case .stamps: { Self.run(StampsTarget.take, $0, $1) }
        case .settings: { Self.run(SettingsTarget.take, $0, $1) }
        case .mount: { Self.run(MountTarget.take, $0, $1) }
        case .udev: { Self.run(UdevTarget.take, $0, $1) }
        case .uevents: { Self.run(UeventsTarget.take, $0, $1) }
        case .server: { Self.run(ServerTarget.take, $0, $1) }
        case .samples: { Self.run(SamplesTarget.take, $0, $1) }
        case .numbers: { Self.run(NumbersTarget.take, $0, $1) }
        case .imports: { Self.run(ImportsTarget.take, $0, $1) }
        case .core: { Self.run(CoreTarget.take, $0, $1) }
        case .remote: { Self.run(RemoteTarget.take, $0, $1) }
        }
    }

    private static func run(
        _ take: (UnsafeBufferPointer<UInt8>) -> Void, _ start: UnsafePointer<UInt8>?, _ count: Int
    ) -> CInt {
        take(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
        return 0
    }
}
