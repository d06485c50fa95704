/// Writes frames: as lines of protocol 1, or as rows of CSV.
public enum FrameEncoder {
    /// Appends a frame as one line of JSON, LF included.
    ///
    /// Offsets to 0.01 point, angles to 0.0001 rad: below sight. What keeps keystrokes private is the hold of
    /// ``TiltEngine/motion``. `dropped` is the number of frames this subscriber missed just before; it is written only
    /// when greater than 0.
    public static func appendJSON(_ frame: Frame, dropped: UInt64 = 0, to buffer: inout ByteBuffer) {
        appendHead(sequence: frame.sequence, to: &buffer)
        appendTail(frame, dropped: dropped, to: &buffer)
    }

    /// Appends what stands before the time: the part of a line that is each subscriber's own.
    public static func appendHead(sequence: UInt64, to buffer: inout ByteBuffer) {
        buffer.append(#"{"type":"frame","seq":"#)
        buffer.append(Int64(clamping: sequence))
    }

    /// Appends the rest: what all who see the same at a tick have in common, unless they missed something.
    public static func appendTail(_ frame: Frame, dropped: UInt64 = 0, to buffer: inout ByteBuffer) {
        buffer.append(#","t_ns":"#)
        buffer.append(frame.time.nanoseconds)
        if let target = frame.target {
            buffer.append(#","for_ns":"#)
            buffer.append(target.nanoseconds)
        }
        buffer.append(#","state":""#)
        buffer.append(text: frame.state.rawValue)
        buffer.append(#"","x":"#)
        buffer.append(frame.offset.x, decimals: 2)
        buffer.append(#","y":"#)
        buffer.append(frame.offset.y, decimals: 2)
        if let tilt = frame.tilt {
            buffer.append(#","pitch_rad":"#)
            buffer.append(tilt.pitch, decimals: 4)
            buffer.append(#","roll_rad":"#)
            buffer.append(tilt.roll, decimals: 4)
        }
        if let up = frame.up {
            buffer.append(#","up":["#)
            buffer.append(up.x, decimals: 4)
            buffer.append(",")
            buffer.append(up.y, decimals: 4)
            buffer.append(",")
            buffer.append(up.z, decimals: 4)
            buffer.append("]")
        }
        if let raw = frame.raw {
            buffer.append(#","raw":"#)
            raw.append(to: &buffer)
        }
        if frame.isStill { buffer.append(#","still":true"#) }
        if dropped > 0 {
            buffer.append(#","dropped":"#)
            buffer.append(Int64(clamping: dropped))
        }
        buffer.append("}\n")
    }

    /// The header of CSV frames.
    public static let csvHeader = "t,x,y,pitch_rad,roll_rad,ux,uy,uz,state\n"

    /// Appends a frame as one row of CSV under ``csvHeader``, LF included.
    ///
    /// t in seconds with all its nanoseconds, points, radians and components with nine significant digits, the state as
    /// ``TrackingState/number``: a table that reads numbers only takes every column. A field is empty where its value is
    /// unknown.
    public static func appendCSV(_ frame: Frame, to buffer: inout ByteBuffer) {
        buffer.append(numbers: 9) { pen in
            pen.put(seconds: frame.time)
            for value in [frame.offset.x, frame.offset.y] {
                pen.put(UInt8(ascii: ","))
                pen.put(significant: value)
            }
            for value in [frame.tilt?.pitch, frame.tilt?.roll, frame.up?.x, frame.up?.y, frame.up?.z] {
                pen.put(UInt8(ascii: ","))
                if let value { pen.put(significant: value) }
            }
            pen.put(UInt8(ascii: ","))
            pen.put(frame.state.number)
            pen.put(UInt8(ascii: "\n"))
        }
    }
}
