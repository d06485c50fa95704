import Synchronization
import TiltCore

/// How a program's picture is turned now, for the loops over its frames, which are woken when that changes.
final class Turning: Sendable {
    private struct State {
        var change: SubscriptionChange?
        var listeners: [StopSignal] = []
    }

    private let state = Mutex(State())

    /// What to ask of the daemon; `nil` where nothing was ever said, and the daemon's settings hold.
    var change: SubscriptionChange? { state.withLock { $0.change } }

    func turn(to rotation: DisplayRotation, moves: Bool) {
        state.withLock { state in
            var change = SubscriptionChange()
            change.displayRotation = rotation
            if !moves || state.change?.moves != nil { change.moves = moves }
            guard change != state.change else { return }
            state.change = change
            for listener in state.listeners { listener.raise() }
        }
    }

    /// A signal that is raised by every change, and at once where there was one; `nil` where no descriptor is left.
    func listen() -> StopSignal? {
        guard let listener = StopSignal() else { return nil }
        state.withLock { state in
            if state.change != nil { listener.raise() }
            state.listeners.append(listener)
        }
        return listener
    }

    func forget(_ listener: StopSignal) {
        state.withLock { $0.listeners.removeAll { $0 === listener } }
    }
}
