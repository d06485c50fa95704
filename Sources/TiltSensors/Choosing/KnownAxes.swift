package import TiltCore

/// Which way the axes of a known device's sensor point, where neither its driver nor udev tells.
///
/// An accelerometer on an event node has the axes that its driver's author chose (`event-codes.rst` fixes none), and a
/// handheld's chip lies as its board was routed. Accelerometer and gyroscope of a row share its axes.
package struct KnownAxes: Equatable, Sendable {
    /// How a device is recognised.
    package enum Key: Equatable, Sendable {
        /// An event node, by vendor and products in four hexadecimal digits, `05c4|09cc`; any product where none is listed.
        case node(vendor: String, products: String)
        /// An IIO device on an ACPI device of one of these names, or a HID sensor hub, in a machine that DMI calls so; what
        /// the product's name begins with. Several have `|` between them.
        ///
        /// Text, for Embedded Swift's compiler (6.3) crashes on a constant table with arrays in it.
        case iio(parents: String, vendor: String, products: String)
        /// An IIO device of this driver's name in a machine whose device tree calls it so.
        case tree(chip: String, board: String)
    }

    /// A reading of a real device that somebody published together with its pose.
    package struct Sighting: Equatable, Sendable {
        /// How the device lay, in words.
        package let pose: String
        /// What its driver reports, in counts; `nil` for an axis that was not quoted.
        package let x, y, z: Double?
        /// Counts a g.
        package let countsPerG: Double
    }

    /// What people call the devices.
    package let name: String
    /// How they are recognised.
    package let key: Key
    /// Sensor axes → device axes, as ``MountMatrix/init(parsing:convention:)`` reads it.
    package let matrix: String
    /// What its signs mean.
    package var convention = Mounting.Convention.kernel
    /// Where the sensor sits: in a pad it does, whatever its axes; the display's is one that somebody saw turn with it.
    package let place: SensorCandidate.Location
    /// Where the axes, or the reading, were published.
    package let source: String
    /// The reading; `nil` where none is known, so that the axes are believed and not seen.
    package let sighting: Sighting?
    /// Why a matrix of udev's is for other axes than these; `nil` where it wins over this row.
    package var udevIsForOtherAxes: String?
    /// The one matrix of udev's that is, where another may be somebody's own; `nil` where any is.
    package var otherAxes: String?

    /// True where no reading of a real device stands behind the row.
    package var isBelieved: Bool { sighting == nil }

    /// The first row for an event node of this vendor and product, each in four hexadecimal digits.
    package static func ofNode(vendor: String, product: String) -> KnownAxes? {
        all.first { row in
            guard case .node(vendor, let products) = row.key else { return false }
            return products.isEmpty || alternatives(products).contains(product)
        }
    }

    /// The first row for an IIO device in this machine, by DMI's names of vendor and product or by the device tree's
    /// `compatible`, names that end in NUL.
    package static func of(
        _ device: IIODevice, vendor: String, product: String, board: String
    ) -> KnownAxes? {
        let parent = device.directory.parent.name
        return all.first { row in
            switch row.key {
            case .node: false
            case .iio(let parents, let maker, let products):
                vendor.hasPrefix(maker)
                    && alternatives(parents).contains {
                        parent.hasPrefix($0) || parent.hasPrefix("i2c-" + $0)
                    }
                    && alternatives(products).contains { product.hasPrefix($0) }
            case .tree(let chip, let name):
                device.name == chip
                    && board.utf8.split(separator: 0).contains { String(Substring($0)) == name }
            }
        }
    }

    private static func alternatives(_ text: String) -> [String] {
        text.utf8.split(separator: UInt8(ascii: "|")).map { String(Substring($0)) }
    }

    /// What to know where no reading stands behind the row, and what to do about it: one sentence part.
    package var doubt: String? {
        guard isBelieved else { return nil }
        return "its axes are as " + source
            + " has them, and nobody has published a reading to check them by; if the "
            + "shadow falls the wrong way, `tiltshadow calibrate` finds the right ones"
    }

    /// The reading that stands behind the row: one sentence part.
    package var evidence: String? {
        guard let sighting else { return nil }
        let axes = [("x ", sighting.x), ("y ", sighting.y), ("z ", sighting.z)]
        let readings = axes.compactMap { axis in axis.1.map { axis.0 + $0.shortText } }.joined(
            separator: ", ")
        return sighting.pose + ", one read " + readings + ", " + sighting.countsPerG.shortText + " a g ("
            + source
            + ")"
    }

    /// True where a matrix of udev's is for other axes than this device's.
    func rejects(udev text: String) -> Bool {
        guard udevIsForOtherAxes != nil else { return false }
        guard let otherAxes, let other = try? MountMatrix(parsing: otherAxes, convention: .hid) else {
            return true
        }
        return (try? MountMatrix(parsing: text, convention: .hid)) == other
    }

    /// The mounting, with the settings' convention where they have one; `nil` for a row that cannot be read, which a test
    /// rules out.
    package func mounting(rawSign: Double, convention configured: Mounting.Convention? = nil) -> Mounting? {
        let convention = configured ?? convention
        guard let matrix = try? MountMatrix(parsing: matrix, convention: convention) else { return nil }
        return Mounting(matrix: matrix, source: .table, convention: convention, rawSign: rawSign)
    }
}
