package import TiltCore
package import TiltDaemon

/// What lies between the devices of a session and the daemon under test, where that serves the sensor of another machine.
package struct Carriage {
    /// What the daemon is told of a sensor that it has opened.
    package var opened: (SensorID, SensorDescription) -> SensorDescription
    /// What the daemon has at a tick, in nanoseconds, of what the sensor gave until then.
    package var carried: (SensorID, [Reading], Int64) -> [Reading]

    package init(
        opened: @escaping (SensorID, SensorDescription) -> SensorDescription,
        carried: @escaping (SensorID, [Reading], Int64) -> [Reading]
    ) {
        (self.opened, self.carried) = (opened, carried)
    }
}
