import CLinux
import LinuxSystem
import Testing
import TiltSensors

/// What a netlink socket hears of a program that says what udevd or the kernel would.
@Suite(.serialized) struct `The own monitor of hotplug` {
    private static let sensor = ["ACTION=add", "DEVPATH=/devices/virtual/none/event9999", "SUBSYSTEM=input"]

    /// Sends to a group, or to one socket's port; false where this process may not.
    private static func send(_ message: [UInt8], groups: UInt32, port: UInt32 = 0) -> Bool {
        guard let socket = try? OwnedDescriptor.checked(clinux_uevent_socket(), "socket") else {
            return false
        }
        var address = sockaddr_nl()
        address.nl_family = sa_family_t(AF_NETLINK)
        address.nl_groups = groups
        address.nl_pid = port
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(socket.raw, message, message.count, 0, $0, socklen_t(MemoryLayout<sockaddr_nl>.size))
                    == message.count
            }
        }
    }

    private static var maySend: Bool { send([0], groups: 1 << 20) }

    private static func port(of monitor: UeventMonitor) -> UInt32 {
        var address = sockaddr_nl()
        var size = socklen_t(MemoryLayout<sockaddr_nl>.size)
        _ = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(monitor.descriptor, $0, &size)
            }
        }
        return address.nl_pid
    }

    @Test(.enabled(if: maySend, "needs CAP_NET_ADMIN"), arguments: [true, false])
    func `hears udevd whether it seems to run or not`(seems: Bool) throws {
        let monitor = try UeventMonitor.open { seems }
        #expect(Self.send(`A message about a device`.udev(Self.sensor), groups: 2))
        #expect(monitor.drain() == .changed)
        #expect(monitor.drain() == .nothing)
        #expect(Self.send(`A message about a device`.udev(["SUBSYSTEM=usb"]), groups: 2))
        #expect(monitor.drain() == .nothing)
    }

    @Test(.enabled(if: maySend, "needs CAP_NET_ADMIN"))
    func `believes nobody but the kernel in the kernel's group, and nobody who speaks to it alone`() throws {
        let monitor = try UeventMonitor.open { false }
        let kernel = `A message about a device`.bytes(
            of: ["add@/devices/virtual/none/event9999"] + Self.sensor)
        #expect(Self.send(kernel, groups: 1))
        #expect(
            Self.send(`A message about a device`.udev(Self.sensor), groups: 0, port: Self.port(of: monitor)))
        #expect(monitor.drain() == .nothing)
    }

    @Test(.enabled(if: maySend, "needs CAP_NET_ADMIN"))
    func `says that messages were lost, once`() throws {
        let monitor = try UeventMonitor.open()
        #expect(clinux_set_option(monitor.descriptor, SO_RCVBUF, 2304) == 0)
        for _ in 0..<100 { _ = Self.send(`A message about a device`.udev(Self.sensor), groups: 2) }
        #expect(monitor.drain() == .overrun)
        #expect(monitor.drain() == .nothing)
    }

    @Test(.enabled(if: maySend, "needs CAP_NET_ADMIN"))
    func `takes a message that is too long for a change`() throws {
        let monitor = try UeventMonitor.open { false }
        #expect(Self.send([UInt8](repeating: 0, count: 9000), groups: 2))
        #expect(monitor.drain() == .changed)
    }

    @Test(.enabled(if: maySend, "needs CAP_NET_ADMIN"))
    func `is not woken by other subsystems, nor by the kernel, while udevd runs`() throws {
        let monitor = try UeventMonitor.open { true }
        #expect(Self.send(`A message about a device`.udev(["SUBSYSTEM=power_supply"]), groups: 2))
        #expect(Self.send([UInt8](repeating: 0, count: 9000), groups: 2))
        #expect(Self.send(Array("add@/x\0SUBSYSTEM=input\0".utf8), groups: 1))
        var request = pollfd(fd: monitor.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&request, 1, 0) == 0)
        for subsystem in ["iio", "input"] {
            #expect(Self.send(`A message about a device`.udev(["SUBSYSTEM=\(subsystem)"]), groups: 2))
            #expect(poll(&request, 1, 0) == 1)
            #expect(monitor.drain() == .nothing)
        }
    }
}
