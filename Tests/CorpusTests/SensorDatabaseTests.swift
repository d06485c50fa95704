import Foundation
import Testing
import TiltCore
import TiltSensors

/// Every mount matrix that systemd knows, as `tiltshadow sensors` would meet it.
@Suite(.enabled(if: SensorDatabase.path != nil, "no 60-sensor.hwdb here: apt-get install udev"))
struct `The mount matrices of systemd` {
    private let database: SensorDatabase

    init() throws { database = try SensorDatabase() }

    @Test func `are all found`() throws {
        let grep = Process()
        grep.executableURL = URL(filePath: "/usr/bin/env")
        grep.arguments = ["grep", "-c", "^[^#]*ACCEL_MOUNT_MATRIX=", SensorDatabase.path ?? ""]
        let output = Pipe()
        grep.standardOutput = output
        try grep.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        grep.waitUntilExit()
        #expect(database.entries.count == Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(database.entries.count > 100)
    }

    @Test func `are read as they are written, but for those that lose a direction`() throws {
        var refused: [String] = []
        for entry in database.entries {
            do throws(MountMatrixError) {
                let matrix = try MountMatrix(parsing: entry.text).matrix
                let rows = [matrix.x, matrix.y, matrix.z].map { [$0.x, $0.y, $0.z] }
                #expect(rows == entry.numbers, "\(entry)")
            } catch {
                refused.append(entry.description)
                guard case .singular(let rows) = error else {
                    Issue.record("\(entry): \(error)")
                    continue
                }
                let (first, second) = (entry.numbers[rows.0], entry.numbers[rows.1])
                #expect(first == second || first == second.map { -$0 }, "\(entry): \(error)")
            }
        }
        let singular = database.entries.filter { $0.determinant == 0 }.map(\.description)
        #expect(refused == singular)
        print(
            "singular mount matrices in systemd: \(singular.count)", singular.joined(separator: "\n  "),
            separator: "\n  ")
    }

    @Test func `are reported with their determinant, reflections and lost directions as such`() {
        var reflecting: [String] = []
        for entry in database.entries {
            let (mounting, notes) = MountMatrixLookup(udevText: entry.text, rawSign: entry.rawSign).resolve()
            let said = notes.joined(separator: "; ")
            guard entry.determinant != 0 else {
                #expect(said.contains("singular") && said.contains(entry.text), "\(entry): \(said)")
                #expect(mounting.source == .identity, "\(entry)")
                continue
            }
            let isReflecting = entry.determinant < 0
            if isReflecting { reflecting.append(entry.description) }
            #expect(said.contains("determinant \(isReflecting ? -1 : 1), hid signs"), "\(entry): \(said)")
            // A hub's gravity is negative face up, so there it is the rotation that has the z row the wrong way round.
            let isContradictory = isReflecting == (entry.rawSign > 0)
            #expect(said.contains("warning") == isContradictory && said.contains("z row") == isContradictory)
            #expect(mounting.contradictsOwnZRow == isContradictory)
        }
        print(
            "reflecting: \(reflecting.count) of \(database.entries.count)",
            reflecting.joined(separator: "\n  "), separator: "\n  ")
        #expect(!reflecting.isEmpty)
    }

    @Test func `turn rates by a rotation, and x and y as the screen turns`() throws {
        for entry in database.entries where entry.determinant != 0 {
            let matrix = try MountMatrix(parsing: entry.text)
            let mounting = Mounting(matrix: matrix, source: .udev, rawSign: -1)
            let axes = [(1.0, 0.0, 0.0), (0, 1, 0), (0, 0, 1)]
            let columns = axes.map { mounting(AngularRate<SensorAxes>(x: $0.0, y: $0.1, z: $0.2)) }
            let rotation = SensorDatabase.Entry(
                names: [], text: columns.map { "\($0.x),\($0.y),\($0.z)" }.joined(separator: ";"))
            #expect((rotation.determinant - 1).magnitude < 1e-9, "\(entry)")
            // iio-sensor-proxy's own use of the matrix: what its x and y rows give has the opposite sign of ours.
            let raw = (0.3, -0.5, 0.8)
            let force = mounting(Acceleration<SensorAxes>(x: raw.0, y: raw.1, z: raw.2))
            let m = entry.numbers
            #expect(
                (force.x + m[0][0] * raw.0 + m[0][1] * raw.1 + m[0][2] * raw.2).magnitude < 1e-9, "\(entry)")
            #expect(
                (force.y + m[1][0] * raw.0 + m[1][1] * raw.1 + m[1][2] * raw.2).magnitude < 1e-9, "\(entry)")
        }
    }
}
