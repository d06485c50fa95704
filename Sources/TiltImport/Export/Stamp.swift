import TiltCore

/// The time of some events, and the lines they are written on: `E: seconds.microseconds type code value`.
struct Stamp {
    let microseconds: Int64

    /// Seconds that no time of such a recording reaches: 64 bits of nanoseconds hold them, and what is added to them.
    static let endOfSeconds: Int64 = 9_000_000_000

    /// Appends the three axes from `code` on; returns the largest rounding, in m/s² or rad/s.
    func append(
        _ vector: some AxisVector, from code: Int64, _ grid: CountGrid, to buffer: inout ByteBuffer
    ) -> Double {
        let (x, y, z) = (grid.count(vector.x), grid.count(vector.y), grid.count(vector.z))
        append(type: 3, code: code, value: x.count, to: &buffer)
        append(type: 3, code: code + 1, value: y.count, to: &buffer)
        append(type: 3, code: code + 2, value: z.count, to: &buffer)
        return max(x.error, y.error, z.error)
    }

    /// Appends one event; types and codes are below ten here, so decimal and hexadecimal are the same.
    func append(type: Int64, code: Int64, value: Int32, to buffer: inout ByteBuffer) {
        buffer.append("E: ")
        buffer.append(microseconds / 1_000_000)
        buffer.append(".")
        let fraction = microseconds % 1_000_000
        var bound: Int64 = 100_000
        while bound > 1, fraction < bound {
            buffer.append("0")
            bound /= 10
        }
        buffer.append(fraction)
        buffer.append(" 000")
        buffer.append(type)
        buffer.append(" 000")
        buffer.append(code)
        buffer.append(" ")
        buffer.append(Int64(value))
        buffer.append("\n")
    }
}
