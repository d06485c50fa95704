package import LinuxSystem

/// A sensor that is being opened: done at once, or on a thread of its own.
///
/// A HID sensor hub that has stopped answering blocks every attribute that must ask it for 5 s
/// (`drivers/hid/uhid.c`; USB waits as long), and opening touches several. The loop must not wait for that: it watches
/// for the outcome. Where nobody holds this object any more, the thread closes what it has opened.
package final class SensorOpening {
    /// How it went.
    package enum Outcome {
        case opened(any Sensor)
        case failed(SensorError)
    }

    private var outcome: Outcome?
    private let answer: ThreadAnswer<Outcome>?

    /// An opening that is done: for what never blocks.
    package init(_ outcome: Outcome) {
        self.outcome = outcome
        answer = nil
    }

    /// Starts a thread that opens; `open` must own all that it touches.
    package init(onThread open: @escaping () -> Outcome) throws(SystemError) {
        answer = try ThreadAnswer(open)
    }

    /// Readable when there is an outcome; `nil` where there is one already.
    package var descriptor: CInt? { answer?.descriptor }

    /// The outcome, or `nil` where there is none after `milliseconds`.
    package func outcome(waiting milliseconds: CInt) -> Outcome? {
        if let answer, outcome == nil { outcome = answer.take(waiting: milliseconds) }
        return outcome
    }

    /// The outcome, once: whoever takes it alone holds the sensor then.
    package func take() -> Outcome? {
        let taken = outcome(waiting: 0)
        outcome = nil
        return taken
    }
}
