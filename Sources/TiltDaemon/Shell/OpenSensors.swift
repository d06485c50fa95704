import CLinux
import LinuxSystem
import TiltCore
import TiltSensors

/// The devices that are open, those on their way there, and those on their way from there.
///
/// Opening a device may block for seconds, and so may closing it: switching an IIO buffer off writes attributes, which ask
/// the hardware, and the kernel lets go of an event node only when nobody can be reading its list of readers any more. Both
/// happen on threads. A device that is still being closed is opened when that is done, or it would be busy.
final class OpenSensors {
    /// A device by the core's number of its opening.
    final class Entry {
        let id: SensorID
        let candidate: SensorCandidate
        /// The sensor, once it is open.
        fileprivate(set) var sensor: (any Sensor)?
        fileprivate var opening: SensorOpening?
        /// Of the opening, then of the sensor's urgent descriptor; ended before either of them.
        fileprivate var watch: Watch?
        /// True while the same device is being closed.
        fileprivate var isHeldUp = false

        fileprivate init(_ id: SensorID, _ candidate: SensorCandidate) {
            self.id = id
            self.candidate = candidate
        }
    }

    /// What became of an opening; the sensor itself is the entry's alone.
    enum Outcome {
        case pending, opened
        case failed(SensorError)
    }

    /// A device that a thread is closing.
    private final class Closing {
        let sysPath: String
        let answer: ThreadAnswer<Bool>
        var watch: Watch?

        init(_ sysPath: String, _ answer: ThreadAnswer<Bool>) {
            self.sysPath = sysPath
            self.answer = answer
        }
    }

    /// The only reference to a sensor, on its way to the thread that lets go of it.
    private final class LastReference { var sensor: (any Sensor)? }

    let source: any SensorSource
    private let loop: EventLoop
    /// Called where an opening was not done at once.
    private let settled: (Entry, Outcome) -> Void
    private(set) var entries: [Entry] = []
    private var closings: [Closing] = []

    init(
        on loop: EventLoop, _ source: any SensorSource,
        settled: @escaping (Entry, Outcome) -> Void
    ) {
        self.loop = loop
        self.source = source
        self.settled = settled
    }

    subscript(id: SensorID) -> Entry? { entries.first { $0.id == id } }

    /// Begins to open a candidate.
    func open(_ id: SensorID, _ candidate: SensorCandidate) -> (Entry, Outcome) {
        let entry = Entry(id, candidate)
        entries.append(entry)
        entry.isHeldUp = closings.contains { $0.sysPath == candidate.sysPath }
        return (entry, entry.isHeldUp ? .pending : begin(entry))
    }

    private func begin(_ entry: Entry) -> Outcome {
        let now = Timestamp(nanoseconds: MonotonicClock.now())
        let opening = source.beginOpening(entry.candidate, now: now)
        entry.opening = opening
        guard let descriptor = opening.descriptor else { return settle(entry) }
        do throws(SystemError) {
            entry.watch = try loop.watch(descriptor, for: .readable) { [self] _ in
                settled(entry, settle(entry))
            }
            return .pending
        } catch {
            forget(entry)
            return .failed(.system(error))
        }
    }

    private func settle(_ entry: Entry) -> Outcome {
        guard let outcome = entry.opening?.take() else { return .pending }
        entry.watch = nil
        entry.opening = nil
        switch outcome {
        case .opened(let sensor):
            entry.sensor = sensor
            return .opened
        case .failed(let error):
            forget(entry)
            return .failed(error)
        }
    }

    /// Calls `handler` when the device must not wait for the next tick.
    func watchUrgent(_ entry: Entry, _ handler: @escaping () -> Void) throws(SystemError) {
        guard let descriptor = entry.sensor?.urgentDescriptor else { return }
        entry.watch = try loop.watch(descriptor, for: .readable) { _ in handler() }
    }

    /// Closes a device, or stops opening it.
    func close(_ id: SensorID) {
        guard let entry = self[id] else { return }
        forget(entry)
        entry.watch = nil
        // A thread that is opening closes what it has opened by itself.
        entry.opening = nil
        guard entry.candidate.kind.isDevice, entry.sensor != nil else {
            entry.sensor = nil
            return
        }
        let last = LastReference()
        swap(&last.sensor, &entry.sensor)
        do throws(SystemError) {
            let answer = try ThreadAnswer {
                last.sensor = nil
                return true
            }
            let closing = Closing(entry.candidate.sysPath, answer)
            closing.watch = try loop.watch(answer.descriptor, for: .readable) { [self] _ in finish(closing) }
            closings.append(closing)
        } catch {
            // No thread or no descriptor for it: it is closed here, or by a thread that nobody watches.
            last.sensor = nil
        }
    }

    private func forget(_ entry: Entry) { entries.removeAll { $0 === entry } }

    private func finish(_ closing: Closing) {
        guard closing.answer.take() != nil else { return }
        closing.watch = nil
        closings.removeAll { $0 === closing }
        guard !closings.contains(where: { $0.sysPath == closing.sysPath }) else { return }
        // One by one: what is told of the first may close the next, or open another.
        while let entry = entries.first(where: { $0.isHeldUp && $0.candidate.sysPath == closing.sysPath }) {
            entry.isHeldUp = false
            settled(entry, begin(entry))
        }
    }

    /// Waits until every device is closed, or until an instant in nanoseconds of ``MonotonicClock``.
    func closeAll(until deadline: Int64) {
        for entry in entries { close(entry.id) }
        for closing in closings {
            closing.watch = nil
            let left = max(0, deadline - MonotonicClock.now())
            _ = closing.answer.take(waiting: CInt(clamping: left / 1_000_000))
        }
        closings.removeAll()
    }
}
