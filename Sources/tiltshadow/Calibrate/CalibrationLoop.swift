import CLinux
import LinuxSystem
import TiltClient
import TiltCore

/// Guides a person through the poses on a terminal.
struct CalibrationLoop {
    /// How long a rest takes, in seconds; the first one longer, since the device may rest while its owner reads.
    private static let (rest, firstRest) = (1.5, 3.0)
    /// Between two looks at a sensor without a descriptor, in nanoseconds: the daemon's own pace.
    private static let drainInterval: Int64 = 20_000_000
    /// Between two drawings, in nanoseconds.
    private static let drawInterval: Int64 = 66_000_000

    private let source: any PoseSource
    private let screen: CalibrationTerminal
    private let stop: CInt
    private var nextDrawing: Int64 = 0
    /// What came so far.
    private(set) var collector: PoseCollector

    init(_ poses: [Pose], source: any PoseSource, screen: CalibrationTerminal, stop: CInt) {
        self.source = source
        self.screen = screen
        self.stop = stop
        collector = PoseCollector(poses, rest: Self.rest, firstRest: Self.firstRest)
    }

    /// Runs until every pose was taken.
    ///
    /// - Throws: ``ToolError/interrupted`` after q, Ctrl-C or the end of the keyboard.
    mutating func run() throws(ToolError) {
        while !collector.isDone {
            try take()
            try draw()
            let ready = DescriptorWait.readable(
                [stop, Console.current.input, source.descriptor ?? -1],
                nanoseconds: source.descriptor == nil ? Self.drainInterval : Self.drawInterval)
            if ready[0] { throw .interrupted }
            if ready[1] { try takeKeys() }
        }
    }

    private mutating func take() throws(ToolError) {
        var collector = collector
        try source.drain { sample in
            switch sample {
            case .reading(let raw, let up): collector.take(raw, up: up)
            case .silence(let time): collector.hold(until: time)
            }
        }
        self.collector = collector
    }

    private mutating func draw() throws(ToolError) {
        let now = MonotonicClock.now()
        guard now >= nextDrawing else { return }
        nextDrawing = now + Self.drawInterval
        try screen.draw(
            CalibrationScreen.Content(sensor: source.sensor.name, fault: source.fault), collector)
    }

    private mutating func takeKeys() throws(ToolError) {
        var keys = [UInt8](repeating: 0, count: 64)
        let count = read(Console.current.input, &keys, keys.count)
        guard count > 0, !keys[..<count].contains(UInt8(ascii: "q")) else { throw .interrupted }
        if keys[..<count].contains(where: { $0 == 10 || $0 == 13 }) { collector.acceptNow() }
    }
}
