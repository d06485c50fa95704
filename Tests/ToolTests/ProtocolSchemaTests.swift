import Foundation
import Testing

/// The schema of protocol 1, against the daemon and an independent validator.
@Suite struct `The protocol's schema` {
    private static let path = BuiltProducts.source("Sources/tiltshadow/Manual/protocol-1.schema.json").path

    private static func haveValidator() async throws -> Bool {
        let run = try await ToolRun.program("/usr/bin/env", ["/usr/bin/python3", "-c", "import jsonschema"])
        if run.status != 0 { print("skipped: the protocol's schema: python3-jsonschema is not installed") }
        return run.status == 0
    }

    @Test func `has a place for a sensor that is lost`() async throws {
        guard try await Self.haveValidator() else { return }
        let directory = try ScratchDirectory()
        let log = try directory.file("short.csv", "t,ax,ay,az\n0,0,0,9.81\n0.1,0,0,9.81\n")
        // The log's end is the sensor's, and it does not begin before somebody listens.
        let daemon = try await RunningDaemon(log: log, isRepeated: false)
        let run = try await ToolRun.program(
            "/usr/bin/python3",
            [BuiltProducts.source("Tests/Clients/validate.py").path, Self.path, daemon.socket, "sensor"])
        #expect(run.status == 0 && run.lines == ["frame hello sensor"], "\(run.output)\(run.errors)")
    }

    @Test func `has a place for everything that is said, and for nothing else`() async throws {
        guard try await Self.haveValidator() else { return }
        let daemon = try await RunningDaemon()
        let validating = try RunningProgram(
            "/usr/bin/python3",
            [BuiltProducts.source("Tests/Clients/validate.py").path, Self.path, daemon.socket])
        try await validating.wait(for: "answer to everything") { !$0.lines.isEmpty }
        daemon.stop()
        let run = try await validating.end()
        #expect(run.status == 0, "\(run.errors)")
        let types = run.lines.last?.split(separator: " ").map(String.init)
        let all = [
            "candidate", "error", "frame", "goodbye", "recovery", "hello", "ok", "sensor", "status",
            "subscriber", "page",
        ]
        #expect(Set(types ?? []).subtracting(["sensor"]) == Set(all).subtracting(["sensor"]), "\(run.output)")
    }

    @Test func `is named by the page about the protocol, type by type`() throws {
        let schema = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: Self.path)))
        let object = try #require(schema as? [String: Any])
        let definitions = try #require(object["$defs"] as? [String: [String: Any]])
        let page = try String(
            contentsOf: BuiltProducts.source("Sources/tiltshadow/Manual/tiltshadow-protocol.7"),
            encoding: .utf8)
        let text = page.replacingOccurrences(of: "\\-", with: "-")
        for (name, definition) in definitions where name.contains("_") && name != "sensor_properties" {
            let type = String(name.split(separator: "_")[1])
            #expect(text.contains(type), "tiltshadow-protocol(7) lacks \(type)")
            // What status and its details have is left to the schema.
            guard
                !["status", "candidate", "subscriber", "recovery"].contains(type) || name.hasPrefix("client")
            else {
                continue
            }
            let properties = definition["properties"] as? [String: Any] ?? [:]
            for key in properties.keys { #expect(text.contains(key), "tiltshadow-protocol(7) lacks \(key)") }
        }
    }
}
