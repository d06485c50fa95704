import Foundation
import Testing
import TiltCore

@testable import tiltshadow

@Suite struct `Plot document` {
    private static let sensor = SensorDescription(
        id: "a", name: "<a & b>", kind: .log, device: "-", rateHz: 100)

    /// A device that is raised from flat through the vertical and beyond within `seconds`.
    private static func traces(seconds: Double = 10, without gap: ClosedRange<Double>? = nil) -> LogTraces {
        var tracer = LogTracer(sensor, Settings())
        for index in 0...Int(seconds * 100) {
            let time = Double(index) / 100
            if gap?.contains(time) ?? false { continue }
            let angle = 0.7 * Double.pi * time / seconds
            // A little roll, whose Euler angle turns over at the vertical.
            let force = Reading.Counts(x: 0.3, y: 9.8 * sin(angle), z: 9.8 * cos(angle))
            tracer.take(
                Reading(time: Timestamp(nanoseconds: Int64(index) * 10_000_000), accelerometer: force))
        }
        tracer.finish()
        return tracer.traces
    }

    private static func text(_ traces: LogTraces, _ theme: PlotTheme = .auto) -> String {
        let heading = PlotHeading(
            sensor: sensor.name, name: "x.csv", traces: traces, mapping: "tilt", rateHz: 50, dropped: 0)
        return PlotDocument(heading: heading, traces: traces, mapping: "tilt", theme: theme).svg.text
    }

    @Test func `marks where readings are missing and frames are stale`() throws {
        let traces = Self.traces(without: 3...5)
        #expect(traces.gaps.count == 1 && traces.ours.stale.count == 1)
        let gap = try #require(traces.gaps.spans.first)
        #expect(abs(gap.lowerBound - 2.99) < 1e-9 && abs(gap.upperBound - 5.01) < 1e-9)
        let stale = try #require(traces.ours.stale.spans.first)
        // Half a second of silence makes it stale.
        #expect(abs(stale.lowerBound - 3.5) <= 0.03 && abs(stale.upperBound - 5) <= 0.03)
        #expect(traces.acceleration.x.lines.count == 2)
        let text = Self.text(traces)
        #expect(text.contains("no readings (1)") && text.contains("stale frames (1)"))
        #expect(Self.text(Self.traces()).contains("No gaps, no stale frames"))
    }

    @Test func `names its sensor, its lines and its units`() {
        let text = Self.text(Self.traces())
        #expect(text.contains("class=\"title ink\" x=\"72\" y=\"42\">&lt;a &amp; b&gt;</text>"))
        for word in [
            "m/s²", "°", "points", "time, s", ">pitch<", ">roll<", ">tilt mapping<", ">euler mapping<",
        ] {
            #expect(text.contains(word), "\(word)")
        }
    }

    @Test func `follows the viewer's colours unless it is told which`() {
        let traces = Self.traces(seconds: 1)
        #expect(Self.text(traces, .auto).contains("prefers-color-scheme: dark"))
        #expect(!Self.text(traces, .light).contains("prefers-color-scheme"))
        #expect(!Self.text(traces, .dark).contains("#ffffff"))
    }

    @Test func `of the fullest log has less than a megabyte`() {
        var traces = LogTraces()
        // As many frames as an envelope holds stretches, each with its own lowest and highest point.
        for index in 0..<(4 * Envelope.limit) {
            let (time, value) = (Double(index) * 0.4, Double(index % 2) * 20 - 10)
            traces.acceleration.append(x: value, y: -value, z: value / 3, at: time)
            let frame = Frame(
                sequence: UInt64(index), time: Timestamp(nanoseconds: Int64(index) * 400_000_000),
                state: .tracking, offset: ShadowOffset(x: value, y: -value),
                tilt: Tilt(pitch: value / 10, roll: -value / 10), up: Up(x: value, y: 1, z: -value))
            traces.ours.append(frame, since: Timestamp(nanoseconds: 0))
            traces.euler.append(frame, since: Timestamp(nanoseconds: 0))
            traces.duration = time
        }
        let count = Self.text(traces).utf8.count
        #expect(count > 300_000 && count < 1_000_000)
    }

    @Test(arguments: [
        ("desk.tiltlog", "desk.svg"), ("/a.b/walk.csv.gz", "/a.b/walk.svg"),
        ("a.b/export/", "a.b/export.svg"),
        ("-", "-"), (".log", ".log.svg"), ("walk.zip", "walk.svg"),
    ])
    func `is called as the log is`(log: String, path: String) {
        #expect(PlotFormat.path(for: log) == path)
    }

    @Test func `of what has no place of its own goes to standard output, and of a folder beside it`() throws {
        for log in ["-", "/dev/stdin", "/dev/null", "/proc/self/fd/0", "/"] {
            #expect(PlotFormat.path(beside: log) == "-", "\(log)")
        }
        let directory = try ScratchDirectory()
        let file = open(try directory.file("open.csv", ""), O_RDONLY)
        try #require(file >= 0)
        defer { close(file) }
        for log in ["/dev/fd/", "//dev//fd/", "/proc/self/fd/", "/proc/\(getpid())/fd/"] {
            #expect(PlotFormat.path(beside: log + "\(file)") == "-", "\(log)")
        }
        // Memory that is a file system: a picture can stand beside a log there.
        for folder in ["/dev/shm", "/proc/self/cwd"] {
            #expect(PlotFormat.path(beside: folder) == folder + ".svg")
        }
        let real = realpath(directory.path, nil).map { pointer in
            defer { free(pointer) }
            return String(cString: pointer)
        }
        for log in [directory.path + "/.", directory.path + "/./"] {
            #expect(PlotFormat.path(beside: log) == (real ?? "") + ".svg", "\(log)")
        }
        let desk = try directory.file("desk.csv", "")
        #expect(PlotFormat.path(beside: desk) == directory.path + "/desk.svg")
        try #require(mkfifo(directory.path + "/pipe", 0o600) == 0)
        #expect(PlotFormat.path(beside: directory.path + "/pipe") == "-")
    }

    @Test func `leaves the place of the unit of time free`() {
        // The last tick would stand at its very edge.
        let times = Self.text(Self.traces()).split(separator: "\n").filter {
            $0.contains("tick faint middle")
        }
        #expect(times.contains { $0.contains(">9<") } && !times.contains { $0.contains(">10<") })
    }

    @Test func `marks where the recording says that readings were lost, however short`() throws {
        var tracer = LogTracer(Self.sensor, Settings())
        for index in 0..<10 {
            let time = Timestamp(nanoseconds: Int64(index) * 10_000_000)
            let reading = Reading(time: time, accelerometer: Reading.Counts(x: 0, y: 0, z: 9.8))
            tracer.take(reading, dropped: index < 5 ? 0 : 1)
        }
        tracer.finish()
        #expect(tracer.traces.gaps.spans == [0.04...0.05])
    }
}
