import Foundation
import Testing
import TiltCore

@testable import TiltClient

/// golden.json of Tests/Clients/Display, made by numpy apart from every client, in this one.
@Suite struct `Drawing at a display's vsyncs` {
    /// One row of golden.json, as far as a case has it.
    private struct Row {
        var kind: String
        var numbers: [Double]
        var state: TrackingState?
        var flag: Bool?

        init(_ value: Any) throws {
            let parts = try #require(value as? [Any])
            kind = try #require(parts.first as? String)
            numbers = parts.dropFirst().compactMap { ($0 as? NSNumber)?.doubleValue }
            flag = parts.last as? Bool
            state = (parts.last as? String).flatMap { TrackingState(rawValue: $0) }
        }

        var instant: Timestamp { Timestamp(nanoseconds: Int64(numbers[0])) }
    }

    private static func golden() throws -> [String: [Any]] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
            path: "../Clients/Display/golden.json")
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        return try #require(json as? [String: [Any]])
    }

    private static func cases(_ kind: String) throws -> [([String: Any], [Row])] {
        try (try #require(golden()["cases"] as? [[String: Any]])).filter { $0["kind"] as? String == kind }
            .map { ($0, try (try #require($0["rows"] as? [Any])).map { try Row($0) }) }
    }

    private func isNear(_ offset: ShadowOffset?, _ row: Row) -> Bool {
        guard let offset else { return row.numbers.count == 1 }
        return row.numbers.count == 3 && abs(offset.x - row.numbers[1]) <= 1e-9
            && abs(offset.y - row.numbers[2]) <= 1e-9
    }

    @Test func `resamples frames as golden.json says`() throws {
        let cases = try Self.cases("resampler")
        #expect(cases.count >= 13)
        for (head, rows) in cases {
            var resampler = Resampler(rateHz: try #require(head["rate_hz"] as? Double))
            for (index, row) in rows.enumerated() {
                if let state = row.state {
                    let offset = ShadowOffset(x: row.numbers[1], y: row.numbers[2])
                    resampler.take(Frame(sequence: 1, time: row.instant, state: state, offset: offset))
                } else {
                    let offset = resampler.offset(at: row.instant)
                    #expect(isNear(offset, row), "\(head["name"] ?? ""), row \(index): \(row)")
                }
            }
        }
    }

    @Test func `locks to displays as golden.json says`() throws {
        let cases = try Self.cases("phase-lock")
        #expect(cases.count >= 40)
        for (head, rows) in cases {
            var lock = PhaseLock(hasGyroscope: try #require(head["gyroscope"] as? Bool))
            var answer: PhaseLock.Answer?
            var isLocked = false
            for (index, row) in rows.enumerated() {
                let name = "\(head["name"] ?? ""), row \(index): \(row)"
                switch (row.kind, answer) {
                case ("lock", .lock(let change)?):
                    #expect(try isNear(change, row), "\(name)")
                    answer = nil
                case ("release", .release?): answer = nil
                case ("locked", nil): isLocked.toggle()
                case ("gyroscope", nil): lock.hasGyroscope = row.flag == true
                case ("vsync", nil):
                    #expect(lock.isLocked == isLocked, "\(name)")
                    answer = lock.vsync(at: row.instant)
                case ("ok", nil):
                    let phase = row.numbers.count > 1 ? ",\"phase_ns\":\(Int64(row.numbers[1]))" : ""
                    answer = lock.ok("{\"type\":\"ok\",\"rate_hz\":\(row.numbers[0])\(phase)}")
                default: Issue.record("\(name), not \(String(describing: answer))")
                }
            }
            #expect(answer == nil && lock.isLocked == isLocked, "\(head["name"] ?? "")")
        }
    }

    private func isNear(_ change: SubscriptionChange, _ row: Row) throws -> Bool {
        let (phase, wanted) = (try #require(change.phase), Int64(row.numbers[1]))
        let lookahead = try #require(change.lookaheadMilliseconds)
        return change.rateHz == row.numbers[0] && abs(phase - wanted) <= 1
            && abs(lookahead - row.numbers[2]) <= 1e-9
    }

    @Test func `is not locked by an answer that is none`() {
        var lock = PhaseLock(hasGyroscope: true)
        var asked: SubscriptionChange?
        for index in 0..<40 {
            let vsync = Timestamp(nanoseconds: 1_000_000_000_000 + Int64(index) * 16_666_667)
            if case .lock(let change)? = lock.vsync(at: vsync) { asked = change }
        }
        #expect(asked != nil && !lock.isLocked)
        for text in ["", "null", #"{"phase_ns":1}"#, #"{"rate_hz":"60","phase_ns":1}"#] {
            var other = lock
            #expect(other.ok(text) == .release && !other.isLocked)
        }
        #expect(lock.ok(rateHz: asked?.rateHz, phase: asked?.phase) == nil && lock.isLocked)
        #expect(lock.ok(rateHz: .nan, phase: asked?.phase) == .release)
    }

    @Test func `looks as far ahead as golden.json says`() throws {
        let rows = try #require(try Self.golden()["lookahead"] as? [[NSNumber]])
        #expect(rows.count == 15)
        for row in rows {
            let lookahead = Resampler.lookahead(
                refreshHz: row[0].doubleValue, rateHz: row[1].doubleValue, hasGyroscope: row[2].boolValue)
            #expect(abs(lookahead - row[3].doubleValue) <= 1e-9, "\(row)")
        }
    }

    @Test(arguments: [Int64.min, -1, 0, .max])
    func `stays on the way between two frames at any instant, and asks for nothing at those that cannot be`(
        nanoseconds: Int64
    ) {
        let instant = Timestamp(nanoseconds: nanoseconds)
        var resampler = Resampler()
        var lock = PhaseLock(hasGyroscope: true)
        #expect(resampler.offset(at: instant) == nil)
        let times: [Int64] = [-4_000_000_000_000_000_000 + 1024, 0, 20_000_000, 3_999_999_999_999_998_976]
        let frames = times.enumerated().map { index, time in
            Frame(
                sequence: 1, time: Timestamp(nanoseconds: time), state: .tracking,
                offset: ShadowOffset(x: Double(index), y: 0))
        }
        for frame in frames {
            resampler.take(frame)
            let x = resampler.offset(at: instant)?.x ?? .nan
            #expect(x <= frame.offset.x && x >= frame.offset.x - 1)
            #expect(lock.vsync(at: instant) == nil)
        }
        resampler.take(frames[1])
        #expect(resampler.newest == frames[3], "an old frame is ignored")
        resampler.forget()
        #expect(resampler.offset(at: instant) == nil)
    }
}
