import TiltCore
import TiltSensors

/// A mount matrix: the first byte chooses convention and sign, the rest is the text.
enum MountTarget {
    static func take(_ bytes: UnsafeBufferPointer<UInt8>) {
        var source = ByteSource(bytes)
        let convention = source.one(of: Mounting.Convention.allCases)
        let sign: Double = source.byte() & 1 == 0 ? 1 : -1
        let text = String(decoding: source.remainder, as: UTF8.self)
        do throws(MountMatrixError) {
            let matrix = try MountMatrix(parsing: text)
            expect((try? MountMatrix(parsing: matrix.description)) == matrix, "\(matrix) reads as another")
            check(Mounting(matrix: matrix, source: .config, convention: convention, rawSign: sign))
        } catch {
            check(error, text)
        }
        let lookup = MountMatrixLookup(udevText: text, sysfsText: text, isFromACPI: sign < 0, rawSign: sign)
        let found = lookup.resolve()
        expect(!found.note.isEmpty, "nothing is said of \(text)")
        check(found.mounting)
    }

    private static func check(_ error: MountMatrixError, _ text: String) {
        expect(description: error.description, hint: error.hint)
    }

    /// Forces and rates stay finite, keep a length that gravity can be found in, and turn as a rigid body does.
    static func check(_ mounting: Mounting) {
        let axes = [(1.0, 0.0, 0.0), (0, 1, 0), (0, 0, 1)]
        let forces = axes.map { mounting(Acceleration<SensorAxes>(x: $0 * 9.81, y: $1 * 9.81, z: $2 * 9.81)) }
        let rates = axes.map { mounting(AngularRate<SensorAxes>(x: $0, y: $1, z: $2)) }
        for force in forces {
            expect(
                force.isFinite && Up<DeviceAxes>(of: force) != nil, "\(mounting.matrix) makes \(force) of g")
        }
        let columns = rates.map { MatrixRow(x: $0.x, y: $0.y, z: $0.z) }
        let handedness = columns[0].dot(columns[1].cross(columns[2]))
        expect(handedness > 0, "\(mounting.matrix) turns rates inside out: \(handedness)")
    }
}
