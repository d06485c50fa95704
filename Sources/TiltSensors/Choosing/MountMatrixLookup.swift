package import TiltCore

/// The search for a mount matrix: settings, then udev, then sysfs, then the table of known devices, then identity.
///
/// A udev property that is known to be for other axes than the device's is passed over. An identity in sysfs is what drivers
/// show where firmware has no matrix (`iio_read_mount_matrix`), so of a device that is in the table it says nothing.
package struct MountMatrixLookup: Equatable, Sendable {
    /// The attributes that may hold one; which exists depends on the driver.
    package static var attributes: [String] { ["in_accel_mount_matrix", "in_mount_matrix", "mount_matrix"] }

    /// A matrix that was found and cannot be used.
    package struct Rejected: Equatable, Sendable {
        package let text: String
        package let origin: String
        package let error: MountMatrixError
    }

    /// What came of the search.
    package struct Finding: Equatable, Sendable {
        /// The mounting in force.
        package var mounting: Mounting
        /// What was found: one sentence part.
        package var note = ""
        /// What a person can do something about: one sentence part each.
        package var warnings: [String] = []
        /// What is not certain and is well unless somebody sees that it is not: one sentence part each.
        package var doubts: [String] = []
        /// What explains it to who asks, and is nothing to be done about: one sentence part each.
        package var remarks: [String] = []
        /// What was passed over.
        package var rejected: [Rejected] = []
    }

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
    /// What the table of known devices says.
    package var known: KnownAxes?
    /// -1 where the driver reports gravity, +1 where it reports the reaction.
    package var rawSign: Double

    package init(
        configured: MountMatrix? = nil, configuredConvention: Mounting.Convention? = nil,
        udevText: String? = nil, sysfsAttribute: String? = nil, sysfsText: String? = nil,
        isFromACPI: Bool = false, known: KnownAxes? = nil, rawSign: Double = 1
    ) {
        self.configured = configured
        self.configuredConvention = configuredConvention
        self.udevText = udevText
        self.sysfsAttribute = sysfsAttribute
        self.sysfsText = sysfsText
        self.isFromACPI = isFromACPI
        self.known = known
        self.rawSign = rawSign
    }

    /// What was found, and what a person should know about it.
    package func resolve() -> Finding {
        var rejected: [Rejected] = []
        func mounting(_ matrix: MountMatrix, _ source: Mounting.Source, _ convention: Mounting.Convention)
            -> Mounting
        {
            Mounting(
                matrix: matrix, source: source, convention: configuredConvention ?? convention,
                rawSign: rawSign)
        }
        func parsed(_ text: String?, _ origin: String, _ convention: Mounting.Convention) -> MountMatrix? {
            guard let text else { return nil }
            do throws(MountMatrixError) {
                return try MountMatrix(parsing: text, convention: configuredConvention ?? convention)
            } catch {
                rejected.append(Rejected(text: text, origin: origin, error: error))
                return nil
            }
        }
        let table = known.flatMap { $0.mounting(rawSign: rawSign, convention: configuredConvention) }

        let found: Mounting
        let origin: String
        if let configured {
            found = mounting(configured, .config, .kernel)
            origin = "the settings"
        } else if !rejectsUdev, let matrix = parsed(udevText, "udev's ACCEL_MOUNT_MATRIX", .hid) {
            found = mounting(matrix, .udev, .hid)
            origin = "udev"
        } else if let matrix = parsed(sysfsText, sysfsAttribute ?? "sysfs", isFromACPI ? .hid : .kernel),
            table == nil || matrix != .identity
        {
            found = mounting(matrix, .sysfs, isFromACPI || mirrors(matrix) ? .hid : .kernel)
            origin = (sysfsAttribute ?? "sysfs") + (isFromACPI ? ", written by ACPI" : "")
        } else if let table {
            found = table
            origin = tableOrigin
        } else {
            found = mounting(.identity, .identity, .kernel)
            origin = rejected.isEmpty ? "nowhere: identity" : "nowhere usable: identity"
        }
        return Finding(
            mounting: found,
            note: describe(found, from: origin), warnings: warnings(of: found, rejected: rejected),
            doubts: doubts(of: found), remarks: remarks(on: found), rejected: rejected)
    }

    /// True where udev's matrix is for other axes than the device's.
    private var rejectsUdev: Bool { udevText.map { known?.rejects(udev: $0) ?? false } ?? false }

    private var tableOrigin: String { "the table of known devices (" + (known?.name ?? "") + ")" }

    private func describe(_ mounting: Mounting, from origin: String) -> String {
        let determinant = (mounting.matrix.matrix.determinant * 1000).rounded() / 1000
        return "mount matrix " + mounting.matrix.description + " from " + origin + ", determinant "
            + determinant.shortText + ", " + mounting.convention.rawValue + " signs, raw sign "
            + (mounting.rawSign < 0 ? "-1" : "+1")
    }

    /// True for a matrix of a device tree that no chip can be mounted as.
    ///
    /// Whoever tries one with iio-sensor-proxy makes its rows 1 and 2 give Windows's signs, and a rotation with all of its
    /// rows negated is a mirror: with those signs it is a rotation again. So it is with the PinePhone's `0,1,0;-1,0,0;0,0,-1`
    /// (Android, which has the kernel's signs, needs `0,-1,0;1,0,0;0,0,1` there: github.com/GloDroid/glodroid_manifest/issues/30).
    private func mirrors(_ matrix: MountMatrix) -> Bool {
        configuredConvention == nil && rawSign > 0 && matrix.matrix.determinant < 0
    }

    /// What may be otherwise, and what to do then.
    private func doubts(of found: Mounting) -> [String] {
        switch found.source {
        case .table: known?.doubt.map { [$0] } ?? []
        case .sysfs where !isFromACPI && mirrors(found.matrix):
            [
                "by the kernel's signs the device tree's matrix is a mirror, which no chip can be mounted as, so it is read "
                    + "with Windows's, by which it is a rotation; if the shadow falls the wrong way, `tiltshadow calibrate` "
                    + "finds the right one"
            ]
        case .config, .udev, .sysfs, .identity: []
        }
    }

    /// What a person can do something about.
    private func warnings(of found: Mounting, rejected: [Rejected]) -> [String] {
        var warnings = rejected.map {
            $0.error.description + " (\"" + $0.text.onOneLine(limit: 100) + "\" from " + $0.origin
                + "); the next source is used"
        }
        if found.convention == .kernel, found.matrix.matrix.determinant < 0 {
            warnings.append("the mount matrix is a reflection; the kernel's are rotations")
        }
        if found.isSkewed {
            warnings.append(
                "the mount matrix is no rotation: two of its rows are " + found.rightAngleError
                    + " from a right angle, so the nearest rotation is used")
        }
        return warnings
    }

    /// What is as it is, and worth a word to who asks for it.
    private func remarks(on found: Mounting) -> [String] {
        var remarks: [String] = []
        if found.isStretched {
            remarks.append("its rows are taken for directions, however long they are")
        }
        if found.convention == .hid, let error = found.matrix.kernelError {
            remarks.append(error.description + "; row 3 is not used, rows 1 and 2 are enough")
        } else if found.contradictsOwnZRow {
            remarks.append(
                "row 3 tells face-up from face-down the other way round than rows 1 and 2, which are trusted; it is "
                    + "not used")
        }
        guard found.source != .config, let known else { return remarks }
        if found.source == .table, let evidence = known.evidence { remarks.append(evidence) }
        if rejectsUdev, let reason = known.udevIsForOtherAxes, let udevText {
            remarks.append(
                "udev's ACCEL_MOUNT_MATRIX \"" + udevText.onOneLine(limit: 100) + "\" is not used: " + reason)
        }
        return remarks
    }
}
