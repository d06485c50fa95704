import CLinux
import CMosquitto
import LinuxSystem
import TiltClient
import TiltCore
import TiltRelay

/// The relay: carries what the local daemon says to a broker that people already run, and is the daemon of another machine
/// by what a broker tells.
@main enum Relay {
    static func main() {
        DescriptorTable.holdStandardPlaces()
        SignalWatch.leaveFailuresToWrite()
        var status: Int32 = 0
        do throws(RelayError) { try run() } catch {
            var text = "tiltshadow-relay: \(error.description)\n"
            if let hint = error.hint, !hint.isEmpty { text += "  try: \(hint)\n" }
            text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
            status = error.exitCode
        }
        end(status)
    }

    /// Ends the program at once: `exit` would have OpenSSL take apart what a thread that connects is in the midst of.
    static func end(_ status: Int32) -> Never {
        _exit(status)
    }

    /// The most memory for data, in bytes: 64 MiB, many times what is needed.
    private static let mostMemory: UInt = 64 << 20

    /// Of those, what each thread's stack takes, in bytes: 1 MiB, as where programs are static.
    private static let stackSize: UInt = 1 << 20

    private static func run() throws(RelayError) {
        let words: [String]
        do throws(SystemError) { words = try ProcessArguments.words() } catch { throw .system(error) }
        let arguments = try RelayArguments(words)
        if arguments.wantsHelp { return try print(RelayArguments.help) }
        if arguments.wantsVersion {
            let lack = cmosquitto_is_there() ? "" : ", without libmosquitto"
            return try print("\(ProtocolVersion.server)\(lack)\n")
        }
        let settings = try settings(arguments)
        let address = try settings.checkedAddress(for: arguments.command)
        if arguments.command == .publish {
            try RelaySettings.checkSocket(TiltShadow(path: settings.socket).path, .process)
        }
        if arguments.isCheck {
            _ = try BrokerLogin(settings, to: address, .process)
            if arguments.command == .serve { _ = try Server.settings(settings, .process) }
            return
        }
        guard cmosquitto_is_there() else { throw .noLibrary }
        cmosquitto_limit_memory(mostMemory, stackSize)
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

    private static func print(_ text: String) throws(RelayError) {
        do throws(SystemError) { try StandardOutput.print(text) } catch { throw .system(error) }
    }
}
