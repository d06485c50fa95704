import Foundation
import Testing
import TiltCore
import TiltImport

@Suite struct `Rates of no known unit` {
    /// Ten seconds of a device that swings around x by 30° with a period of 10 s, 50 rows a second.
    private static func swing(
        scale: Double, header: String = "time,ax,ay,az,gx,gy,gz", amplitude: Double = 30
    )
        -> String
    {
        header + "\n"
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

    @Test func `are a guess where nothing turns, and that is said`() throws {
        let log = ImportSession(Self.swing(scale: 1, amplitude: 0.01))
        #expect(log.header?.sensor.calibration.gyroscope?.scale.x == 1)
        #expect(
            log.doubts.contains {
                $0.hasPrefix("the unit of its rates is a guess") && $0.contains("--rate-unit deg/s")
            }, "\(log.doubts)")
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
}
