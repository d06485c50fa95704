import LinuxSystem
import TiltSensors

/// A look at every device: on a thread where that may block, so that the loop goes on meanwhile.
///
/// There is one at a time, as the core asks for no second one before it has the answer.
final class DeviceSurvey {
    private let loop: EventLoop
    private let source: any SensorSource
    /// Called on the loop with what a look has found that was not done at once.
    private let done: ([SensorCandidate]) -> Void
    private var watch: Watch?
    private var timer: Ticker
    private var timerWatch: Watch?

    /// `late` is called on the loop where a look is not done by the instant that it was to be done by.
    init(
        on loop: EventLoop, _ source: any SensorSource, late: @escaping () -> Void,
        done: @escaping ([SensorCandidate]) -> Void
    ) throws(SystemError) {
        self.loop = loop
        self.source = source
        self.done = done
        timer = try Ticker.open()
        timerWatch = try loop.watch(timer.descriptor, for: .readable) { [self] _ in
            if timer.read() != nil { late() }
        }
    }

    /// Begins to look, and waits for it until an instant in nanoseconds of ``MonotonicClock``; what was found, where that is
    /// known at once.
    func begin(by deadline: Int64) -> [SensorCandidate]? {
        guard let look = source.beginSurvey() else { return source.candidates() }
        do throws(SystemError) {
            watch = try loop.watch(look.descriptor, for: .readable) { [self] _ in
                guard let found = look.take() else { return }
                watch = nil
                timer.stop()
                done(found)
            }
            try timer.start(onceAt: deadline)
            return nil
        } catch {
            // No room for another watch: a second look, and the loop waits for it.
            watch = nil
            return source.candidates()
        }
    }

    /// Ends all this; a thread that is looking goes on alone.
    func close() {
        watch = nil
        timerWatch = nil
    }
}
