import Foundation
import Testing
import TiltCore
import TiltImport

@Suite struct `Units in the header of a table` {
    /// One degree in radians, and 0.02 s in minutes.
    private static let (degree, minute) = (Double.pi / 180, 0.02 / 60)

    /// Twelve rows at 50 Hz of a device that lies still, with the names of its columns.
    private static func table(
        time: String = "time (s)", step: Double = 0.02, force: [String], gravity: Double = 9.81,
        rate: String? = nil,
        rates: Double = 0
    ) -> String {
        let turns = rate.map { unit in ["x", "y", "z"].map { "gyro_\($0)\(unit)" } }
        let names = [time] + force + (turns ?? [])
        return names.joined(separator: ",") + "\n"
            + (0..<12).map { row in
                "\(Double(row) * step),0,0,\(gravity * (1 + 0.001 * Double(row % 3)))"
                    + (rate == nil ? "\n" : ",\(rates),0,0\n")
            }.joined()
    }

    private static func axes(_ unit: String) -> [String] { ["x", "y", "z"].map { "acc_\($0)\(unit)" } }

    private static func acceleration(_ log: ImportSession) throws -> Double {
        let sensor = try #require(log.header?.sensor, "\(String(describing: log.failure))")
        let reading = try #require(log.readings.first)
        return sensor.sample(from: reading).acceleration?.z ?? 0
    }

    private static let accelerations: [(String, Double)] = [
        (" (m/s²)", 9.81), ("[m/s^2]", 9.81), (" (m/s/s)", 9.81), (" (m s^-2)", 9.81), (" (m·s⁻²)", 9.81),
        (" (m/(s^2))", 9.81), (" (M/S2)", 9.81), (" (m/sec^2)", 9.81), (" (m/s**2)", 9.81), ("_m_s2", 9.81),
        ("Mps2", 9.81),
        (" (m/sÂ²)", 9.81), (" (m/s\u{fffd})", 9.81), (" m/s^2", 9.81), (" (meters/second²)", 9.81),
        (" (g)", 1), ("[G]", 1), ("_g", 1), (" (g-force)", 1), (" (mg)", 1000), (" [mG]", 1000),
        ("_mg", 1000),
        (" (milli-g)", 1000), (" (mm/s^2)", 9810), ("[mm/s²]", 9810), ("_mm_s2", 9810), (" (cm/s^2)", 981),
        (" (Gal)", 981),
        // What is no unit tells nothing: their length does.
        (" (left)", 9.81), (" [raw]", 1), (" (LSB)", 16384), (" (R)", 1000), (" (s)", 9.81),
        (" (second)", 9.81),
        (" (g) [left]", 1), ("_mg (left)", 1000),
    ]

    @Test(arguments: accelerations)
    func `of an acceleration are told by the whole of their name`(unit: String, gravity: Double) throws {
        let log = ImportSession(Self.table(force: Self.axes(unit), gravity: gravity))
        #expect((9.7...9.9).contains(try Self.acceleration(log)), "\(unit)")
    }

    private static let rates: [(String, Double)] = [
        (" (rad/s)", 1.0), (" (rad s^-1)", 1), ("_rad_s", 1), ("RadPerSec", 1), (" (radians/second)", 1),
        ("[rad]", 1),
        (" (mrad/s)", 1e-3), ("_mrad_s", 1e-3), (" (deg/s)", degree), ("_dps", degree),
        (" [dps]", degree),
        (" (°/s)", degree), (" (º/s)", degree), (" (Â°/s)", degree), (" (\u{fffd}/s)", degree),
        (" (d/s)", degree), (" (Degrees/Sec)", degree), ("_deg_s", degree),
        (" [mdps]", degree / 1000),
        ("_mdps", degree / 1000), (" (mdeg/s)", degree / 1000), (" (millideg/s)", degree / 1000),
        (" (rpm)", 6 * degree),
        (" (rev/s)", 360 * degree),
    ]

    @Test(arguments: rates)
    func `of rates are told by the whole of their name`(unit: String, scale: Double) throws {
        let log = ImportSession(
            Self.table(force: Self.axes(" (g)"), gravity: 1, rate: unit, rates: 0.5 / scale))
        let sensor = try #require(log.header?.sensor, "\(String(describing: log.failure))")
        let reading = try #require(log.readings.first)
        let rate = try #require(sensor.sample(from: reading).angularRate)
        #expect((rate.x - 0.5).magnitude < 1e-9, "\(unit): \(rate)")
    }

    private static let times: [(String, Double)] = [
        ("time (s)", 0.02), ("time [sec]", 0.02), ("Timestamp[ms]", 20), ("time (msec)", 20),
        ("time (\u{3bc}s)", 20_000),
        ("time (\u{b5}s)", 20_000), ("time_us", 20_000), ("timestamp (ns)", 20_000_000),
        ("time (min)", minute),
        ("elapsed minutes", minute), ("time [h]", minute / 60), ("Time (hours)", minute / 60),
        ("time (local)", 0.02),
    ]

    @Test(arguments: times)
    func `of times are told by the whole of their name`(name: String, step: Double) throws {
        let log = ImportSession(Self.table(time: name, step: step, force: Self.axes(" (g)"), gravity: 1))
        try #require(log.failure == nil && log.readings.count == 12, "\(log)")
        #expect(
            (log.readings[11].time.seconds(since: log.readings[0].time) - 0.22).magnitude < 1e-6, "\(name)")
    }

    @Test func `are those of ST's own tables`() throws {
        let rows = (0..<12).map { "\(20 * $0),1,2,1000,-70,140,350\n" }.joined()
        let log = ImportSession(
            "Timestamp[ms],A_X [mg],A_Y [mg],A_Z [mg],G_X [mdps],G_Y [mdps],G_Z [mdps]\n" + rows)
        try #require(log.failure == nil && log.readings.count == 12, "\(log)")
        #expect(log.header?.sensor.calibration.gyroscope?.scale.x == .pi / 180_000)
        #expect(
            log.doubts.first?.contains("--unit mg --rate-unit mdeg/s --time-unit ms") == true, "\(log.doubts)"
        )
    }

    private static let strangers: [(String, String, String)] = [
        ("acc (ft/s^2)", "acceleration in \"ft/s^2\", which is not read here", "--accel-scale"),
        ("acc (m/s)", "acceleration in \"m/s\", which", "--unit m/s2, cm/s2, mm/s2, g or mg"),
        ("acc (ug)", "acceleration in \"ug\", which", "--unit"),
        ("acc (rad/s)", "acceleration in \"rad/s\", which", "--unit"),
        ("gyro (deg/h)", "rates in \"deg/h\", which is not read here", "--rate-unit rad/s, mrad/s, deg/s"),
        ("gyro (rps)", "rates in \"rps\", which", "--columns t,ax,ay,az"),
        ("gyro (rad/min)", "rates in \"rad/min\"", "--rate-unit"),
        ("gyro (mg)", "rates in \"mg\"", "--rate-unit"),
        ("time (days)", "times in \"days\", which is not read here", "--time-unit s, ms, us, ns, min or h"),
        ("time (ticks)", "times in \"ticks\", which", "--sample-rate HZ"),
    ]

    @Test(arguments: strangers)
    func `that are not read here are refused, and can be overruled`(
        column: String, said: String, cure: String
    ) throws {
        func unit(_ sensor: String, _ usual: String) -> String {
            column.hasPrefix(sensor) ? String(column.dropFirst(sensor.count)) : usual
        }
        let text = Self.table(
            time: "time" + unit("time", " (s)"), force: Self.axes(unit("acc", " (g)")), gravity: 1,
            rate: unit("gyro", " (rad/s)"))
        let failure = try #require(ImportSession(text).failure, "\(column)")
        #expect(failure.description.contains(said), "\(failure)")
        #expect(failure.hint.contains(cure), "\(failure.hint)")
        var options = ImportOptions()
        (options.accelerationUnit, options.rateUnit, options.timeUnit) = (.g, .degrees, .seconds)
        let told = ImportSession(text, options)
        #expect(told.failure == nil && told.readings.count == 12, "\(told)")
    }

    @Test func `of one sensor are the same, or refused`() throws {
        let text = Self.table(force: ["acc_x (g)", "acc_y (mg)", "acc_z (g)"], gravity: 1)
        let failure = try #require(ImportSession(text).failure)
        #expect(failure.description.contains("acceleration in \"g\" and in \"mg\""), "\(failure)")
        let once = ImportSession(Self.table(force: ["acc_x", "acc_y", "acc_z (mg)"], gravity: 1000))
        #expect((9.7...9.9).contains(try Self.acceleration(once)))
    }

    @Test func `that a known program has not make the table another's`() throws {
        let rows = (0..<12).map { "\(20 * $0),0,0,9\(80 + $0 % 3)\n" }.joined()
        let euroc = "#timestamp [ms],a_RS_S_x [cm/s^2],a_RS_S_y [cm/s^2],a_RS_S_z [cm/s^2]\n"
        let log = ImportSession(euroc + rows)
        try #require(log.failure == nil && log.readings.count == 12, "\(log)")
        #expect(log.readings[1].time.seconds(since: log.readings[0].time) == 0.02)
        #expect(log.header?.sensor.calibration.accelerometer.scale.x == 0.01)
        // Not read as g and seconds, whatever else.
        let toolbox = ImportSession("time (ms),gFx (mg),gFy (mg),gFz (mg)\n" + rows)
        #expect(toolbox.failure != nil && toolbox.readings.isEmpty)
        let robot = ["X", "Y", "Z"].map { "ACCELEROMETER \($0) (mg)" }
        let other = ImportSession(
            "Time since start in ms ;" + robot.joined(separator: ";") + "\n20;0;0;980\n")
        #expect(other.header?.sensor.calibration.accelerometer.scale.x == 0.00980665)
    }
}
