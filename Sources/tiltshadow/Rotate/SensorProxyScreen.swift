import CSystemBus
import LinuxSystem
import TiltCore

/// iio-sensor-proxy, by which most desktops turn the picture: which edge of the device it says is up.
///
/// It tells those alone who have claimed the accelerometer, as a desktop that turns by it has done already.
final class SensorProxyScreen: ScreenWatch {
    private static let name = "net.hadess.SensorProxy"
    private static let path = "/net/hadess/SensorProxy"
    /// How long it may take to answer, in microseconds.
    private static let timeout: UInt64 = 2_000_000

    private let bus: OpaquePointer
    /// What the bus has told since it was looked at: another program has its name, and its properties are others.
    private let (hasNewOwner, hasNews): (UnsafeMutablePointer<Bool>, UnsafeMutablePointer<Bool>)
    private var rotation: DisplayRotation?

    let descriptor: CInt

    init() throws(ScreenError) {
        var opened: OpaquePointer?
        let status = sd_bus_open_system(&opened)
        guard status >= 0, let opened else { throw Self.failure("sd_bus_open_system", status) }
        bus = opened
        descriptor = sd_bus_get_fd(bus)
        (hasNewOwner, hasNews) = (.allocate(capacity: 1), .allocate(capacity: 1))
        hasNewOwner.initialize(to: true)
        hasNews.initialize(to: true)
        _ = sd_bus_set_method_call_timeout(bus, Self.timeout)
        try listen(
            "sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(Self.name)'", hasNewOwner)
        try listen(
            "interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',path='\(Self.path)'",
            hasNews)
    }

    deinit {
        csystembus_close(bus)
        hasNewOwner.deallocate()
        hasNews.deallocate()
    }

    func take() throws(ScreenError) -> DisplayRotation? {
        try process()
        while hasNewOwner.pointee || hasNews.pointee {
            // One that has begun anew knows nothing of an earlier claim.
            if hasNewOwner.pointee {
                hasNewOwner.pointee = false
                try check(
                    "ClaimAccelerometer",
                    csystembus_call(bus, Self.name, Self.path, Self.name, "ClaimAccelerometer"))
            }
            hasNews.pointee = false
            rotation = try orientation() ?? rotation
            // With the answers something may have come that no descriptor tells any more.
            try process()
        }
        return rotation
    }

    private func orientation() throws(ScreenError) -> DisplayRotation? {
        var text: UnsafeMutablePointer<CChar>?
        defer { csystembus_free(text) }
        try check(
            "AccelerometerOrientation",
            sd_bus_get_property_string(
                bus, Self.name, Self.path, Self.name, "AccelerometerOrientation", nil, &text))
        return text.flatMap { Self.rotation(String(cString: $0)) }
    }

    /// The edge that is up, where the picture follows; `nil` where it lies flat or nobody knows.
    static func rotation(_ orientation: String) -> DisplayRotation? {
        switch orientation {
        case "normal": DisplayRotation.none
        case "right-up": .quarter
        case "bottom-up": .half
        case "left-up": .threeQuarters
        default: nil
        }
    }

    private func listen(_ match: String, _ flag: UnsafeMutablePointer<Bool>) throws(ScreenError) {
        try check("sd_bus_add_match", csystembus_listen(bus, "type='signal'," + match, flag))
    }

    /// Takes all that has come.
    private func process() throws(ScreenError) {
        while true {
            let status = sd_bus_process(bus, nil)
            try check("sd_bus_process", status)
            if status == 0 { return }
        }
    }

    private func check(_ call: String, _ status: CInt) throws(ScreenError) {
        guard status >= 0 else { throw Self.failure(call, status) }
    }

    private static func failure(_ call: String, _ status: CInt) -> ScreenError {
        .system(.sensorProxy, SystemError(call, errno: -status))
    }
}
