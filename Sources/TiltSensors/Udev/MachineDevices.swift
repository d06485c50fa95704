// Who tells of this machine's devices: libudev, or our own reader of the same files and messages where a program is to need
// no library. Both have the same three names: `records()`; `open()` and `drain()`.
#if WITHOUT_LIBUDEV
    /// The present devices.
    package typealias MachineDevices = UdevDatabase
    /// What comes and goes.
    package typealias MachineHotplug = UeventMonitor
#else
    /// The present devices.
    package typealias MachineDevices = UdevEnumeration
    /// What comes and goes.
    package typealias MachineHotplug = UdevMonitor
#endif
