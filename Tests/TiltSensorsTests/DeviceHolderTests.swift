import Foundation
import Testing
import TiltSensors

@Suite struct `Device holder` {
    @Test func `is the program that has the node open, by its full name`() throws {
        let tree = try FakeTree()
        try tree.write(
            ["comm": "iio-sensor-prox", "cmdline": "/usr/libexec/iio-sensor-proxy\0-v"], below: "proc/812")
        try tree.write(["comm": "kworker"], below: "proc/7")
        try FileManager.default.createDirectory(
            atPath: tree.path("proc/812/fd"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: tree.path("proc/812/fd/9"), withDestinationPath: "/dev/iio:device0")
        let root = tree.path("proc")
        #expect(DeviceHolder.named(of: "/dev/iio:device0", procRoot: root) == "iio-sensor-proxy (pid 812)")
        #expect(DeviceHolder.named(of: "/dev/iio:device1", procRoot: root) == nil)
        #expect(DeviceHolder.named(of: "/dev/iio:device0", procRoot: root + "/none") == nil)
    }

    @Test func `is never this process`() throws {
        let handle = try #require(FileHandle(forReadingAtPath: "/dev/null"))
        #expect(DeviceHolder.named(of: "/dev/null")?.contains("(pid \(getpid()))") != true)
        try handle.close()
    }
}
