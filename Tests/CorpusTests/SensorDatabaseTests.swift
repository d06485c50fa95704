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

    @Test func `are read as they are written, those too whose unused row loses a direction`() throws {
        for entry in database.entries {
            let matrix = try MountMatrix(parsing: entry.text, convention: .hid)
            let rows = [matrix.matrix.x, matrix.matrix.y, matrix.matrix.z].map { [$0.x, $0.y, $0.z] }
            #expect(rows == entry.numbers, "\(entry)")
            #expect((matrix.kernelError != nil) == (entry.determinant == 0), "\(entry)")
        }
        let singular = database.entries.filter { $0.determinant == 0 }.map(\.description)
        print(
            "singular by row 3 in systemd: \(singular.count)", singular.joined(separator: "\n  "),
            separator: "\n  ")
    }

    @Test func `are reported with their determinant, and without a warning`() {
        for entry in database.entries {
            let found = MountMatrixLookup(udevText: entry.text, rawSign: entry.rawSign).resolve()
            #expect(found.mounting.source == .udev, "\(entry)")
            #expect(found.warnings.isEmpty, "\(entry): \(found.warnings)")
            #expect(
                found.note.contains("determinant \(Int(entry.determinant)), hid signs"),
                "\(entry): \(found.note)")
            // A hub's gravity is negative face up, so there it is the rotation that has the z row the wrong way round.
            let isContradictory = entry.rawSign * entry.determinant < 0
            #expect(found.remarks.isEmpty != (isContradictory || entry.determinant == 0), "\(entry)")
            #expect(found.mounting.contradictsOwnZRow == isContradictory)
        }
        let keys = database.entries.map(\.names.count).reduce(0, +)
        let reflecting = database.entries.filter { $0.determinant < 0 }.map(\.names.count).reduce(0, +)
        print(
            "mount matrices of systemd: \(database.entries.count) for \(keys) keys, \(reflecting) reflecting")
        #expect(reflecting > 0 && keys > database.entries.count)
    }

    /// Those rows whose source is the database have no reading behind them: here is the other home of their signs.
    @Test func `are those of the known devices that were taken from it`() {
        var names: Set<String> = []
        for row in KnownAxes.all where row.source.hasSuffix("60-sensor.hwdb") {
            guard case .iio(let parents, let vendor, let products) = row.key else {
                Issue.record("\(row.name) is no IIO device, as all of the database are")
                continue
            }
            let own = SensorDatabase.Entry(names: [], text: row.matrix)
            for parent in parents.split(separator: "|") {
                let device = String(parent.prefix { $0 != ":" })
                for product in products.split(separator: "|").map(String.init) {
                    for entry in database.entries
                    where entry.isFor(device: device, vendor: vendor, product: product) {
                        #expect(entry.numbers == own.numbers, "\(row.name), \(product): \(entry)")
                        names.insert(row.name)
                    }
                }
            }
        }
        // The Legion Go came with systemd 259.
        #expect(
            names.isSuperset(of: ["GPD Win Max 2", "ROG Ally X", "AYANEO AIR Plus", "AYANEO"]), "\(names)")
    }

    /// Rows 1 and 2 as iio-sensor-proxy uses them (`orientation.c`), of the opposite sign; the third axis by the rule of the
    /// right hand, and the driver's sign; worked out here from the text alone.
    @Test func `turn x and y as the screen turns, and rates by a rotation, for every key of every entry`()
        throws
    {
        let directions = [[1.0, 0, 0], [0, 1, 0], [0, 0, 1], [0.3, -0.5, 0.8], [-0.7, 0.1, -0.7]]
        var judged = 0
        for entry in database.entries {
            for name in entry.names {
                let sign: Double = name.contains("HID-SENSOR") ? -1 : 1
                let mounting = MountMatrixLookup(udevText: entry.text, rawSign: sign).resolve().mounting
                let (a, b) = (entry.numbers[0], entry.numbers[1])
                let third: [Double] = [
                    a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0],
                ]
                func dot(_ row: [Double], _ v: [Double]) -> Double {
                    zip(row, v).map { $0 * $1 }.reduce(0, +)
                }
                for v in directions {
                    let up = mounting(Acceleration<SensorAxes>(x: v[0], y: v[1], z: v[2]))
                    let wanted = [-dot(a, v), -dot(b, v), sign * dot(third, v)]
                    #expect(
                        zip([up.x, up.y, up.z], wanted).allSatisfy { ($0 - $1).magnitude < 1e-9 }, "\(name)")
                    let rate = mounting(AngularRate<SensorAxes>(x: v[0], y: v[1], z: v[2]))
                    let turned = [-sign * dot(a, v), -sign * dot(b, v), dot(third, v)]
                    #expect(
                        zip([rate.x, rate.y, rate.z], turned).allSatisfy { ($0 - $1).magnitude < 1e-9 },
                        "\(name)")
                }
                // The rows of the rates' matrix are a right-handed set of length 1: (-s·a) × (-s·b) is a × b again.
                #expect((dot(a, a) - 1).magnitude < 1e-9 && (dot(b, b) - 1).magnitude < 1e-9, "\(name)")
                #expect(dot(a, b).magnitude < 1e-9 && (dot(third, third) - 1).magnitude < 1e-9, "\(name)")
                judged += 1
            }
        }
        #expect(judged == database.entries.map(\.names.count).reduce(0, +))
    }
}
