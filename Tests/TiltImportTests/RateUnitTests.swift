import Foundation
import Testing
import TiltCore
import TiltImport

@Suite struct `Rates of no known unit` {
    /// Ten seconds of a device that swings around x by 30° with a period of 10 s, 50 rows a second; it rests before.
    private static func swing(
        scale: Double, header: String = "time,ax,ay,az,gx,gy,gz", amplitude: Double = 30, rest: Int = 0
    )
        -> String
    {
        header + "\n"
            + (-rest..<0).map { "\(Double($0) / 50),0,0,1.00000000000\($0 & 1),0.1,0,0\n" }.joined()
            + (0..<500).map { row in
                let time = Double(row) / 50
                let phase = 2 * Double.pi * time / 10
                let angle = amplitude * .pi / 180 * sin(phase)
                let rate = amplitude * .pi / 180 * 2 * .pi / 10 * cos(phase)
                return "\(time),0,\(sin(angle)),\(cos(angle)),\(rate * scale),0,0\n"
            }.joined()
    }

    @Test(arguments: [(1.0, 1.0, "rad/s"), (180 / Double.pi, Double.pi / 180, "deg/s")])
    func `are told by gravity, which turns by them`(scale: Double, unit: Double, name: String) throws {
        let log = ImportSession(Self.swing(scale: scale))
        #expect(log.failure == nil, "\(log)")
        #expect(log.header?.sensor.calibration.gyroscope?.scale.x == unit)
        #expect(log.doubts.first?.contains("--rate-unit \(name)") == true)
        #expect(log.doubts.first?.contains("gravity turns by its rates in \(name)") == true, "\(log.doubts)")
        #expect(!log.doubts.contains { $0.contains("is a guess") })
    }

    /// 4000 rows at rest are more than is looked at to tell a format.
    @Test(arguments: ["time,ax,ay,az,gx,gy,gz", "t,ax,ay,az,gx,gy,gz"])
    func `are told by gravity wherever the device moves`(header: String) throws {
        let text = Self.swing(scale: 180 / .pi, header: header, rest: 4000)
        let directory = try ScratchDirectory()
        try directory.file("walk.csv", text)
        for log in [
            ImportSession(text), ImportSession(path: directory.path + "/walk.csv"),
            ImportSession(path: directory.path),
        ] {
            try #require(log.failure == nil && log.readings.count == 4500, "\(log)")
            #expect(log.header?.sensor.calibration.gyroscope?.scale.x == .pi / 180)
            #expect(log.doubts.contains { $0.contains("gravity turns by") && $0.contains("--rate-unit") })
        }
    }

    @Test func `of neutral CSV are °/s where gravity turns by them, which is said, and can be overruled`()
        throws
    {
        let text = Self.swing(scale: 180 / .pi, header: "t,ax,ay,az,gx,gy,gz")
        let log = ImportSession(text)
        #expect(log.header?.sensor.calibration.gyroscope?.scale.x == .pi / 180)
        #expect(
            log.doubts == [
                "its rates are taken for °/s, as gravity turns by them, and converted; --rate-unit rad/s overrules"
            ])
        var options = ImportOptions()
        options.rateUnit = .radians
        let told = ImportSession(text, options)
        #expect(told.header?.sensor.calibration.gyroscope?.scale.x == 1 && told.doubts == [])
        let right = ImportSession(Self.swing(scale: 1, header: "t,ax,ay,az,gx,gy,gz"))
        #expect(right.header?.sensor.calibration.gyroscope?.scale.x == 1 && right.doubts == [])
    }

    @Test func `of told columns are °/s where gravity turns by them`() throws {
        var options = ImportOptions()
        options.columns = try ColumnList(parsing: "t,ax,ay,az,gx,gy,gz")
        options.accelerationUnit = .g
        let log = ImportSession(Self.swing(scale: 180 / .pi, header: "a,b,c,d,e,f,g"), options)
        #expect(log.header?.sensor.calibration.gyroscope?.scale.x == .pi / 180)
        #expect(log.header?.sensor.calibration.accelerometer.scale.x == standardGravity)
        #expect(log.doubts.count == 1)
    }

    /// A gyroscope that is off by 20 °/s, of a device on a table with noise, and of one that is tilted to and fro by 3°.
    @Test(arguments: [0.0, 3])
    func `of neutral CSV are no °/s where they are a bias`(amplitude: Double) {
        var noise: UInt32 = 1
        let rows = (0..<3000).map { row in
            let time = Double(row) / 100
            let (phase, size) = (2 * Double.pi * time / 4, amplitude * .pi / 180)
            noise = noise &* 1_664_525 &+ 1_013_904_223
            let (angle, rate) = (size * sin(phase), size * .pi / 2 * cos(phase))
            let felt = 0.04 * (Double(noise) / 4_294_967_296 - 0.5)
            let bias = 20 * Double.pi / 180
            return "\(time),\(felt),\(9.8 * sin(angle)),\(9.8 * cos(angle)),\(rate),\(bias),0\n"
        }.joined()
        let log = ImportSession("t,ax,ay,az,gx,gy,gz\n" + rows)
        #expect(log.header?.sensor.calibration.gyroscope?.scale.x == 1)
        let isGuess = log.doubts.allSatisfy { $0.hasPrefix("that its rates are in rad/s is a guess") }
        #expect(isGuess, "\(log.doubts)")
    }

    @Test func `of neutral CSV are said to be a guess where they are some and nothing turns`() throws {
        let header = "t,ax,ay,az,gx,gy,gz"
        let still = ImportSession(Self.swing(scale: 1, header: header, amplitude: 0, rest: 100))
        #expect(
            still.doubts == [
                "that its rates are in rad/s is a guess: it does not turn enough to tell; "
                    + "--rate-unit deg/s is the other"
            ])
        // So small they are next to nothing, whatever they are in.
        #expect(ImportSession(Self.swing(scale: 1, header: header, amplitude: 0.01)).doubts == [])
    }

    @Test func `are a guess where nothing turns, and that is said`() throws {
        let log = ImportSession(Self.swing(scale: 1, amplitude: 0.01))
        #expect(log.header?.sensor.calibration.gyroscope?.scale.x == 1)
        #expect(
            log.doubts.contains {
                $0.hasPrefix("the unit of its rates is a guess") && $0.contains("--rate-unit deg/s")
            }, "\(log.doubts)")
    }

    @Test func `that are not there have no unit to be told, and that is said`() {
        var options = ImportOptions()
        options.rateUnit = .perMinute
        let log = ImportSession("t,ax,ay,az\n0,0,0,9.8\n1,0,0,9.8\n", options)
        #expect(log.readings.count == 2)
        #expect(log.doubts.contains { $0.hasPrefix("--rate-unit has nothing to act on") }, "\(log.doubts)")
    }

    /// Its other columns are what neutral CSV has, and are not guessed anew.
    @Test func `of neutral CSV that are called otherwise are left out and named, and the rest is read`() {
        let header = "t,ax,ay,az,gx (deg/s),gy (deg/s),gz (deg/s)\n"
        var options = ImportOptions()
        for unit in [nil, RateUnit.degrees] {
            options.rateUnit = unit
            for step in [1, 10] {
                let rows = (0..<5).map { "\($0 * step),0,0.1,2.9,1,2,3\n" }.joined()
                let log = ImportSession(header + rows, options)
                #expect(log.failure == nil && log.skipped == [], "\(log)")
                #expect(
                    log.readings.map { $0.time.nanoseconds }
                        == (0..<5).map { $0 * Int64(step) * 1_000_000_000 })
                #expect(log.readings.allSatisfy { $0.gyroscope == nil && $0.accelerometer?.z == 2.9 })
                #expect(log.header?.sensor.calibration.accelerometer.scale.x == 1)
                #expect(log.doubts.contains { $0.contains("not read: \"gx (deg/s)\"") }, "\(log.doubts)")
                let saysUnused = log.doubts.contains { $0.hasPrefix("--rate-unit has nothing to act on") }
                #expect(saysUnused == (unit != nil), "\(log.doubts)")
            }
        }
    }

    /// Half a minute of a walk: the device turns slowly by 60° and is shaken by 1.5 m/s² twice a second.
    @Test func `of a device that is shaken are °/s where gravity turns by them on the whole`() {
        let rows = (0..<1500).map { row in
            let time = Double(row) / 50
            let (turn, shake) = (2 * Double.pi * 0.06 * time, 2 * Double.pi * 2.3 * time)
            let angle = Double.pi / 3 * sin(turn)
            let force = [0, 9.8 * sin(angle), 9.8 * cos(angle)].enumerated().map {
                $1 + 1.5 * sin(shake + Double($0))
            }
            return
                "\(time),\(force[0]),\(force[1]),\(force[2]),\(60 * 2 * Double.pi * 0.06 * cos(turn)),0,0\n"
        }.joined()
        let log = ImportSession("t,ax,ay,az,gx,gy,gz\n" + rows)
        #expect(log.header?.sensor.calibration.gyroscope?.scale.x == .pi / 180, "\(log.doubts)")
    }

    @Test func `are what is told of them, whatever gravity does`() throws {
        var options = ImportOptions()
        options.rateUnit = .degrees
        let log = ImportSession(Self.swing(scale: 1), options)
        #expect(log.header?.sensor.calibration.gyroscope?.scale.x == .pi / 180)
        let named = ImportSession(
            Self.swing(
                scale: 1, header: "time,ax,ay,az,gyro_x (deg/s),gyro_y (deg/s),gyro_z (deg/s)"))
        #expect(named.header?.sensor.calibration.gyroscope?.scale.x == .pi / 180)
        #expect(!named.doubts.contains { $0.contains("is a guess") })
    }

    /// Axes that are swapped, and the opposite signs: either unit makes it worse.
    @Test(arguments: ["t,ax,ay,az,gx,gy,gz", "time,ax,ay,az,gx,gy,gz"])
    func `are said to fit in neither unit where the device turns for certain`(header: String) {
        for (order, sign) in [([0, 1, 2], -1.0), ([1, 2, 0], 1)] {
            let rows = (0..<1500).map { row in
                let time = Double(row) / 50
                let (angle, rate) = (0.9 * sin(time), 0.9 * cos(time))
                let rates = order.map { "\(sign * [rate, 0.02, 0.01][$0])" }.joined(separator: ",")
                return "\(time),0.0\(row % 7),\(9.8 * sin(angle)),\(9.8 * cos(angle)),\(rates)\n"
            }
            let log = ImportSession(header + "\n" + rows.joined())
            #expect(log.header?.sensor.calibration.gyroscope?.scale.x == 1)
            #expect(
                log.doubts.contains { $0.contains("gravity turns by its rates neither in rad/s nor in °/s") },
                "\(log.doubts)")
            #expect(!log.doubts.contains { $0.contains("turn enough") || $0.contains("--rate-unit deg/s") })
        }
    }

    /// It is pushed to and fro on a table, and hardly turned.
    @Test func `are not said to fit in neither unit where the device is pushed about`() {
        let rows = (0..<1500).map { row in
            let time = Double(row) / 50
            let push = 2.8 * sin(9 * time)
            return "\(time),\(push),\(0.5 * push),9.8,\(0.2 * sin(3 * time)),0.1,\(0.3 * cos(2 * time))\n"
        }
        let log = ImportSession("t,ax,ay,az,gx,gy,gz\n" + rows.joined())
        #expect(!log.doubts.contains { $0.contains("neither") }, "\(log.doubts)")
    }
}
