package import TiltCore

/// The search for a mount matrix: settings, then udev, then sysfs, then identity.
package struct MountMatrixLookup: Equatable, Sendable {
    /// The attributes that may hold one; which exists depends on the driver.
    package static var attributes: [String] { ["in_accel_mount_matrix", "in_mount_matrix", "mount_matrix"] }

    /// The settings' matrix.
    package var configured: MountMatrix?
    /// The settings' convention, for whichever matrix is found.
    package var configuredConvention: Mounting.Convention?
    /// The text of udev's `ACCEL_MOUNT_MATRIX`.
    package var udevText: String?
    /// The first of ``attributes`` that is there.
    package var sysfsAttribute: String?
    /// The text of that attribute.
    package var sysfsText: String?
    /// True where the device was described by ACPI, so that its matrix was written for Windows.
    package var isFromACPI: Bool
    /// -1 where the driver reports gravity, +1 where it reports the reaction.
    package var rawSign: Double

    package init(
        configured: MountMatrix? = nil, configuredConvention: Mounting.Convention? = nil,
        udevText: String? = nil,
        sysfsAttribute: String? = nil, sysfsText: String? = nil, isFromACPI: Bool = false, rawSign: Double = 1
    ) {
        self.configured = configured
        self.configuredConvention = configuredConvention
        self.udevText = udevText
        self.sysfsAttribute = sysfsAttribute
        self.sysfsText = sysfsText
        self.isFromACPI = isFromACPI
        self.rawSign = rawSign
    }

    /// What was found, and what a person should know about it, one sentence part each.
    package func resolve() -> (mounting: Mounting, notes: [String]) {
        var notes: [String] = []
        func mounting(_ matrix: MountMatrix, _ source: Mounting.Source, _ convention: Mounting.Convention)
            -> Mounting
        {
            Mounting(
                matrix: matrix, source: source, convention: configuredConvention ?? convention,
                rawSign: rawSign)
        }
        func parsed(_ text: String?, _ origin: String) -> MountMatrix? {
            guard let text else { return nil }
            do throws(MountMatrixError) {
                return try MountMatrix(parsing: text)
            } catch {
                notes.append(
                    "warning: " + error.description + " (\"" + text.onOneLine(limit: 100) + "\" from "
                        + origin
                        + "); the next source is used")
                return nil
            }
        }

        let found: Mounting
        let origin: String
        if let configured {
            found = mounting(configured, .config, .kernel)
            origin = "the settings"
        } else if let matrix = parsed(udevText, "udev's ACCEL_MOUNT_MATRIX") {
            found = mounting(matrix, .udev, .hid)
            origin = "udev"
        } else if let matrix = parsed(sysfsText, sysfsAttribute ?? "sysfs") {
            found = mounting(matrix, .sysfs, isFromACPI ? .hid : .kernel)
            origin = (sysfsAttribute ?? "sysfs") + (isFromACPI ? ", written by ACPI" : "")
        } else {
            found = mounting(.identity, .identity, .kernel)
            origin = "nowhere: identity"
        }
        notes.insert(describe(found, from: origin), at: 0)
        if found.contradictsOwnZRow {
            notes.append(
                "warning: the mount matrix's z row tells face-up from face-down the other way round than its x and y "
                    + "rows, which are trusted")
        }
        if found.convention == .kernel, found.matrix.matrix.determinant < 0 {
            notes.append("warning: the mount matrix is a reflection; the kernel's are rotations")
        }
        return (found, notes)
    }

    private func describe(_ mounting: Mounting, from origin: String) -> String {
        let determinant = (mounting.matrix.matrix.determinant * 1000).rounded() / 1000
        return "mount matrix " + mounting.matrix.description + " from " + origin + ", determinant "
            + determinant.shortText + ", " + mounting.convention.rawValue + " signs, raw sign "
            + (mounting.rawSign < 0 ? "-1" : "+1")
    }
}
