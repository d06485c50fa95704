import NIOCore

/// How long a connection may go on without doing what is expected of it; one timer, however often that changes.
final class ConnectionTimeout {
    private let loop: any EventLoop
    private let runOut: () -> Void
    private var deadline = NIODeadline.distantFuture
    private var timer: (task: Scheduled<Void>, at: NIODeadline)?

    /// `runOut` is called at the deadline.
    init(loop: any EventLoop, runOut: @escaping () -> Void) {
        self.loop = loop
        self.runOut = runOut
    }

    /// Sets the deadline.
    func expect(within time: TimeAmount) {
        deadline = loop.now + time
        if let timer, timer.at <= deadline { return }
        timer?.task.cancel()
        schedule()
    }

    /// Expects nothing any more.
    func stop() {
        deadline = .distantFuture
        timer?.task.cancel()
        timer = nil
    }

    private func schedule() {
        let at = deadline
        let task = loop.assumeIsolated().scheduleTask(deadline: at) { [weak self] () -> Void in
            self?.fire()
        }
        timer = (task, at)
    }

    private func fire() {
        timer = nil
        guard deadline <= loop.now else { return schedule() }
        runOut()
    }
}
