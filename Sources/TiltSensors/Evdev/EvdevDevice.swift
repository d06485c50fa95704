package import CLibevdev
import CLinux
package import LinuxSystem

/// Owns an open event node and the `struct libevdev *` on it.
package struct EvdevDevice: ~Copyable {
    /// Closed after `deinit` has run, so libevdev never holds a closed descriptor.
    package let file: OwnedDescriptor
    /// The node, for messages.
    package let path: String
    /// True where event times are `CLOCK_MONOTONIC`; false where the node refused that, as a simulated one does.
    package private(set) var isMonotonic = true
    /// True while ``nextEvent()`` hands out what libevdev found changed after events were lost.
    package private(set) var isResynchronising = false

    private let device: OpaquePointer

    private init(adopting device: OpaquePointer, on file: consuming OwnedDescriptor, path: String) {
        self.file = file
        self.path = path
        self.device = device
    }

    deinit { libevdev_free(device) }

    /// Opens `path` without blocking and asks the kernel for `CLOCK_MONOTONIC` timestamps.
    ///
    /// Nothing is read in between: a change of clock flushes the kernel's queue and leaves a `SYN_DROPPED` in it,
    /// which the first ``nextEvent()`` then resolves against the state that libevdev read at opening.
    package static func open(_ path: String) throws(SystemError) -> EvdevDevice {
        let file = try OwnedDescriptor.open(path, O_RDONLY | O_NONBLOCK)
        var pointer: OpaquePointer?
        let status = libevdev_new_from_fd(file.raw, &pointer)
        guard status == 0, let pointer else {
            throw SystemError("libevdev_new_from_fd", path, errno: -status)
        }
        var device = EvdevDevice(adopting: pointer, on: file, path: path)
        device.isMonotonic = libevdev_set_clock_id(pointer, CLOCK_MONOTONIC) == 0
        return device
    }

    /// Calls `libevdev_get_name`.
    package var name: String { libevdev_get_name(device).map { String(cString: $0) } ?? "unnamed" }

    /// Calls `libevdev_has_property` for `INPUT_PROP_ACCELEROMETER`: axes are then in counts per g and per °/s.
    package var hasAccelerometerProperty: Bool {
        libevdev_has_property(device, UInt32(INPUT_PROP_ACCELEROMETER)) == 1
    }

    /// Calls `libevdev_has_event_code` for an absolute axis.
    package func hasAxis(_ axis: Int32) -> Bool {
        libevdev_has_event_code(device, UInt32(EV_ABS), UInt32(axis)) == 1
    }

    /// Calls `libevdev_get_abs_info` for every absolute axis.
    package var abilities: EvdevAbilities {
        var abilities = EvdevAbilities(path: path, name: name)
        abilities.hasAccelerometerProperty = hasAccelerometerProperty
        for code in 0..<ABS_CNT where hasAxis(code) {
            guard let axis = libevdev_get_abs_info(device, UInt32(code))?.pointee else { continue }
            abilities.add(
                .init(minimum: axis.minimum, maximum: axis.maximum, resolution: axis.resolution), code: code)
        }
        return abilities
    }

    /// Calls `libevdev_get_event_value`: the axis as libevdev last saw it, in counts.
    package func value(_ axis: Int32) -> Int32 {
        libevdev_get_event_value(device, UInt32(EV_ABS), UInt32(axis))
    }

    /// Calls `EVIOCGABS`: the axis as the kernel has it now, whoever has grabbed the device.
    package func kernelValue(_ axis: Int32) throws(SystemError) -> Int32 {
        var information = input_absinfo()
        guard clibevdev_get_abs(file.raw, UInt32(axis), &information) == 0 else {
            throw SystemError("EVIOCGABS", path)
        }
        return information.value
    }

    /// Calls `poll` without waiting: true where events are queued, or the device is gone.
    package var hasPendingEvents: Bool {
        var request = pollfd(fd: file.raw, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) > 0
    }

    /// Calls `libevdev_next_event`; `nil` when the kernel has no more.
    ///
    /// After `SYN_DROPPED` libevdev hands out the difference as ordinary events, each marked `SYNC`, and
    /// ends with `EAGAIN`. They are returned like any other: dropping them would leave an axis stale.
    package mutating func nextEvent() throws(SystemError) -> input_event? {
        var event = input_event()
        while true {
            let flag = isResynchronising ? LIBEVDEV_READ_FLAG_SYNC : LIBEVDEV_READ_FLAG_NORMAL
            switch libevdev_next_event(device, flag.rawValue, &event) {
            case CInt(LIBEVDEV_READ_STATUS_SUCCESS.rawValue):
                return event
            case CInt(LIBEVDEV_READ_STATUS_SYNC.rawValue):
                if isResynchronising { return event }
                isResynchronising = true
            case -EAGAIN where isResynchronising:
                isResynchronising = false
            case -EAGAIN:
                return nil
            case -EINTR:
                continue
            case let status:
                throw SystemError("libevdev_next_event", path, errno: -status)
            }
        }
    }
}
