import LinuxSystem
import TiltCore

/// Keeps the biases of gyroscopes by a thread: a disk that hangs keeps whoever writes to it.
///
/// There is one thread at a time, so that a bias is never written over by an older one. What waits for it is the newest of
/// each sensor, and what was given last is known here, whether or not it is on the disk.
final class BiasKeeper {
    private typealias Bias = (id: String, bias: AngularRate<DeviceAxes>)

    /// What the thread has to say.
    private struct Outcome { let error: SystemError? }

    private let loop: EventLoop
    private let store: BiasStore
    private let journal: Journal
    /// The newest, the last one given behind all others.
    private var known: [Bias] = []
    /// Those that no thread has had yet, oldest first.
    private var waiting: [Bias] = []
    private var writing: ThreadAnswer<Outcome>?
    private var watch: Watch?

    /// More devices than any machine has gyroscopes: those given first are forgotten, and read from the disk again.
    private static let most = 16

    init(on loop: EventLoop, _ store: BiasStore, _ journal: Journal) {
        self.loop = loop
        self.store = store
        self.journal = journal
    }

    /// The bias of the sensor with this id, in rad/s; zero where none is known.
    func load(_ id: String) -> AngularRate<DeviceAxes> {
        known.first { $0.id == id }?.bias ?? store.load(id)
    }

    /// Begins to keep a bias, in rad/s, over what was kept before.
    func keep(_ bias: AngularRate<DeviceAxes>, of id: String) {
        known.removeAll { $0.id == id }
        if known.count == Self.most { known.removeFirst() }
        known.append((id, bias))
        waiting.removeAll { $0.id == id }
        if waiting.count == Self.most { waiting.removeFirst() }
        waiting.append((id, bias))
        startWriting()
    }

    private func startWriting() {
        guard writing == nil, !waiting.isEmpty else { return }
        let (id, bias) = waiting.removeFirst()
        let store = store
        do throws(SystemError) {
            let answer = try ThreadAnswer {
                do throws(SystemError) { try store.save(bias, of: id) } catch { return Outcome(error: error) }
                return Outcome(error: nil)
            }
            watch = try loop.watch(answer.descriptor, for: .readable) { [self] _ in finish() }
            writing = answer
        } catch {
            say(error)
        }
    }

    private func finish(waiting milliseconds: CInt = 0) {
        guard let outcome = writing?.take(waiting: milliseconds) else { return }
        watch = nil
        writing = nil
        if let error = outcome.error { say(error) }
        startWriting()
    }

    private func say(_ error: SystemError) {
        journal.warning("cannot keep the gyroscope's bias: \(error.description)")
    }

    /// Waits until all are kept, or until an instant in nanoseconds of ``MonotonicClock``; a thread goes on alone then.
    func close(until deadline: Int64) {
        while writing != nil {
            let left = deadline - MonotonicClock.now()
            guard left > 0 else { break }
            finish(waiting: CInt(clamping: left / 1_000_000 + 1))
        }
        watch = nil
        writing = nil
        waiting = []
    }
}
