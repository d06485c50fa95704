package import LinuxSystem
package import TiltCore

/// Why a sensor cannot be used, and what the reader of the log can do about it.
package enum SensorError: Error, Equatable {
    /// `open(2)` failed with `EACCES` or `EPERM`.
    case accessDenied(path: String)
    /// Another process holds the device; `holder` names it where /proc tells.
    case busy(path: String, holder: String?)
    /// The device was unplugged or its driver was unloaded.
    case gone(path: String)
    /// The machine whose sensor it is says goodbye, or is not heard any more.
    case unheard(path: String)
    /// The device lacks three acceleration axes.
    case notAnAccelerometer(path: String, name: String)
    /// Counts cannot be turned into m/s².
    case unknownScale(path: String, name: String)
    /// The device is there but sends nothing although it should.
    case silent(path: String, reason: String)
    /// Opening it takes so long that others are tried meanwhile: more than 2 s.
    case slow(path: String)
    /// The device gives readings, and each is 0 on all axes.
    case zeros(path: String)
    /// Another program took the open device away from us.
    case stolen(path: String, text: String)
    /// A scan type or attribute that is not understood.
    case unsupported(path: String, text: String)
    /// The mount matrix cannot be used.
    case mountMatrix(path: String, MountMatrixError)
    /// It is opened again, though nothing is wrong with it.
    case released(path: String, because: Reopening)
    /// A log ended, or cannot be read.
    case log(path: String, text: String)
    /// Any other failed call.
    case system(SystemError)

    /// Why a sensor is opened again with which nothing is wrong.
    package enum Reopening: String, Sendable {
        case settings = "with other settings"
        case mounting = "with another mount matrix"
        case gyroscope = "with a gyroscope"
        case withoutGyroscope = "without its gyroscope, which was unplugged"
    }
}

extension SensorError: CustomStringConvertible {
    /// One sentence, for the log and the `sensor` message.
    package var description: String {
        switch self {
        case .accessDenied(let path): "permission denied opening \(path)"
        case .busy(let path, let holder?): "\(path) is held by \(holder)"
        case .busy(let path, nil): "\(path) is held by another process"
        case .gone(let path): "\(path) was unplugged"
        case .unheard(let path): "nothing is heard of \(path) any more"
        case .notAnAccelerometer(let path, let name): "\(path) (\(name)) has no x, y and z acceleration axes"
        case .unknownScale(let path, let name): "\(path) (\(name)) does not report its scale"
        case .silent(let path, let reason): "\(path) sends nothing: \(reason)"
        case .slow(let path): "opening \(path) takes more than 2 s"
        case .zeros(let path): "\(path) reads 0 on all axes, though gravity is always on one"
        case .stolen(let path, let text): "\(path) was taken away: \(text)"
        case .unsupported(let path, let text): "\(path): \(text)"
        case .mountMatrix(let path, let error): "\(path): \(error.description)"
        case .released(let path, let reason): "\(path) is opened again \(reason.rawValue)"
        case .log(let path, let text): "\(path): \(text)"
        case .system(let error): error.description
        }
    }

    /// The next thing to try; `nil` when there is nothing to do but wait.
    package var hint: String? {
        switch self {
        case .accessDenied:
            "install 61-tiltshadow.rules, run `udevadm trigger`, and see that the service's group has the node"
        case .busy: "stop that program, or let tiltshadow poll the device instead"
        case .gone, .unheard: nil
        case .notAnAccelerometer:
            "run `tiltshadow sensors` and name another device with `device` under [sensor]"
        case .unknownScale: "set `accel_scale` for this device under [sensor]; see tiltshadow.conf(5)"
        case .silent: "see whether another program has grabbed the device"
        case .slow: "see whether the kernel says in `journalctl -k` that the device does not answer"
        case .zeros: "its chip sleeps or its bus fails: see dmesg, and load its driver again"
        case .stolen: "stop that program, or let it and tiltshadow use different sensors"
        case .unsupported: "report the text above together with the output of `tiltshadow sensors`"
        case .mountMatrix(_, let error): error.hint
        case .released, .log: nil
        case .system: "run `tiltshadow sensors` and attach its output to a report"
        }
    }
}
