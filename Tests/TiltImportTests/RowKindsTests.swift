import Foundation
import Testing
import TiltCore
import TiltImport

@Suite struct `Rows that tell their sensor by a word` {
    /// Rows of a phone at rest, face up, fifty times a second: each sensor's, in turn, at times of its own.
    private static func rows(_ row: (_ sensor: Int, _ time: Double, _ values: [Double]) -> String) -> String {
        (0..<40).map { index in
            let time = Double(index) / 50
            return [
                row(0, time, [0.01, 0.02, 9.81 + 0.001 * Double(index % 3)]),
                row(1, time - 0.013, [0.1, -0.2, 0.3]),
                row(2, time + 0.001, [31, -7, 42]),
            ].joined()
        }.joined()
    }

    /// The files of programs that write so: its name, its text, and the word of each sensor.
    private static let files: [(name: String, text: String)] = [
        (
            "GetSensorData",
            "% LogFile created by the App\n% ACCE;AppTimestamp(s);SensorTimestamp(s);Acc_X;Acc_Y;Acc_Z;Accuracy\n"
                + rows { sensor, time, values in
                    let words = ["ACCE", "GYRO", "MAGN"]
                    return
                        "\(words[sensor]);\(time + 1);\(time + 5000);\(values[0]);\(values[1]);\(values[2]);3\n"
                        + "WIFI;\(time + 1);AP;-60\n"
                }
        ),
        (
            "GnssLogger",
            "# Raw,utcTimeMillis,TimeNanos\n# UncalAccel,utcTimeMillis,elapsedRealtimeNanos,UncalAccelXMps2,"
                + "UncalAccelYMps2,UncalAccelZMps2,BiasXMps2,BiasYMps2,BiasZMps2\n"
                + rows { sensor, time, values in
                    let words = ["UncalAccel", "UncalGyro", "UncalMag"]
                    let nanos = Int((time + 900) * 1e9)
                    return "\(words[sensor]),\(1_690_000_000_000 + Int(time * 1000)),\(nanos),\(values[0]),"
                        + "\(values[1]),\(values[2]),0.0,0.0,0.0\n"
                }
        ),
        (
            "by name",
            "timestamp,sensor,x,y,z\n"
                + rows { sensor, time, values in
                    let words = ["TYPE_ACCELEROMETER", "TYPE_GYROSCOPE", "TYPE_ROTATION_VECTOR"]
                    return
                        "\(Int(time * 1e9) + 100_000_000),\(words[sensor]),\(values[0]),\(values[1]),\(values[2])\n"
                }
        ),
        (
            "without names",
            rows { sensor, time, values in
                let words = ["accelerometer", "gyroscope", "magnetometer"]
                return "\(time + 1)\t\(values[0])\t\(values[1])\t\(values[2])\t\(words[sensor])\n"
            }
        ),
    ]

    @Test(arguments: files.indices) func `are read each as its own`(index: Int) throws {
        let file = Self.files[index]
        // Made up: gravity does not turn by these rates.
        var options = ImportOptions()
        options.rateUnit = .radians
        let log = ImportSession(file.text, options)
        try #require(log.failure == nil && log.skipped == [], "\(file.name): \(log)")
        #expect(log.readings.count { $0.accelerometer != nil } == 40)
        #expect(log.readings.count { $0.gyroscope != nil } == 40)
        let sensor = try #require(log.header?.sensor)
        for reading in log.readings {
            let sample = sensor.sample(from: reading)
            if let force = sample.acceleration { #expect((9.7...9.9).contains(force.z)) }
            if let rate = sample.angularRate { #expect((rate.y + 0.2).magnitude < 1e-9) }
        }
        let first = try #require(log.readings.first { $0.accelerometer != nil })
        let last = try #require(log.readings.last { $0.accelerometer != nil })
        #expect((last.time.seconds(since: first.time) - 0.78).magnitude < 0.002)
        #expect(log.doubts.contains { $0.hasPrefix("its rows tell their sensor in column") }, "\(log.doubts)")
    }

    @Test(arguments: [nil, "-,t,ax,ay,az"])
    func `have rates in °/s where gravity turns by them`(columns: String?) throws {
        var options = ImportOptions()
        options.columns = try columns.map { try ColumnList(parsing: $0) }
        let text = (0..<500).map { row in
            let time = Double(row) / 50
            let (angle, rate) = (0.5 * sin(time), 0.5 * cos(time) * 180 / .pi)
            return "acc,\(time),0,\(9.81 * sin(angle)),\(9.81 * cos(angle))\n" + "gyro,\(time),\(rate),0,0\n"
        }.joined()
        let log = ImportSession("sensor,time,x,y,z\n" + text, options)
        try #require(log.failure == nil && log.readings.count == 500, "\(log)")
        #expect(log.header?.sensor.calibration.gyroscope?.scale.x == .pi / 180)
        #expect(log.doubts.contains { $0.contains("gravity turns by") }, "\(log.doubts)")
    }

    @Test func `are told apart where a person gives the columns`() throws {
        let columns = try ColumnList(parsing: "t,-,ax,ay,az")
        var options = ImportOptions()
        (options.columns, options.timeUnit) = (columns, .nanoseconds)
        let log = ImportSession(Self.files[2].text, options)
        try #require(log.failure == nil && log.skipped == [], "\(log)")
        #expect(log.readings.count { $0.accelerometer != nil } == 40)
        #expect(log.readings.count { $0.gyroscope != nil } == 40)
    }

    @Test(arguments: [
        // What a driver does, and what a device is called, are no sensors.
        ["Acceleration", "Braking", "Turning"], ["accelerometer", "accelerometer", "accelerometer"],
        ["walking", "sitting", "lying"],
    ])
    func `are all one sensor's where the words are no sensors`(words: [String]) throws {
        let text =
            "time,x,y,z,label\n"
            + (0..<40).map { "\(Double($0) / 50),0.01,0.02,9.8\($0 % 3),\(words[$0 / 5 % 3])\n" }.joined()
        let log = ImportSession(text)
        try #require(log.failure == nil && log.skipped == [], "\(log)")
        #expect(log.readings.count { $0.accelerometer != nil } == 40)
    }

    /// Rows of Android's `SensorEvent`s with the numbers of their types, of a phone that rocks by half a radian.
    private static func numbered(
        _ header: String, types: [Int] = [1, 4], _ row: (_ type: Int, _ nanos: Int, _ xyz: String) -> String
    ) -> String {
        header + "\n"
            + (0..<400).map { index in
                let time = Double(index) / 100
                let (angle, rate) = (0.5 * sin(2 * time), cos(2 * time))
                return types.map { type in
                    let xyz =
                        switch type {
                        case 1, 35: "0.01,\(9.81 * sin(angle)),\(9.81 * cos(angle))"
                        case 4, 16: "\(rate),0.001,0.002"
                        case 9: "0,\(9.80665 * sin(angle)),\(9.80665 * cos(angle))"
                        default: "31.5,-7.25,\(40 + index % 3)"
                        }
                    return row(type, 123_456_789_000_000 + 10_000_000 * index + 1000 * type, xyz)
                }.joined()
            }.joined()
    }

    @Test(
        arguments: [
            ("type,timestamp,x,y,z", [1, 4], ""), ("sensor,timestamp,accuracy,x,y,z", [1, 4], ""),
            ("sensor_type,timestamp,x,y,z", [35, 16], ""),
            ("Sensor,timestamp,x,y,z", [1, 2, 4, 9], "; not read: 2, 9"),
        ] as [(String, [Int], String)])
    func `or by Android's number are read each as its own`(
        header: String, types: [Int], others: String
    ) throws {
        let accuracy = header.contains("accuracy") ? "3," : ""
        let text = Self.numbered(header, types: types) { "\($0),\($1),\(accuracy)\($2)\n" }
        let columns = header.contains("accuracy") ? "-,t,-,ax,ay,az" : "-,t,ax,ay,az"
        var told = ImportOptions()
        (told.columns, told.timeUnit) = (try ColumnList(parsing: columns), .nanoseconds)
        var unit = ImportOptions()
        unit.accelerationUnit = .metres
        for options in [ImportOptions(), unit, told] {
            let log = ImportSession(text, options)
            try #require(log.failure == nil && log.skipped == [], "\(log.failure as Any) \(log.skipped)")
            #expect(log.readings.count { $0.accelerometer != nil } == 400)
            #expect(log.readings.count { $0.gyroscope != nil } == 400)
            let words =
                "its rows tell their sensor in column 1, as Android numbers them: those of \(types[0]) are acceleration, of "
                + "\(types.first { [4, 16].contains($0) } ?? 0) rates" + others
            #expect(log.doubts.contains(words) || options.columns != nil, "\(log.doubts)")
            let sensor = try #require(log.header?.sensor)
            for reading in log.readings {
                let sample = sensor.sample(from: reading)
                if let force = sample.acceleration { #expect((9.8...9.82).contains(force.length)) }
                if let rate = sample.angularRate { #expect(rate.x.magnitude < 1.001) }
            }
        }
    }

    @Test func `are told of where they are those of other sensors`() throws {
        let text = Self.numbered("type,timestamp,x,y,z", types: [1, 2]) { "\($0),\($1),\($2)\n" }
        let log = ImportSession(text)
        #expect(log.failure == nil && log.readings.count == 400, "\(log.failure as Any)")
        #expect(
            log.doubts.contains { $0.hasSuffix("those of 1 are acceleration; not read: 2") }, "\(log.doubts)")
    }

    @Test(arguments: ["type", "activity"])
    func `are all one sensor's where the numbers are labels`(name: String) {
        let text =
            "time,x,y,z,\(name)\n"
            + (0..<40).map { "\(Double($0) / 50),0.01,0.02,9.8\($0 % 3),\([1, 2, 4][$0 / 5 % 3])\n" }.joined()
        let log = ImportSession(text)
        #expect(log.failure == nil && log.skipped == [], "\(log.failure as Any)")
        #expect(log.readings.count { $0.accelerometer != nil } == 40)
    }
}
