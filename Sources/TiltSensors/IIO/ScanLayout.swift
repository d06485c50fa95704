package import TiltCore

/// Where each channel lies in an IIO scan, and the decoder that follows from it.
///
/// The kernel stores enabled channels by index, each aligned to its own size, and pads the scan to a multiple of its
/// largest channel (`iio_compute_scan_bytes` in `drivers/iio/industrialio-buffer.c`).
package struct ScanLayout: Equatable, Sendable {
    /// A channel's first byte and its storage.
    private struct Field: Equatable, Sendable {
        var offset: Int
        var type: ScanType
    }

    /// The three axes of one sensor.
    private struct Axes: Equatable, Sendable {
        var x: Field
        var y: Field
        var z: Field

        func counts(in scan: UnsafeRawPointer) -> Reading.Counts {
            Reading.Counts(
                x: Double(x.type.value(at: scan + x.offset)), y: Double(y.type.value(at: scan + y.offset)),
                z: Double(z.type.value(at: scan + z.offset)))
        }
    }

    /// Bytes from one scan to the next.
    package let byteCount: Int
    private let names: [String]
    private let fields: [Field]
    private let accelerometer: Axes?
    private let gyroscope: Axes?
    private let timestamp: Field?

    /// Lays out the enabled channels, given in any order.
    package init(_ elements: [ScanElement]) {
        func aligned(_ offset: Int, to size: Int) -> Int { (offset + size - 1) / size * size }
        var end = 0
        var largest = 1
        var fields: [Field] = []
        let elements = elements.sorted { $0.index < $1.index }
        for element in elements {
            let size = element.type.byteCount
            let offset = aligned(end, to: size)
            fields.append(Field(offset: offset, type: element.type))
            end = offset + size
            largest = max(largest, size)
        }
        func field(_ name: String) -> Field? { elements.firstIndex { $0.name == name }.map { fields[$0] } }
        func axes(_ prefix: String) -> Axes? {
            guard let x = field(prefix + "_x"), let y = field(prefix + "_y"), let z = field(prefix + "_z")
            else {
                return nil
            }
            return Axes(x: x, y: y, z: z)
        }
        byteCount = aligned(end, to: largest)
        accelerometer = axes("in_accel")
        gyroscope = axes("in_anglvel")
        timestamp = field("in_timestamp")
        self.fields = fields
        names = elements.map { $0.name }
    }

    /// True where all three acceleration axes are in the scan.
    package var hasAccelerometer: Bool { accelerometer != nil }

    /// True where all three angular-rate axes are in the scan.
    package var hasGyroscope: Bool { gyroscope != nil }

    /// The first byte of a channel, or `nil` where it is not in the scan.
    package func offset(of name: String) -> Int? { names.firstIndex(of: name).map { fields[$0].offset } }

    /// Decodes the scan that starts at `scan` and has ``byteCount`` bytes; allocates nothing.
    ///
    /// The time is what the driver wrote, on whatever clock; 0 where the scan has none.
    package func decode(_ scan: UnsafeRawPointer) -> Reading {
        Reading(
            time: Timestamp(nanoseconds: timestamp.map { $0.type.value(at: scan + $0.offset) } ?? 0),
            accelerometer: accelerometer?.counts(in: scan), gyroscope: gyroscope?.counts(in: scan))
    }
}

/// One channel of an IIO scan, as `scan_elements` describes it.
package struct ScanElement: Equatable, Sendable {
    /// The channel, such as `in_accel_x` or `in_timestamp`.
    package let name: String
    /// Its place among the enabled ones; has gaps and is not the order of a directory listing.
    package let index: Int
    /// How it is stored.
    package let type: ScanType

    package init(name: String, index: Int, type: ScanType) {
        self.name = name
        self.index = index
        self.type = type
    }
}
