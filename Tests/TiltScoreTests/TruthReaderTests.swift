import Foundation
import Testing
import TiltCore
import TiltScore

@Suite struct `Truth reader` {
    /// Reads a whole text; what is left out goes to `refusals`.
    private func read(
        _ text: String, _ mounting: Mounting = .identity, refusals: inout [TruthError]
    ) throws -> Truth {
        var reader = TruthReader()
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            do throws(TruthError) {
                let bytes = Array(line.utf8)
                try bytes.withUnsafeBufferPointer { (bytes) throws(TruthError) in
                    try reader.read(bytes, number: index + 1)
                }
            } catch {
                guard error.isSkippable else { throw error }
                refusals.append(error)
            }
        }
        return try reader.finish(mounting)
    }

    @Test(arguments: [
        "t,qw,qx,qy,qz,moving\n0,1,0,0,0,0\n0.01,0.70710678,0.70710678,0,0,1\n",
        "# t, qw, qx, qy, qz, moving\n0,1,0,0,0,0\n\n# a remark\n0.01, 0.70710678, 0.70710678, 0, 0, 1",
        "moving,note,qx,qy,qz,qw,t\n0,a,0,0,0,2,0\n1,b,1,0,0,1,0.01\n",
    ])
    func `takes the columns it needs, wherever they stand`(text: String) throws {
        var refusals: [TruthError] = []
        let truth = try read(text, refusals: &refusals)
        #expect(refusals.isEmpty)
        #expect(truth.times == [0, 0.01])
        #expect(truth.isMoving == [false, true])
        #expect(truth.ups[0] == .faceUp)
        #expect(try #require(truth.ups[1]).angle(to: Up(x: 0, y: 1, z: 0)) < 1e-7)
    }

    @Test(arguments: [
        "#timestamp, p_RS_R_x [m], p_RS_R_y [m], p_RS_R_z [m], q_RS_w [], q_RS_x [], q_RS_y [], q_RS_z []",
        "#timestamp [ns], p_RS_R_x [m], p_RS_R_y [m], p_RS_R_z [m], q_RS_w [], q_RS_x [], q_RS_y [], q_RS_z []",
        "# timestamp[ns],tx,ty,tz,qw,qx,qy,qz",
    ])
    func `takes the truth of EuRoC and TUM-VI, whose times are nanoseconds`(header: String) throws {
        var refusals: [TruthError] = []
        let rows = "1403636580838555648,4.6,-1.7,0.8,1,0,0,0\n1403636580848555648,4.6,-1.7,0.8,0.6,0.8,0,0\n"
        let truth = try read(header + "\n" + rows, refusals: &refusals)
        #expect(refusals.isEmpty && truth.isMoving == [true, true])
        #expect((truth.times[0] - 1_403_636_580.838555648).magnitude < 1e-6)
        #expect((truth.interval - 0.01).magnitude < 1e-6)
        #expect(try #require(truth.ups[1]).angle(to: Up(x: 0, y: 0.96, z: -0.28)) < 1e-7)
    }

    @Test(arguments: ["nan,nan,nan,nan", ",,,", "0,0,0,0", "NaN,0,0,1"])
    func `keeps a row without markers, which is never scored`(quaternion: String) throws {
        var refusals: [TruthError] = []
        let text = "t,qw,qx,qy,qz\n0,1,0,0,0\n0.01,\(quaternion)\n0.02,1,0,0,0\n"
        let truth = try read(text, refusals: &refusals)
        #expect(truth.ups == [.faceUp, nil, .faceUp])
        #expect(truth.isMoving == [true, true, true])
    }

    /// Of a mirror the rotation that its rates take: the driver has the signs of its forces wrong, and no quaternion has.
    @Test(arguments: [
        ("0,1,0;-1,0,0;0,0,1", Mounting.Convention.kernel, Up<DeviceAxes>(x: 0.96, y: 0, z: -0.28)),
        ("1,0,0;0,0.6,-0.8;0,0.8,0.6", .kernel, Up(x: 0, y: 0.8, z: 0.6)),
        ("2,0,0;0,2,0;0,0,2", .kernel, Up(x: 0, y: 0.96, z: -0.28)),
        ("0,-1,0;-1,0,0;0,0,1", .kernel, Up(x: 0.96, y: 0, z: 0.28)),
        ("1,0,0;0,1,0;0,0,1", .hid, Up(x: 0, y: -0.96, z: -0.28)),
    ])
    func `turns up from the sensor's axes into the device's`(
        matrix: String, convention: Mounting.Convention, up: Up<DeviceAxes>
    ) throws {
        let mounting = try Mounting(
            matrix: MountMatrix(parsing: matrix), source: .config, convention: convention)
        var refusals: [TruthError] = []
        let rows = "t,qw,qx,qy,qz\n0,0.6,0.8,0,0\n0.01,nan,,,\n"
        let truth = try read(rows, mounting, refusals: &refusals)
        #expect(try #require(truth.ups[0]).angle(to: up) < 1e-7 && truth.ups[1] == nil)
    }

    /// The matrix, and the signs with which the driver tells the force of the chip: M·S is how that sits.
    @Test(arguments: ["-1,0,0;0,1,0;0,0,1", "0,1,0;1,0,0;0,0,1", "0.8,0.6,0;0.48,-0.64,-0.6;0.36,-0.48,0.8"])
    func `finds by the log's gravity which signs a mirroring matrix mends`(matrix: String) throws {
        let mounting = Mounting(matrix: try MountMatrix(parsing: matrix), source: .config)
        #expect(mounting.matrix.matrix.determinant < 0)
        let rows = (0..<200).map { row in
            let (a, b) = (0.4 * sin(Double(row) / 20), 0.3 * cos(Double(row) / 17))
            return "\(Double(row) / 50),1,\(a),\(b),0\n"
        }
        var truth = TruthReader()
        for (index, line) in (["t,qw,qx,qy,qz\n"] + rows).enumerated() {
            try Array(line.utf8.dropLast()).withUnsafeBufferPointer { try truth.read($0, number: index + 1) }
        }
        let chip = try truth.finish().ups
        let wrongs: [(WrongSigns, MatrixRow)] = [
            (.all, MatrixRow(x: -1, y: -1, z: -1)), (.x, MatrixRow(x: -1, y: 1, z: 1)),
            (.y, MatrixRow(x: 1, y: -1, z: 1)), (.z, MatrixRow(x: 1, y: 1, z: -1)),
        ]
        for (wrong, signs) in wrongs {
            let sensor = SensorDescription(
                id: "x", name: "x", kind: .log, device: "x", mounting: mounting)
            var search = try #require(truth.signSearch(of: sensor))
            var told: [Up<DeviceAxes>?] = []
            for (row, up) in chip.enumerated() {
                guard let up else { continue }
                // A hand pushes, too.
                let push = 0.4 * sin(Double(row))
                let force = (x: signs.x * (up.x + push), y: signs.y * (up.y - push), z: signs.z * up.z)
                let counts = Reading.Counts(x: 9.8 * force.x, y: 9.8 * force.y, z: 9.8 * force.z)
                search.take(
                    Reading(time: Timestamp(nanoseconds: Int64(row) * 20_000_000), accelerometer: counts))
                told.append(
                    Up(of: mounting(Acceleration(x: signs.x * up.x, y: signs.y * up.y, z: signs.z * up.z))))
            }
            #expect(search.found == wrong)
            let ups = try truth.finish(mounting, mending: search.found).ups
            #expect(zip(ups, told).allSatisfy { ($0 ?? .faceUp).angle(to: $1 ?? .faceUp) < 1e-6 })
        }
        // Where the signs are told, or nothing mirrors, there is nothing to be found.
        for told in [
            mounting, Mounting(matrix: mounting.matrix, source: .config, rawSign: -1), .identity,
            Mounting(matrix: mounting.matrix, source: .udev),
        ] {
            let sensor = SensorDescription(id: "x", name: "x", kind: .log, device: "x", mounting: told)
            #expect((truth.signSearch(of: sensor) != nil) == (told == mounting))
        }
    }

    @Test(arguments: [
        ("0.02,1,0", TruthError.fieldCount(line: 4, got: 3, expected: 5)),
        ("0.02,1,x,0,0", .notANumber(line: 4, column: "qx", got: "x")),
        ("nan,1,0,0,0", .notANumber(line: 4, column: "t", got: "nan")),
        ("0.01,1,0,0,0", .timeWentBack(line: 4, got: "0.01")),
    ])
    func `leaves out a row that makes no sense, naming its line`(row: String, error: TruthError) throws {
        var refusals: [TruthError] = []
        _ = try read("t,qw,qx,qy,qz\n0,1,0,0,0\n0.01,1,0,0,0\n\(row)\n", refusals: &refusals)
        #expect(refusals == [error])
        #expect(error.description.hasPrefix("line 4: "))
    }

    @Test(arguments: [
        ("", TruthError.empty), ("t,qw,qx,qy,qz\n", .empty), ("t,qw,qx,qy,qz\n0,1,0,0,0\n", .oneRow),
        ("t,qw,qx,qy,qz\n0,nan,nan,nan,nan\n1,nan,nan,nan,nan\n", .empty),
        ("time,w,qx,qy,qz\n", .missingColumns(["t", "qw"], got: "time,w,qx,qy,qz")),
    ])
    func `refuses what is no truth`(text: String, error: TruthError) {
        var refusals: [TruthError] = []
        #expect(throws: error) { try read(text, refusals: &refusals) }
    }

    @Test(arguments: [
        ("0", "1e300"), ("-1e308", "1e308"), ("0", "86400.5"), ("0", "5e-324"), ("0", "0.000001"),
        ("1403636580838555648", "1403636580848555648"),
    ])
    func `refuses times that no recording has`(first: String, second: String) throws {
        var refusals: [TruthError] = []
        do {
            _ = try read("t,qw,qx,qy,qz\n\(first),1,0,0,0\n\(second),1,0,0,0\n", refusals: &refusals)
            Issue.record("taken")
        } catch let error as TruthError {
            guard case .implausibleTimes = error else {
                Issue.record("\(error)")
                return
            }
            #expect(error.description.contains("a day at most is scored, and 100 kHz"))
            #expect(error.hint.contains("#timestamp [ns]"))
        }
    }
}
