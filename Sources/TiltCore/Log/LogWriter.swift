/// Writes rows and the end of a .tiltlog into a buffer; who owns the file writes the buffer out.
public struct LogWriter: Sendable {
    /// Rows written so far.
    public private(set) var rows = 0
    private let hasGyroscope: Bool

    /// Creates a writer for the columns of `sensor`.
    public init(for sensor: SensorDescription) {
        hasGyroscope = sensor.hasGyroscope
    }

    /// Appends one row: what one read gave, a part empty where that sensor had nothing new.
    public mutating func append(_ reading: Reading, to buffer: inout ByteBuffer) {
        buffer.append(numbers: 8) { pen in
            pen.put(reading.time.nanoseconds)
            Self.put(reading.accelerometer, &pen)
            if hasGyroscope { Self.put(reading.gyroscope, &pen) }
            pen.put(UInt8(ascii: "\n"))
        }
        rows += 1
    }

    /// Counts rows no more that did not get into the log after all.
    public mutating func takeBack(_ count: Int) { rows -= count }

    /// Appends the last line; `dropped` is how many readings the kernel lost, as far as it told.
    public func appendEnd(dropped: Int, to buffer: inout ByteBuffer) {
        Self.appendEnd(samples: rows, dropped: dropped, to: &buffer)
    }

    /// Appends the last line of a log with so many rows; `dropped` were read, or due, and are not in it.
    public static func appendEnd(samples: Int, dropped: Int, to buffer: inout ByteBuffer) {
        buffer.append("#end samples=")
        buffer.append(Int64(samples))
        buffer.append(" dropped=")
        buffer.append(Int64(dropped))
        buffer.append("\n")
    }

    @inline(__always)
    private static func put(_ counts: Reading.Counts?, _ pen: inout NumberPen) {
        pen.put(UInt8(ascii: ","))
        if let counts { pen.put(shortest: counts.x) }
        pen.put(UInt8(ascii: ","))
        if let counts { pen.put(shortest: counts.y) }
        pen.put(UInt8(ascii: ","))
        if let counts { pen.put(shortest: counts.z) }
    }
}
