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
        buffer.append(numbers: 2) { pen in
            pen.put(#"{"type":"frame","seq":"#)
            pen.put(Int64(clamping: sequence))
        }
    }

    /// Appends the rest: what all who see the same at a tick have in common, unless they missed something.
    public static func appendTail(_ frame: Frame, dropped: UInt64 = 0, to buffer: inout ByteBuffer) {
        // A number's room for each number, and for each name before one.
        buffer.append(numbers: 20) { pen in
            pen.put(#","t_ns":"#)
            pen.put(frame.time.nanoseconds)
            if let target = frame.target {
                pen.put(#","for_ns":"#)
                pen.put(target.nanoseconds)
            }
            pen.put(#","state":""#)
            pen.put(text: frame.state.rawValue)
            pen.put(#"","x":"#)
            pen.put(frame.offset.x, decimals: 2)
            pen.put(#","y":"#)
            pen.put(frame.offset.y, decimals: 2)
            if let tilt = frame.tilt {
                pen.put(#","pitch_rad":"#)
                pen.put(tilt.pitch, decimals: 4)
                pen.put(#","roll_rad":"#)
                pen.put(tilt.roll, decimals: 4)
            }
            if let up = frame.up {
                pen.put(#","up":["#)
                pen.put(up.x, decimals: 4)
                pen.put(UInt8(ascii: ","))
                pen.put(up.y, decimals: 4)
                pen.put(UInt8(ascii: ","))
                pen.put(up.z, decimals: 4)
                pen.put(UInt8(ascii: "]"))
            }
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
