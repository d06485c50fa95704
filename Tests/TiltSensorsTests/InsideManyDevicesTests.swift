import Glibc
import LinuxSystem
import Testing
import TiltSensors

/// What must hold where umockdev simulates every device of the corpus at once; `UmockdevTests.swift` starts it.
@Suite(.enabled(if: Umockdev.suite == "InsideManyDevices", "run by the umockdev suite"))
struct InsideManyDevices {
    @Test func `our own reader lists what libudev does, in its order`() throws {
        let own = try UdevDatabase.records()
        let theirs = try UdevEnumeration.records()
        for (own, theirs) in zip(own, theirs) { #expect(own == theirs) }
        #expect(own.count == theirs.count)
        #expect(own.count { $0.mountMatrix != nil } > 20)
        #expect(own.count { $0.isTaggedAccelerometer } > 5)
        #expect(own.count { $0.isTaggedJoystick } > 2)
        #expect(own.count { $0.location != nil } > 1)
        #expect(own.count { $0.node == nil } > 5)
        #expect(own.count > 180)

        // Without a descriptor to read with it says so: half of the devices, or none, would be taken for all.
        var before = rlimit()
        #expect(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &before) == 0)
        var none = before
        none.rlim_cur = 3
        #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &none) == 0)
        #expect(throws: SystemError.self) { try UdevDatabase.records() }
        #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &before) == 0)
    }
}
