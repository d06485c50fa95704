import Foundation
import Testing

@Suite struct `Plot command` {
    @Test func `shows the jump of the demo beside its cure`() async throws {
        let run = try await ToolRun.tool(["plot", DemoLog.path, "-o", "-"])
        #expect(run.status == 0 && run.errors.isEmpty)
        let line = try #require(run.lines.first { $0.contains("Largest step between two frames") })
        let numbers = line.split(whereSeparator: { $0 == " " }).compactMap { Double($0) }
        #expect(numbers.count == 2 && numbers[0] < 2 && numbers[1] > 40)
        // One path a line: three of acceleration, three of up, pitch and roll, twice an offset beside that of euler.
        let paths = run.lines.filter { $0.hasPrefix("<path class=\"line ") && $0.utf8.count > 200 }
        #expect(paths.count == 12)
        let heights = paths.filter { $0.contains("line euler") }.map(Self.height)
        // 40 points on axes of 60 to 100 points that are 150 pixels high.
        #expect(heights.max() ?? 0 > 60)
    }

    @Test func `shows judder where it is wanted`() async throws {
        let without = try await ToolRun.tool(["plot", DemoLog.path, "-o", "-"])
        let with = try await ToolRun.tool(["plot", DemoLog.path, "-o", "-", "--judder"])
        #expect(!without.output.contains(">Judder<") && with.output.contains(">Judder<"))
        let paths = with.lines.filter { $0.hasPrefix("<path class=\"line ") && $0.utf8.count > 200 }
        #expect(paths.count == 13)
    }

    @Test func `is well-formed for the strictest reader`() async throws {
        guard InstalledPrograms.have("python3", for: "plots are well-formed") else { return }
        let directory = try ScratchDirectory()
        let log = try directory.file("<&\"'>.csv", "t,ax,ay,az\n0,0,0,9.81\n0.02,0.9,0,9.77\n")
        #expect(try await ToolRun.tool(["plot", log]).status == 0)
        let check = "import sys, xml.dom.minidom as m; print(m.parse(sys.argv[1]).documentElement.tagName)"
        let run = try await ToolRun.program(
            "/usr/bin/env", ["python3", "-c", check, directory.path + "/<&\"'>.svg"])
        #expect(run.output == "svg\n", "\(run.errors)")
    }

    @Test func `replaces no file unless told to, and never the log`() async throws {
        let directory = try ScratchDirectory()
        let log = try directory.file("a.csv", "t,ax,ay,az\n0,0,0,9.81\n")
        #expect(try await ToolRun.tool(["plot", log]).status == 0)
        let again = try await ToolRun.tool(["plot", log])
        #expect(again.status == 1 && again.errors.contains("a.svg is there already"))
        #expect(try await ToolRun.tool(["plot", log, "--force"]).status == 0)
        let same = try directory.file("b.svg", "t,ax,ay,az\n0,0,0,9.81\n")
        let refused = try await ToolRun.tool(["plot", same, "--force"])
        #expect(refused.status == 1 && refused.errors.contains("is the log itself"))
    }

    @Test func `reads standard input and writes standard output`() async throws {
        let run = try await ToolRun.tool(
            ["plot", "-"], input: Data(contentsOf: URL(fileURLWithPath: DemoLog.path)))
        #expect(run.status == 0 && run.output.hasPrefix("<svg ") && run.output.hasSuffix("</svg>\n"))
    }

    @Test func `says what is wrong with its arguments`() async throws {
        let ending = try await ToolRun.tool(["plot", DemoLog.path, "-o", "a.pdf"])
        #expect(ending.status == 2 && ending.errors.contains("ends with .svg or .png"))
        let none = try await ToolRun.tool(
            ["plot", DemoLog.path, "-o", "/tmp/never.png"], environment: ["PATH": "/proc/nonexistent"])
        #expect(none.status == 1 && none.errors.contains("librsvg2-bin"))
        let empty = try await ToolRun.tool(["plot", "-"], input: Data("t,ax,ay,az\n".utf8))
        #expect(empty.status == 1 && empty.output.isEmpty)
    }

    @Test func `makes pixels where there is a program for it`() async throws {
        guard InstalledPrograms.have("rsvg-convert", for: "plots as PNG") else { return }
        let directory = try ScratchDirectory()
        let picture = directory.path + "/a.png"
        #expect(try await ToolRun.tool(["plot", DemoLog.path, "-o", picture, "--theme", "dark"]).status == 0)
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: picture)))
        #expect(bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]))
        // The width in the IHDR chunk, most significant byte first.
        #expect(Array(bytes[16..<20]) == [0, 0, 0x04, 0xb0])
    }

    /// How many pixels a path goes up and down between two neighbours, at most.
    private static func height(_ path: String) -> Double {
        let data = path.split(separator: "\"").first { $0.hasPrefix("M") } ?? ""
        let rows = data.split { "MLh ".contains($0) }.compactMap { pair in
            pair.split(separator: ",").dropFirst().first.flatMap { Double($0) }
        }
        return zip(rows, rows.dropFirst()).map { abs($0 - $1) }.max() ?? 0
    }
}
