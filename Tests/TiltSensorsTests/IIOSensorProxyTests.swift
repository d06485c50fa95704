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
        #expect(IIOSensorProxy.running(in: tree.path("none")) == nil)
    }
}
