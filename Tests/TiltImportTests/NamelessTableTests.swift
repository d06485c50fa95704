import Testing
import TiltCore
import TiltImport

@Suite struct `Tables without names` {
    private typealias Counts = Reading.Counts

    /// Twelve rows 5 ms apart, with a time in nanoseconds before.
    private static func rows(_ row: (Int) -> String) -> String {
        (0..<12).map { "\(951_415_258_000_000 + $0 * 5_000_000),\(row($0))\n" }.joined()
    }

    @Test func `have a gyroscope first, whose last axis is none of the acceleration`() throws {
        // (gz, ax, ay) is as long as gravity, too, and steadier.
        let text = Self.rows { "0.001,0.002,0.003,9.8,0.2,\(0.1 * Double($0 % 5))" }
        let log = ImportSession(text)
        #expect(log.failure == nil, "\(log)")
        #expect(log.readings.first?.accelerometer == Counts(x: 9.8, y: 0.2, z: 0))
        #expect(log.doubts.first?.contains("--columns t,-,-,-,ax,ay,az --unit m/s2") == true)
    }

    @Test func `are asked for where two threes are as long as gravity`() throws {
        let text = Self.rows { "0.1,0.2,9.8\($0 % 3),0.1,0.2,9.8\($0 % 2)" }
        let failure = try #require(ImportSession(text).failure)
        #expect(failure.description.contains("more than one three that is as long as gravity"), "\(failure)")
        #expect(
            failure.hint.contains("--columns t,ax,ay,az, or --columns t,-,-,-,ax,ay,az"), "\(failure.hint)")
    }

    @Test func `take the three whose length is steadiest where a column stands between`() throws {
        let text = Self.rows { row in
            let z = [9.8, 9.5, 8.8, 9.2][row % 4]
            return "0.3,\(max(0, 96.04 - z * z).squareRoot()),0.1,\(z),0.01"
        }
        let log = ImportSession(text)
        #expect(log.failure == nil)
        #expect(log.doubts.first?.contains("--columns t,-,ax,ay,az") == true, "\(log)")
    }

    @Test(arguments: [
        "%t,0.1,0.2,0.3,0.02,0.6,0.8,-0.01\n", "%t,0.8,0.6,0.01,0.02\n",
        "%t,9.8,0.2,0.3,0.02,0.6,0.8,-0.01\n",
        "# timestamp,tx,ty,tz,qx,qy,qz,qw\n%t,9.8,0.2,0.3,0.02,0.6,0.8,-0.01\n",
        "t,qw,qx,qy,qz\n%t,0.8,0.6,0.01,0.02\n",
        "#timestamp, p_RS_R_x [m], p_RS_R_y [m], p_RS_R_z [m], q_RS_w [], q_RS_x [], q_RS_y [], q_RS_z []\n"
            + "%t,9.8,0.2,0.3,0.02,0.6,0.8,-0.01\n",
    ])
    func `with a quaternion are a trajectory`(text: String) throws {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
        let row = try #require(lines.last)
        let text =
            lines.dropLast().map { $0 + "\n" }.joined()
            + (0..<12).map { row.replacing("%t", with: "1540820315.\(10 + 2 * $0)") + "\n" }.joined()
        let failure = try #require(ImportSession(text).failure)
        #expect(failure.description.contains("this looks like a trajectory"), "\(failure)")
        #expect(failure.hint.contains("score --truth"))
    }

    @Test func `are none where a line of names tells something else`() throws {
        let text = "time,east,north,height\n" + Self.rows { "0.1,0.2,9.8\($0 % 3)" }
        let failure = try #require(ImportSession(text).failure)
        #expect(
            failure.description
                == "line 1: the columns \"time,east,north,height\" hold no acceleration that this program knows of"
        )
    }
}
