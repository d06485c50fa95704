import Testing
import TiltCore
import TiltSensors

@testable import TiltDaemon

@Suite struct `Candidate report` {
    private static func report(_ text: String) -> CandidateReport {
        var candidate = candidate(text, rank: 1)
        candidate.name = text
        candidate.reason = text
        let failures = SensorFailures(.busy(path: text, holder: text), at: 5_000_000_000)
        return CandidateReport(CandidateTable.Entry(candidate: candidate, failures: failures))
    }

    private static func candidate(_ id: String, rank: Int?) -> SensorCandidate {
        SensorCandidate(
            id: id, name: id, kind: .evdev, device: "/dev/" + id, sysPath: "/sys/" + id, rank: rank,
            reason: "of the test")
    }

    private static func line(
        _ report: CandidateReport, id: RequestID? = nil, at now: Int64 = 0
    ) throws -> TestMessage {
        var buffer = ByteBuffer()
        report.append(id: id, at: now, to: &buffer)
        #expect(buffer.count <= ProtocolVersion.longestLine)
        return try TestMessage(Array(buffer.bytes.dropLast()))
    }

    @Test func `tells what is known, and when it is tried again`() throws {
        var report = Self.report("pad")
        let failures = try #require(report.failures)
        let line = try Self.line(report, id: .number(7), at: failures.retryAt - 3_000_000_000)
        #expect(line.number("id") == 7)
        #expect(line.text("sensor_id") == "pad")
        #expect(line["open"] == .bool(false))
        #expect(line.text("fault") == "pad is held by pad")
        #expect(line.text("hint")?.isEmpty == false)
        #expect(line.number("failures") == 1)
        #expect(line.number("retry_in_s") == 3)

        report = CandidateReport(CandidateTable.Entry(candidate: Self.candidate("refused", rank: nil)))
        let refused = try Self.line(report)
        #expect(refused["rank"] == nil && refused["fault"] == nil && refused["id"] == nil)
        #expect(refused.text("reason") == "of the test")
    }

    @Test func `has no fault of the past where the sensor is in use again`() throws {
        let description = SensorDescription(id: "pad", name: "pad", kind: .evdev, device: "/dev/pad")
        let line = try Self.line(
            CandidateReport(
                CandidateTable.Entry(
                    candidate: Self.candidate("pad", rank: 1),
                    state: .inUse(.init(sensor: SensorID(number: 1), description: description, since: 0)),
                    failures: SensorFailures(.gone(path: "/dev/pad"), at: 0))))
        #expect(line["open"] == .bool(true))
        for key in ["fault", "hint", "failures", "retry_in_s"] { #expect(line[key] == nil, "\(key)") }
    }

    @Test(arguments: ["\u{1}", "é", "\"", "\\", "\u{1}\"é"])
    func `stays within a line whatever the device calls itself`(_ character: String) throws {
        let line = try Self.line(
            Self.report(String(repeating: character, count: 2000)),
            id: .text(String(repeating: "\u{2}", count: 64)))
        #expect(line.text("name")?.isEmpty == false)
        #expect(line.text("hint")?.isEmpty == false)
    }

    @Test func `a status of many of them stays within a line and counts the rest`() throws {
        let report = Self.report(String(repeating: "\u{1}\"é", count: 30))
        for count in [0, 1, 3, 40] {
            var buffer = ByteBuffer()
            buffer.append(#"{"type":"status""#)
            StatusMessage.append(candidates: Array(repeating: report, count: count), to: &buffer)
            buffer.append("}\n")
            #expect(buffer.count <= ProtocolVersion.longestLine)
            let message = try TestMessage(Array(buffer.bytes.dropLast()))
            guard case .array(let listed)? = message["candidates"] else { return #expect(Bool(false)) }
            #expect(listed.count + Int(message.number("candidates_left_out") ?? 0) == count)
            #expect(listed.isEmpty == (count == 0))
        }
    }
    @Test func `a status throws out no other one for one that is too long for it`() throws {
        var buffer = ByteBuffer()
        buffer.append(#"{"type":"status","filled":""#)
        buffer.append(text: String(repeating: "x", count: 3000) + "\"")
        let reports = ["a", String(repeating: "b", count: 2000), "c"].map(Self.report)
        StatusMessage.append(candidates: reports, to: &buffer)
        buffer.append("}\n")
        #expect(buffer.count <= ProtocolVersion.longestLine)
        let message = try TestMessage(Array(buffer.bytes.dropLast()))
        guard case .array(let listed)? = message["candidates"] else { return #expect(Bool(false)) }
        #expect(listed.map { $0["id"]?.string } == ["a", "c"])
        #expect(message.number("candidates_left_out") == 1)
    }
}
