import CLinux
import LinuxSystem
import TiltClient
import TiltCore

/// Shows a daemon's status once a second, until it is told to stop; a daemon that goes away is waited for.
struct StatusWatch {
    /// Between two answers, and between two attempts to connect, in nanoseconds.
    private static let interval: Int64 = 1_000_000_000
    /// Frames a second that the watcher asks for: none would let the daemon's sensor go to sleep.
    private static let rateHz = 1.0

    /// Where answers are shown.
    struct View {
        /// What has one shown at once when it is readable; -1 for nothing.
        var hurry: CInt = -1
        /// Shows an answer, or why there is none.
        let show: (Result<StatusAnswer, ToolError>) throws(ToolError) -> Void
    }

    let path: String
    let view: View

    /// Runs until Ctrl-C or SIGTERM.
    ///
    /// - Throws: ``ToolError/client(_:)`` where there is no daemon at first.
    func run() throws(ToolError) {
        let signals = try SignalWatch.openForCommand()
        var query: StatusQuery? = try StatusQuery(path: path, rateHz: Self.rateHz)
        // The sensor may be off until the connection has it woken up.
        var isSettled = false
        repeat {
            do throws(ToolError) {
                if query == nil {
                    query = try StatusQuery(path: path, rateHz: Self.rateHz)
                    isSettled = false
                }
                let answer =
                    isSettled ? try query?.answer() : try query?.settledAnswer(until: signals.descriptor)
                isSettled = true
                if let answer { try view.show(.success(answer)) }
            } catch {
                switch error {
                // The connection stays, and is answered again when its user is back in front.
                case .client(.refused(let refusal)) where refusal.id != nil: break
                case .client, .unanswered, .endlessAnswer: query = nil
                default: throw error
                }
                try view.show(.failure(error))
            }
        } while !isOver(&query, signals.descriptor)
        signals.takeAll()
    }

    /// Waits for the next look; true where there is to be none.
    ///
    /// A connection that ends is noticed by the next look.
    private func isOver(_ query: inout StatusQuery?, _ stop: CInt) -> Bool {
        let start = MonotonicClock.now()
        do throws(ToolError) {
            if let query { return try query.rest(nanoseconds: Self.interval, until: stop, or: view.hurry) }
        } catch {}
        let left = start + Self.interval - MonotonicClock.now()
        return DescriptorWait.readable([stop, view.hurry], nanoseconds: max(0, left))[0]
    }
}
