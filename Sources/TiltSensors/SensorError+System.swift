import CLinux
package import LinuxSystem

extension SensorError {
    /// What a failed call on `path` means for a sensor.
    package init(_ error: SystemError, path: String) {
        switch error.errno {
        case EACCES, EPERM, EROFS: self = .accessDenied(path: path)
        case EBUSY: self = .busy(path: path, holder: DeviceHolder.named(of: path))
        case ENODEV, ENXIO, ENOENT: self = .gone(path: path)
        default: self = .system(error)
        }
    }
}
