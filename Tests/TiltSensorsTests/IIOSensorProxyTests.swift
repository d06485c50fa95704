import Testing
import TiltSensors

@Suite struct `IIO sensor proxy` {
    @Test func `is known by its control group`() throws {
        let tree = try FakeTree()
        let service = "cgroup/system.slice/iio-sensor-proxy.service"
        try tree.write(["cgroup.procs": "812\n813"], below: service)
        #expect(IIOSensorProxy.running(in: tree.path("cgroup")) == "iio-sensor-proxy (pid 812)")
        try tree.write(["cgroup.procs": ""], below: service)
        #expect(IIOSensorProxy.running(in: tree.path("cgroup")) == nil)
        try tree.write(["comm": "iio-sensor-prox"], below: "proc/7")
        #expect(IIOSensorProxy.running(in: tree.path("cgroup"), procRoot: tree.path("proc")) == nil)
    }

    /// OpenRC, runit and dinit start it in no control group of that name.
    @Test func `is known by its name where systemd does not run`() throws {
        let tree = try FakeTree()
        func running() -> String? {
            IIOSensorProxy.running(in: tree.path("none"), procRoot: tree.path("proc"))
        }
        #expect(running() == nil)
        try tree.write(["comm": "systemd"], below: "proc/1")
        try tree.write(["comm": "iio-sensor-prox"], below: "proc/self")
        #expect(running() == nil)
        try tree.write(["comm": "iio-sensor-prox"], below: "proc/812")
        #expect(running() == "iio-sensor-proxy (pid 812)")
    }
}
