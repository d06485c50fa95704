import TiltCore

/// Writes neutral CSV: `t,ax,ay,az[,gx,gy,gz]` in s, m/s² and rad/s, in device axes.
///
/// Each number is the shortest that reads back as the same `Double`, so a replay of it makes the same frames; but what its
/// counts or its range told to be no measurement is one there, where it is not too long.
final class CSVExport: LogExport {
    private let header: LogHeader
    private let sensor: SensorDescription
    private var dropped = 0

    init(_ header: LogHeader) {
        self.header = header
        sensor = header.sensor
    }

    var losses: [String] {
        var losses: [String] = []
        if hasCounts { losses.append("counts, which are now in m/s² and rad/s") }
        if sensor.calibration.hasRange { losses.append("the sensor's range") }
        if sensor.reportsOnlyChanges { losses.append("that the sensor is silent at rest") }
        if sensor.mounting != .identity { losses.append("the mount matrix, which has been applied") }
        if sensor.name != LogHeader.neutralCSV.sensor.name { losses.append("the sensor's name") }
        losses += [HeaderWords.lost(header, id: "log"), HeaderWords.lost(dropped: dropped)].compactMap { $0 }
        return losses
    }

    /// True where the log's numbers are not m/s² and rad/s already.
    private var hasCounts: Bool {
        let axes = [sensor.calibration.accelerometer] + [sensor.calibration.gyroscope].compactMap { $0 }
        return axes.contains { $0.scale != Reading.Counts(x: 1, y: 1, z: 1) || $0.offset != .zero }
    }

    func begin(_ buffer: inout ByteBuffer) {
        buffer.append(sensor.hasGyroscope ? "t,ax,ay,az,gx,gy,gz\n" : "t,ax,ay,az\n")
    }

    func append(_ reading: Reading, to buffer: inout ByteBuffer) {
        let sample = sensor.sample(from: reading)
        buffer.append(seconds: reading.time)
        append(sample.acceleration, to: &buffer)
        if sensor.hasGyroscope { append(sample.angularRate, to: &buffer) }
        buffer.append("\n")
    }

    func finish(dropped: Int, _ buffer: inout ByteBuffer) { self.dropped = dropped }

    private func append(_ vector: (some AxisVector)?, to buffer: inout ByteBuffer) {
        guard let vector else {
            buffer.append(",,,")
            return
        }
        for value in [vector.x, vector.y, vector.z] {
            buffer.append(",")
            buffer.append(shortest: value)
        }
    }
}
