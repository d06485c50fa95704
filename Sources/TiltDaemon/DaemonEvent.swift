package import LinuxSystem
package import TiltCore
package import TiltSensors

/// What the world tells the daemon's core: one thing at a time, with its instant.
package enum DaemonEvent {
    // MARK: subscribers

    /// Somebody connected; nothing is read from them before an ``DaemonEffect/watch(_:_:)`` says so.
    case accepted(Connection, Peer)
    /// Bytes that lie in the shell's read buffer for the time of this call, at most ``Connection/mostRead``.
    case received(Connection, UnsafeRawBufferPointer)
    /// It passed file descriptors, which a subscriber has no reason to.
    case passedDescriptors(Connection)
    /// It has closed its sending side, and may read on.
    case saidAll(Connection)
    /// It has gone, or the connection failed.
    case hungUp(Connection)
    /// Its socket has room again.
    case writable(Connection)
    /// A user who is served while in front has come there, or gone; said again where nothing has changed.
    case presence(user: UInt32, isPresent: Bool)
    /// Of the bytes of a ``DaemonEffect/send(_:_:)``, only `sent` went out.
    ///
    /// Tells of an effect of the present step: ``DaemonCore/output`` still holds its bytes.
    case unsent(Connection, OutputBytes, sent: Int, SendFailure)
    /// The answer to ``DaemonEffect/weigh(_:for:)``: the kernel holds so much memory that this subscriber has not read.
    case weighed(Connection, for: Connection, unread: Int)

    // MARK: pages

    /// The answer to ``DaemonEffect/openPage(_:)``: there is memory, all of it 0.
    case openedPage(PageID)
    /// There is none, for this reason.
    case refusedPage(PageID, SystemError)

    // MARK: sensors

    /// The answer to ``DaemonEffect/survey(by:)``: every device, best first, refused ones last.
    case surveyed([SensorCandidate])
    /// That answer was to come by now, and is still to come.
    case surveyIsLate
    /// Devices came or went.
    case hotplug(HotplugNews)
    /// The answer to ``DaemonEffect/askHolder(_:)``: whether another program holds the device.
    case held(SensorID, Bool)
    /// An opening went well; `bias` is what is kept of its gyroscope, in rad/s.
    case opened(SensorID, SensorDescription, bias: AngularRate<DeviceAxes>)
    /// An opening failed.
    case refused(SensorID, SensorError)
    /// What an open sensor gave, oldest first; valid for the time of this call. Those of a tick come before the tick.
    case readings(SensorID, UnsafeBufferPointer<Reading>)
    /// An open sensor cannot be read any more.
    case failed(SensorID, SensorError)
    /// The answer to ``DaemonEffect/probe(_:)``: `nil` where all is well.
    case probed(SensorID, SensorError?)
    #if !hasFeature(Embedded)
        /// How a remote sensor's poses come.
        case linked(RemoteLink)
        /// A pose of a remote sensor has come, which lies in the ``readings(_:_:)`` before this: the tick that is due for it
        /// is now.
        case arrived(RemoteArrival)
    #endif

    // MARK: time, and the daemon itself

    /// A deadline of the timer has come; `missed` is how many before it passed without a tick.
    case tick(deadline: Int64, missed: Int)
    /// The frames of the last tick went out: when the first of them was tried, and when the last had been.
    case published(first: Int64, last: Int64)
    /// The machine slept for so many nanoseconds; the clock stood still meanwhile.
    case wokeUp(after: Int64)
    /// The answer to ``DaemonEffect/readSettings``; `nil` where they are wrong, unreadable or late, which the log says.
    case settings(Settings?)
    /// A signal came.
    case signal(Signal)
    /// The recording cannot go on.
    case recordingFailed(SystemError)
    /// The recording's reader is so far behind that this ``DaemonEffect/writeLog(_:)`` was not taken.
    case recordingBehind(OutputBytes)
    /// Something that the daemon cannot do without is broken.
    case broken(SystemError)
}

extension DaemonEvent {
    /// False for what comes as an answer in the midst of a step.
    var beginsStep: Bool {
        switch self {
        case .unsent, .weighed, .openedPage, .refusedPage, .surveyed, .held, .opened, .refused, .probed,
            .recordingBehind, .published:
            false
        default: true
        }
    }

    /// False for what is measured alone.
    var isFollowedUp: Bool { if case .published = self { false } else { true } }
}

/// What became of bytes that did not all go out.
package enum SendFailure: Equatable, Sendable {
    /// The kernel's buffer is full: ``DaemonEvent/writable(_:)`` follows.
    case wouldBlock
    /// The kernel has no memory for it, though the buffer has room, or does not pass the descriptor that goes along.
    case outOfMemory
    /// The other end is gone.
    case closed
    /// An earlier frame was not read yet, for one who wants no frame behind another.
    case unread
}

/// A subscriber's place in the daemon, told from whoever had it before.
package struct Connection: Hashable, Sendable {
    /// The lowest place that was free, from 0.
    package var index: Int32
    /// Different for every connection that ever had this place.
    package var generation: UInt32

    /// The most bytes that one ``DaemonEvent/received(_:_:)`` carries.
    package static let mostRead = 4096

    package init(index: Int32, generation: UInt32) {
        self.index = index
        self.generation = generation
    }
}

/// Who connected, as the kernel noted it then.
package struct Peer: Equatable, Sendable {
    /// The process, 0 where it lives in another pid namespace; `nil` where nothing is known of it.
    package var credentials: PeerCredentials?
    /// The process's name when it connected: later its number may be another's.
    package var command: String?
    /// True where it may have raw samples; see ``RawAccess``.
    package var mayHaveRaw: Bool
    /// Whether it is served; see ``SocketAccess``.
    package var standing: Standing

    /// By what somebody is served.
    package enum Standing: Equatable, Sendable {
        /// As root, or as the daemon's own user: wherever it is, and on as many places as there are.
        case trusted
        /// By its groups, or by the socket's file where that alone counts: wherever it is.
        case entitled
        /// Since its user sits in front, and for as long.
        case present
        /// By nothing.
        case stranger
    }

    package init(
        credentials: PeerCredentials?, command: String?, mayHaveRaw: Bool, standing: Standing = .trusted
    ) {
        self.credentials = credentials
        self.command = command
        self.mayHaveRaw = mayHaveRaw
        self.standing = standing
    }
}

/// One opening of a candidate; never used twice.
package struct SensorID: Hashable, Sendable {
    package var number: UInt32

    package init(number: UInt32) { self.number = number }
}
