package import LinuxSystem
package import TiltCore

/// What the daemon's core wants done; the shell does it in order, and tells what came of it as events.
///
/// Plain values without references: texts and lines are bytes of ``DaemonCore/output``.
package enum DaemonEffect: Equatable, Sendable {
    // MARK: subscribers

    /// Send these bytes; where not all went out: ``DaemonEvent/unsent(_:_:sent:_:)``, at once.
    ///
    /// What follows for the same connection within the step is then not tried, but comes back as unsent, too.
    case send(Connection, OutputBytes)
    /// The same for one who wants no frame behind an unread one (`SIOCOUTQ`).
    case sendIfRead(Connection, OutputBytes)
    /// Wait for this and nothing else; a hang-up is told in any case. Nothing is waited for at first.
    case watch(Connection, Interest)
    /// Close it, with whatever it has sent and nobody has read.
    case close(Connection)
    /// Ask the kernel how much the first has not read, for an answer to the second.
    case weigh(Connection, for: Connection)

    // MARK: pages

    /// Make a page of memory for poses: ``DaemonEvent/openedPage(_:)`` or ``DaemonEvent/refusedPage(_:_:)``, at once.
    case openPage(PageID)
    /// Write these bytes of a ``PosePage`` into it.
    case writePage(PageID, OutputBytes)
    /// Let go of it; who has it mapped keeps what was written last.
    case closePage(PageID)
    /// Send these bytes, and the page's descriptor with the first of them; what did not go out comes back as of ``send(_:_:)``.
    case sendPage(Connection, OutputBytes, PageID)

    // MARK: sensors

    /// Look at every device; ``DaemonEvent/surveyIsLate`` where that is not done by an instant, in nanoseconds.
    case survey(by: Int64)
    /// Ask whether another program holds the device of ``DaemonCore/candidate(of:)``.
    case askHolder(SensorID)
    /// Open ``DaemonCore/candidate(of:)``, however long that takes; from then on it is drained before every tick.
    case openSensor(SensorID)
    /// Leave the device alone until an instant.
    case pause(SensorID, until: Int64)
    /// Ask a silent sensor whether it is still there.
    case probe(SensorID)
    /// Close it, or stop opening it.
    case closeSensor(SensorID)
    /// Keep the bias of this open sensor's gyroscope, in rad/s.
    case keepBias(SensorID, AngularRate<DeviceAxes>)

    // MARK: time, and the daemon itself

    /// Tick on the grid `start` + n · `period`, in nanoseconds, instead of any other.
    case tick(period: Int64, start: Int64)
    /// Tick once at an instant, in nanoseconds, at once where that is past, and not on any grid.
    case tickOnce(at: Int64)
    /// Tick no more.
    case stopTicking
    /// Read the settings again.
    case readSettings
    /// ``DaemonCore/settings`` are others: take the log's level and the sensors' options from there.
    case useSettings
    /// Say this in the journal; with the fields of a sensor where one is meant.
    case say(LogLevel, OutputBytes, about: SensorID?)
    /// Tell the service manager.
    case notify(Notice, OutputBytes)
    /// Begin a log at the path of the recording, with this ending; it must not be there yet.
    case openLog(suffix: OutputBytes, header: OutputBytes)
    /// Put the log aside, as the first of so many, and begin another.
    case rotateLog(keeping: Int, header: OutputBytes)
    /// Append whole rows to the log; where they are not taken: ``DaemonEvent/recordingBehind(_:)``, at once.
    case writeLog(OutputBytes)
    /// Append the last line of this log, ``DaemonCore/appendEnd(of:to:)``: by now it is known which rows were taken.
    case endLog(LogNumber)
    /// End the log and wait until it is on the disk.
    case closeLog
    /// End the program; `isFailure` says how.
    case stop(isFailure: Bool)

    /// What a service manager hears (sd_notify(3)); the text is the status, where there is one.
    package enum Notice: Equatable, Sendable {
        case ready, status, reloading, stopping
    }
}

/// A log of a recording: the first is 1.
package struct LogNumber: Equatable, Sendable {
    package var number: Int32

    package init(number: Int32) { self.number = number }
}

/// Bytes of ``DaemonCore/output``, valid until the next step begins.
package struct OutputBytes: Hashable, Sendable {
    package var start: Int32
    package var count: Int32

    package init(start: Int32, count: Int32) {
        self.start = start
        self.count = count
    }
}
