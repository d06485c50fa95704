import CLinux
import LinuxSystem
import TiltCore
import TiltRelay

/// What a connection to the broker is made with.
struct BrokerLogin {
    let address: BrokerAddress
    let user: String?
    /// The bytes of the password, whatever they mean, and a NUL.
    let password: [CChar]?
    let authorityFile: String?
    let certificateFile: String?
    let keyFile: String?

    /// The longest password, in bytes.
    private static let mostBytes = 4096

    /// Reads the password, too: from the file that the settings name, else from the service manager's credentials.
    init(_ settings: RelaySettings, to address: BrokerAddress, _ environment: Environment) throws(RelayError)
    {
        self.address = address
        user = settings.user
        authorityFile = settings.authorityFile
        certificateFile = settings.certificateFile
        keyFile = settings.keyFile
        try Self.check(authorityFile, "ca_file", holds: .certificate)
        try Self.check(certificateFile, "certificate_file", holds: .certificate)
        try Self.check(keyFile, "key_file", holds: .key)
        guard let path = settings.passwordFile ?? Self.credential(environment) else {
            password = nil
            return
        }
        guard user != nil else { throw .incomplete("the password \(path)", needs: "user") }
        let bytes: [UInt8]
        do throws(WholeFile.Failure) {
            bytes = try WholeFile.read(path, limit: Self.mostBytes + 1)
        } catch {
            throw .unreadable(error)
        }
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard !line.isEmpty else { throw .password(path: path, why: "its first line is empty") }
        guard line.count <= Self.mostBytes else {
            throw .password(path: path, why: "its first line is longer than \(Self.mostBytes) bytes")
        }
        guard !line.contains(0) else { throw .password(path: path, why: "there is a NUL in its first line") }
        password = line.map { CChar(bitPattern: $0) } + [0]
    }

    /// Refuses a file that TLS can have no use for: the library's own word for it is of invalid arguments.
    private static func check(
        _ path: String?, _ setting: String, holds content: PEMFile.Content
    ) throws(RelayError) {
        guard let path else { return }
        let bytes: [UInt8]?
        do throws(WholeFile.Failure) {
            bytes = try WholeFile.readRegular(path, limit: PEMFile.mostBytes)
        } catch {
            throw .unreadable(error)
        }
        guard let bytes else { throw .pem(setting: setting, path: path, why: "it is no regular file") }
        if let why = PEMFile.whyUseless(bytes, as: content) {
            throw .pem(setting: setting, path: path, why: why)
        }
    }

    /// The file that systemd's LoadCredential makes of a line `password:PATH`.
    private static func credential(_ environment: Environment) -> String? {
        guard let directory = environment["CREDENTIALS_DIRECTORY"] else { return nil }
        let path = directory + "/password"
        return access(path, R_OK) == 0 ? path : nil
    }
}
