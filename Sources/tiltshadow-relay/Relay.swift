import CLinux
import CMosquitto
import LinuxSystem
import TiltCore
import TiltRelay

/// The relay: carries what the local daemon says to a broker that people already run, and is the daemon of another machine
/// by what a broker tells.
@main enum Relay {
    static func main() {
        DescriptorTable.holdStandardPlaces()
        do throws(RelayError) { try run() } catch {
            var text = "tiltshadow-relay: \(error.description)\n"
            if let hint = error.hint, !hint.isEmpty { text += "  try: \(hint)\n" }
            say(text, to: STDERR_FILENO)
            exit(error.exitCode)
        }
    }

    /// The most memory for data, in bytes: 64 MiB, many times what is needed.
    private static let mostMemory: UInt = 64 << 20

    private static func run() throws(RelayError) {
        let words: [String]
        do throws(SystemError) { words = try ProcessArguments.words() } catch { throw .system(error) }
        let arguments = try RelayArguments(words)
        if arguments.wantsHelp { return say(RelayArguments.help, to: STDOUT_FILENO) }
        if arguments.wantsVersion {
            let lack = cmosquitto_is_there() ? "" : ", without libmosquitto"
            return say("\(ProtocolVersion.server)\(lack)\n", to: STDOUT_FILENO)
        }
        let settings = try settings(arguments)
        _ = try settings.checkedAddress(for: arguments.command)
        guard !arguments.isCheck else { return }
        guard cmosquitto_is_there() else { throw .noLibrary }
        cmosquitto_limit_memory(mostMemory)
        _ = mosquitto_lib_init()
        let journal = Journal(
            identifier: "tiltshadow-relay", fieldPrefix: "TILTSHADOW", environment: .process)
        switch arguments.command {
        case .publish:
            var loop = try PublishLoop(settings, .process, journal)
            try loop.run()
        case .serve: try Server.run(settings, .process, journal)
        }
    }

    private static func settings(_ arguments: RelayArguments) throws(RelayError) -> RelaySettings {
        var settings = RelaySettings()
        let path = arguments.config ?? RelayArguments.usualConfig
        if arguments.config != nil || access(path, F_OK) == 0 {
            let bytes: [UInt8]
            do throws(WholeFile.Failure) {
                bytes = try WholeFile.read(path, limit: RelaySettingsReader.mostBytes + 1)
            } catch {
                throw .unreadable(error)
            }
            try RelaySettingsReader.read(bytes, path: path, into: &settings)
        }
        try arguments.apply(to: &settings)
        return settings
    }

    private static func say(_ text: String, to descriptor: CInt) {
        var text = text
        text.withUTF8 { _ = write(descriptor, $0.baseAddress, $0.count) }
    }
}
