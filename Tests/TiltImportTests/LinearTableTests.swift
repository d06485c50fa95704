import CMath
import Testing
import TiltCore
import TiltImport

@Suite struct `Tables that say little of themselves` {
    /// A walk of 20 s, 50 rows a second: what the legs do, in m/s², with or without gravity, and in any unit.
    private static func walk(_ header: String, gravity: Double, scale: Double = 1, strength: Double = 1)
        -> String
    {
        header + "\n"
            + (0..<1000).map { row in
                let time = Double(row) / 50
                let step = 2 * Double.pi * 1.8 * time
                let x = strength * sin(step) * (1 + 0.5 * sin(0.37 * time))
                let y = 0.3 * strength * cos(0.5 * step + 1)
                let z = gravity + strength * sin(2 * step + 0.4) + 0.2 * strength * sin(5 * step)
                return "\(time),\(scale * x),\(scale * y),\(scale * z)\n"
            }.joined()
    }

    @Test(arguments: ["time,ax,ay,az", "seconds,accX,accY,accZ"], [1.0, 3, 8])
    func `are refused where there is no gravity in them, with that reason`(header: String, strength: Double)
        throws
    {
        let failure = try #require(ImportSession(Self.walk(header, gravity: 0, strength: strength)).failure)
        #expect(failure.description.contains("linear acceleration: no gravity in it"), "\(failure)")
        #expect(failure.hint.contains("with gravity in it"))
    }

    /// As of a phone that lies on a table for most of the time, and is moved about in between.
    @Test func `are refused where most of it is rest without gravity`() throws {
        var text = "seconds,accX,accY,accZ\n"
        for row in 0..<1000 {
            let isMoved = row / 100 % 3 == 1
            let push = isMoved ? 3 * sin(Double(row) / 9) + 1 : 0.05 * sin(Double(row))
            text += "\(Double(row) / 50),\(push),\(-0.4 * push),\(0.7 * push + 0.01)\n"
        }
        let failure = try #require(ImportSession(text).failure)
        #expect(
            failure.description.contains("no gravity in it")
                || failure.description.contains("without gravity"))
    }

    @Test(arguments: [1.0, 3, 5])
    func `are read where gravity is in them, however hard the steps`(strength: Double) throws {
        for (gravity, scale) in [
            (standardGravity, 1), (standardGravity, 1 / standardGravity), (-standardGravity, 1),
        ] {
            let text = Self.walk("Second,X,Y,Z", gravity: gravity, scale: scale, strength: strength)
            let log = ImportSession(text)
            #expect(log.failure == nil && log.readings.count == 1000, "\(String(describing: log.failure))")
        }
    }

    @Test func `take the axes in the order that a name tells`() throws {
        let rows = (0..<20).map { "\($0 * 5),9.8,0.\($0 % 3)1,0.2,30\n" }.joined()
        let log = ImportSession(
            "\"cts\",\"Accelerometer (z,x,y) [m/s²]\",\"1\",\"2\",\"temperature [°C]\"\n" + rows)
        let first = try #require(log.readings.first?.accelerometer, "\(String(describing: log.failure))")
        #expect(first == Reading.Counts(x: 0.01, y: 0.2, z: 9.8))
    }

    @Test func `tell of columns without names that are not read`() {
        let rows = (0..<30).map {
            "0.\(String(100 + $0)),0.01,0.0\($0 % 7),9.8\($0 % 3),0.\($0 % 5),0.2,0.3\n"
        }.joined()
        let log = ImportSession(rows)
        #expect(log.readings.count == 30 && log.header?.sensor.hasGyroscope == false)
        #expect(
            log.doubts.contains {
                $0.hasPrefix("columns 5 to 7 are not read") && $0.contains("--columns t,ax,ay,az,gx,gy,gz")
            }, "\(log.doubts)")
    }

    @Test func `are named where they are an Empatica's`() throws {
        let text =
            "1544027337.000000, 1544027337.000000, 1544027337.000000\n32.000000, 32.000000, 32.000000\n"
            + (0..<40).map { "\($0 % 3),5,63\n" }.joined()
        let failure = try #require(ImportSession(text).failure)
        #expect(failure.description.contains("Empatica E4"), "\(failure)")
        #expect(failure.hint.contains("--sample-rate 32 --accel-scale 0.15323"))
        var told = ImportOptions(accelScale: 0.15323)
        told.sampleRate = 32
        told.columns = try ColumnList(parsing: "ax,ay,az")
        let log = ImportSession(text.split(separator: "\n").dropFirst(2).joined(separator: "\n") + "\n", told)
        #expect(log.readings.count == 40 && log.failure == nil)
    }

    @Test func `that are no tables at all are called so, whatever is told of tables`() {
        var options = ImportOptions()
        options.sampleRate = 50
        guard case .log(.unknownFormat)? = ImportSession("hello\nworld\n", options).failure else {
            Issue.record("the option was blamed")
            return
        }
    }
}
