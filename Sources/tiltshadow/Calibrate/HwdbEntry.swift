import TiltCore

/// The entry of udev's hwdb for a sensor in a machine, as `60-sensor.hwdb` of systemd writes it.
///
/// Its matrix has the signs of Windows, x and y the opposite of ours, and row 3 is made such that what reads it, the
/// tilt of iio-sensor-proxy, is above zero face up: M = (-A₁, -A₂, +A₃) of up = A·raw. ``Mounting`` takes rows 1 and 2
/// of it and the sensor's own raw sign, and comes to the same A.
struct HwdbEntry: Equatable {
    let identity: SensorIdentity
    /// A, with rows of length 1.
    let force: Matrix3

    /// Names that firmware has where its maker filled in none.
    private static let placeholders: Set<String> = [
        "", "defaultstring", "tobefilledbyo.e.m.", "systemproductname", "notapplicable", "standard", "none",
        "unknown", "invalid", "type1productconfigid", "x",
    ]

    /// M, rounded to what a measurement is worth.
    var matrix: MatrixText { MatrixText(Matrix3(-1 * force.x, -1 * force.y, force.z)) }

    /// True where the machine has no name of its own, and was described by its firmware and board, or not at all.
    var isGeneric: Bool { Self.isPlaceholder(field("pn")) }

    /// True where a device tree describes the machine, which hwdb keys know nothing of: theirs end behind the sensor's.
    var hasNoMachine: Bool { identity.dmi.isEmpty }

    /// The key as a pattern: what the sensor sits on, and the vendor and name of the machine.
    var pattern: String {
        let sensor = "sensor:" + Self.quoted(identity.label) + "modalias:" + modaliasPattern
        return hasNoMachine ? sensor + ":*" : sensor + ":dmi:" + dmiPattern
    }

    /// The lines to put into a file.
    var text: String { "\(pattern)\n ACCEL_MOUNT_MATRIX=\(matrix.spaced)\n" }

    /// Of ACPI's list of names the first, which is the device's own.
    private var modaliasPattern: String {
        let parts = identity.modalias.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.first == "acpi", parts.count > 2 else { return Self.quoted(identity.modalias) }
        return Self.quoted("acpi:" + parts[1]) + "*"
    }

    private var dmiPattern: String {
        let vendor = "svn" + Self.quoted(field("svn")), product = "pn" + Self.quoted(field("pn"))
        guard !isGeneric else {
            let firmware = "bvn\(Self.quoted(field("bvn"))):bvr\(Self.quoted(field("bvr")))"
            let board = "rvn\(Self.quoted(field("rvn"))):rn\(Self.quoted(field("rn")))"
            return "\(firmware):*:\(vendor):\(product):*:\(board):*"
        }
        // Lenovo's product names are type numbers; what people call the machine is its version.
        guard field("svn").lowercased() == "lenovo", !Self.isPlaceholder(field("pvr")) else {
            return "*:\(vendor):\(product):*"
        }
        return "*:\(vendor):\(product):pvr\(Self.quoted(field("pvr"))):*"
    }

    /// A part of the DMI string; each begins with two or three letters of its own.
    private func field(_ name: String) -> String {
        let part = identity.dmi.split(separator: ":").first { $0.hasPrefix(name) }
        return part.map { String($0.dropFirst(name.count)) } ?? ""
    }

    private static func isPlaceholder(_ name: String) -> Bool { placeholders.contains(name.lowercased()) }

    /// The text with `?` for what a pattern of fnmatch(3) would take for more than itself, and for what udev makes `_` of.
    private static func quoted(_ text: String) -> String {
        String(text.map { #"*?[]\()"#.contains($0) || $0 == "#" ? "?" : $0 })
    }
}
