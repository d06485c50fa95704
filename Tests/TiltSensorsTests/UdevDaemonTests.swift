import Testing
import TiltSensors

@Suite struct `Whether udevd runs` {
    private static let head = "Num       RefCount Protocol Flags    Type St Inode Path\n"

    private static func list(_ lines: String...) -> [UInt8] {
        Array((head + lines.map { $0 + "\n" }.joined()).utf8)
    }

    @Test func `is told by who listens at its socket`() {
        let other = "0000000000000000: 00000002 00000000 00010000 0001 01 20111 /run/systemd/private"
        let listening = "0000000000000000: 00000002 00000000 00010000 0005 01 13877 /run/udev/control"
        let connected = "0000000000000000: 00000003 00000000 00000000 0005 03 13912 /run/udev/control"
        #expect(UdevDaemon.listens(in: Self.list(other, connected, listening)))
        #expect(!UdevDaemon.listens(in: Self.list(other, connected)))
        #expect(!UdevDaemon.listens(in: Self.list()))
        // In a root of its own, and by a name with a blank.
        #expect(!UdevDaemon.listens(in: Self.list(listening.replacing("/run", with: "/x/run"))))
        #expect(!UdevDaemon.listens(in: Self.list(listening.replacing("/run", with: "x /run"))))
    }

    @Test func `is believed of the file where the list cannot be read, or not whole`() {
        #expect(UdevDaemon.listens(in: nil))
        #expect(UdevDaemon.listens(in: [UInt8](repeating: 10, count: UdevDaemon.limit)))
    }
}
