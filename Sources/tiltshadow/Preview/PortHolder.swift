import TiltSensors

/// Who listens on a TCP port of this machine.
enum PortHolder {
    /// How `/proc/net/tcp` writes that a socket listens.
    private static let listening = "0A"

    /// The program and its process; `nil` where it cannot be seen, such as that of another user.
    static func named(of port: Int) -> String? {
        for path in ["/proc/net/tcp", "/proc/net/tcp6"] {
            // Larger than the usual limit: there is one line for each connection of the machine.
            guard let table = Machine().text(path, limit: 1 << 22),
                let inode = inode(listeningOn: port, in: table)
            else { continue }
            if let holder = DeviceHolder.named(of: "socket:[\(inode)]") { return holder }
        }
        return nil
    }

    /// The number of the socket; `nil` where nobody listens.
    static func inode(listeningOn port: Int, in table: String) -> Substring? {
        for line in table.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 9, fields[3] == listening, let digits = fields[1].split(separator: ":").last,
                Int(digits, radix: 16) == port
            else { continue }
            return fields[9]
        }
        return nil
    }
}
