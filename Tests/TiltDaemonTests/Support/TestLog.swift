import Foundation

/// Text of recorded logs that tests play.
enum TestLog {
    /// A device that rocks slowly to both sides: neutral CSV at 200 Hz, m/s².
    static func rocking(seconds: Double = 2) -> String {
        var text = "t,ax,ay,az\n"
        for row in 0..<Int(seconds * 200) {
            let time = Double(row) / 200
            let roll = 0.5 * sin(2 * .pi * time / 2)
            text +=
                decimal(time) + "," + decimal(-9.81 * sin(roll)) + ",0.0," + decimal(9.81 * cos(roll)) + "\n"
        }
        return text
    }

    /// A device at rest with one roll, so that every frame shows the same offset: neutral CSV at 100 Hz.
    static func resting(roll: Double = 0.2, seconds: Double = 2) -> String {
        var text = "t,ax,ay,az\n"
        for row in 0..<Int(seconds * 100) {
            text +=
                decimal(Double(row) / 100) + "," + decimal(-9.81 * sin(roll)) + ",0.0,"
                + decimal(9.81 * cos(roll)) + "\n"
        }
        return text
    }

    /// A .tiltlog of an accelerometer and a gyroscope in counts, a row without gyroscope now and then.
    ///
    /// `interval` is nanoseconds from row to row: 200 Hz.
    static func counts(rows: Int, interval: Int = 5_000_000, isEnded: Bool = true) -> String {
        var text = """
            #tiltlog=1
            #clock=monotonic
            #source=iio-buffer
            #name=test accelerometer
            #rate_hz=200
            #accel_scale=0.0006,0.0006,0.0006
            #gyro_scale=0.001,0.001,0.001
            #mount_matrix=1,0,0;0,1,0;0,0,1
            t_ns,ax,ay,az,gx,gy,gz

            """
        for row in 0..<rows {
            // Irregular by up to 0.2 ms, as a driver's are.
            let time = 1_000_000_000 + row * interval + row % 7 * 30_001
            let rates = row % 5 == 4 ? ",," : "\(row % 3),-\(row % 4 + 1),\(row % 9)"
            text += "\(time),\(row % 100),-40,16380,\(rates)\n"
        }
        return isEnded ? text + "#end samples=\(rows) dropped=0\n" : text
    }

    private static func decimal(_ value: Double) -> String { String(format: "%.5f", value) }
}
