/// What must be so after every step, whatever the world does.
///
/// Each is worked out from what the protocol and the design promise, never from the core's own state; it is asked for the
/// bytes alone that it keeps for a connection.
package enum Invariant: String, CaseIterable, Sendable {
    // MARK: connections

    /// Nothing is sent to, watched, weighed or closed of a connection that is closed, or that another has by now.
    case effectOnNobody
    /// An answer carries the id of the next request of the same connection, and none of another's: a byte of one
    /// connection reaches no other's parser or answer.
    case bytesOfAnother
    /// Each request has exactly one answer, of the right type and in order.
    case answeredOnce
    /// An `ok` names the options and the pause that follow from the requests of this connection.
    case optionsInForce
    /// Nothing follows a fatal error or a goodbye, and the connection is closed as soon as it is out.
    case silentAfterTheEnd
    /// `hello` is the first line, comes within 300 ms and a tick, and nothing is read before it.
    case helloFirst
    /// Each line is one whole object of JSON of at most 4096 bytes.
    case wellFormed
    /// Nobody is closed who has not gone, was not refused, and takes what is sent.
    case heldOn
    /// Who was refused and does not read why is closed after three seconds: it keeps nobody's place.
    case placeGivenBack
    /// Who was refused for want of room is told so and closed in the same step, and nobody else is.
    case tooMany
    /// A connection that has gone is closed in the same step: no descriptor leaks.
    case closedWhenGone
    /// No interest is kept that wakes the loop for nothing: reading after the end, writing with nothing to write.
    case noSpin
    /// What is kept for one connection is at most 40 kB, and nothing where it waits for nothing and no line is incomplete:
    /// no request is taken while its answers are not read.
    case memoryBounded
    /// Raw samples go only to those who may have them and asked.
    case rawOnlyForSome
    /// A stranger is closed in the step in which it came, unread, and a hundred a second are told why.
    case strangersClosed
    /// Nobody who may not be served gets a frame or a `status`: who is away is told so, and has them again when back.
    case servedOnly
    /// Who was away when greeted is told so behind `hello`, as who goes away later is at once.
    case toldWhenGreeted

    // MARK: frames

    /// `seq` grows by one and by `dropped`, from 1.
    case gapIsDropped
    /// Every loss is marked: `seq` has gone on by the time that passed at the subscriber's own rate.
    case lossMarked
    /// Nothing else is marked: no frame that was not due, and none to whoever reads while no tick is late.
    case nothingElseMarked
    /// Times of frames grow, and are those of ticks.
    case timesGrow
    /// No step of an offset beyond what the motion and an eased second allow.
    case noStep
    /// A frame is made with the options of its own subscriber, and shows how the device is held.
    case itsOwnOptions
    /// `state` says whether a sensor is in use and sends.
    case stateIsTrue
    /// Nobody's frame is late because of another.
    case late
    /// A subscriber gets frames at the rate it asked for; who wants changes alone, at that rate while something moves.
    case rateKept
    /// A paused subscriber gets no frame.
    case pauseKept

    // MARK: pages

    /// A page is one user's: nobody else gets it, and it is not written once nobody of that user may read it, nor after it
    /// has said that it ends, without a pose.
    case pagesAreOnes
    /// What a page says is true, as of frames, and of now: it is written as often as somebody asked who certainly reads it.
    case pageIsTrue

    // MARK: sensors

    /// What `hello`, `sensor` and `status` say of the sensor is true, and the same for everybody.
    case sensorIsTrue
    /// `status` counts and lists the connections as they are.
    case statusIsTrue
    /// Where somebody listens it ticks, as fast as the fastest asked; where nobody does, nothing is open and nothing ticks.
    case demand
    /// A sensor that can be opened is open within the promised time.
    case openInTime
    /// Nothing is opened twice, and no effect names a sensor that is closed.
    case effectOnNoSensor
    /// A sensor in use of which a look says another mounting is opened again.
    case mountedAsTold
    /// Every sensor that was opened is closed again.
    case sensorLeak
    /// A silent sensor is asked every half second, and given up after one or with what it says then, and no other is; none
    /// is said to be silent before it can be.
    case silenceNoticed
    /// A sensor that fell silent has sent twice before it is used again.
    case provedItself

    // MARK: the daemon itself

    /// A recording holds exactly what was read of the sensor in use, in whole rows.
    case recordingExact
    /// The effects on the log come in an order that a file allows.
    case logOrder
    /// A reload takes the settings that were read, or keeps the old ones, and says that it is over.
    case reloadTaken
    /// SIGTERM and its like, or what nothing goes on without: goodbye to everybody, the log is closed, and the end within one
    /// step, as a failure where it is one.
    case stopsAtOnce
    /// A step ends, within bounded work.
    case stepEnds
    /// The heap holds what so many connections may have.
    case heapBounded
}

/// What was found broken, and where.
package struct Violation: Sendable {
    package let invariant: Invariant
    package let detail: String
    package let step: Int
    package let time: Int64
}
