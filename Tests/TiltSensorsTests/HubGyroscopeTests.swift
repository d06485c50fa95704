import Testing
import TiltSensors

@Suite struct `Gyroscopes of a hub` {
    /// What the parts of a hub are told to be: where each sits, by its `location`, and by what the gyroscope's number is
    /// that an accelerometer gets.
    @Test(
        arguments: [
            ("a Chromebook before Linux 6.0", ["lid", "base"], ["base"], [nil, 10]),
            ("one gyroscope for two of unknown place", [nil, nil], [nil], [nil, nil]),
            ("two of each, none told", [nil, nil], [nil, nil], [nil, nil]),
            ("two of each, the accelerometers told", ["base", "lid"], [nil, nil], [nil, nil]),
            ("two of each, all told, the other way round", ["base", "lid"], ["lid", "base"], [11, 10]),
            ("one of two told", ["lid", nil], ["lid", nil], [10, 11]),
            ("one gyroscope for two, one of which is told", ["base", nil], [nil], [nil, nil]),
            (
                "two gyroscopes, and which is the told one's is not", ["lid", nil], ["base", nil], [nil, nil]
            ),
            ("two at one place", ["lid", "lid", nil], ["lid", nil], [nil, nil, nil]),
            ("one of each, neither told", [nil], [nil], [10]),
            ("one gyroscope of unknown place for two that are told", ["lid", "base"], [nil], [nil, nil]),
            ("one of each, the accelerometer told", ["lid"], [nil], [10]),
            ("one of each at two places", ["lid"], ["base"], [nil]),
        ] as [(String, [String?], [String?], [Int?])])
    func `go to the accelerometer at their place, and in doubt to none`(
        name: String, accelerometers: [String?], gyroscopes: [String?], expected: [Int?]
    ) throws {
        for byUdev in [true, false] {
            let tree = try FakeTree()
            func add(_ number: Int, _ files: [String: String], _ location: String?) throws {
                var files = files
                if !byUdev { files["location"] = location }
                try tree.addIIO(number, below: "ec/cros-ec-part.\(9 + number).auto", files)
            }
            for (index, place) in accelerometers.enumerated() {
                try add(index, FakeTree.hubAccelerometer, place)
            }
            for (index, place) in gyroscopes.enumerated() {
                try add(10 + index, FakeTree.hubGyroscope, place)
            }
            var records = DeviceRecord.all(sysRoot: tree.sysRoot, devRoot: tree.devRoot)
            func index(_ number: Int) -> Int? { records.firstIndex { $0.sysName == "iio:device\(number)" } }
            for (number, place) in accelerometers.enumerated() where byUdev {
                records[try #require(index(number))].location = place == "lid" ? "display" : place
            }
            for (number, place) in gyroscopes.enumerated() where byUdev {
                records[try #require(index(10 + number))].location = place == "lid" ? "display" : place
            }
            let survey = SensorSurvey(options: tree.options(), records: records)
            let found = try accelerometers.indices.map {
                survey.gyroscope(of: records[try #require(index($0))])?.number
            }
            #expect(found == expected.map { $0.map { "\($0)" } }, "\(name), by udev: \(byUdev)")
        }
    }
}
