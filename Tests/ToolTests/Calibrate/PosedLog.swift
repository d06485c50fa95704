import TiltCore

@testable import tiltshadow

/// Logs of a sensor that was put into poses one after another.
enum PosedLog {
    /// From the sensor's axes to the device's, of one that lies a quarter turn off.
    static let turned = Matrix3(
        MatrixRow(x: 0, y: 1, z: 0), MatrixRow(x: -1, y: 0, z: 0), MatrixRow(x: 0, y: 0, z: 1))

    /// A log in CSV of a sensor that rests for two seconds in each pose, and is moved for half a second between.
    static func csv(_ directions: [MatrixRow], _ force: Matrix3) -> String {
        var text = "t,ax,ay,az\n"
        var (time, last) = (0.0, directions.first ?? .zero)
        func add(_ up: MatrixRow) {
            let raw = standardGravity * force.transposed(up)
            text += "\(time),\(raw.x),\(raw.y),\(raw.z)\n"
            time += 0.02
        }
        for direction in directions {
            for step in 0..<25 where direction != last {
                let between =
                    last + Double(step) / 25 * (direction - last) + MatrixRow(x: 0.01, y: 0.02, z: 0.03)
                add(between / between.length)
            }
            for _ in 0..<100 { add(direction) }
            last = direction
        }
        return text
    }

    static let poses = Pose.sequence(3).map { $0.up }

    /// The poses as a .tiltlog of a sensor with this source and id; `counts` to 1 m/s², of which its header says `scale`.
    static func tiltlog(source: String, id: String, scale: Double = 1, counts: Double = 1) -> String {
        let rows = csv(poses, turned).split(separator: "\n").dropFirst().map { row in
            let fields = row.split(separator: ",").compactMap { Double($0) }
            let force = fields.dropFirst().map { "\(counts * $0)" }.joined(separator: ",")
            return "\(Int64(fields[0] * 1e9)),\(force)\n"
        }
        return "#tiltlog=1\n#source=\(source)\n#id=\(id)\n#accel_scale=\(scale)\nt_ns,ax,ay,az\n"
            + rows.joined()
            + "#end samples=\(rows.count) dropped=0\n"
    }
}
