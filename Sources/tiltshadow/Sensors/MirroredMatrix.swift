import TiltCore
import TiltDaemon

/// A mount matrix of the settings that mirrors, as no way of mounting a sensor does.
enum MirroredMatrix {
    /// What is wrong with that of `settings`; `nil` where nothing is.
    ///
    /// Of the HID convention row 3 is not used, so that its determinant says nothing.
    static func fault(of settings: Settings) -> String? {
        guard let matrix = settings.sensor.mountMatrix, settings.sensor.matrixConvention != .hid,
            matrix.matrix.determinant < 0
        else { return nil }
        return "[sensor] mount_matrix = \(matrix) is a mirror image (determinant "
            + "\(FrameLine.number(matrix.matrix.determinant, decimals: 0))), which no sensor can be mounted as; "
            + "`tiltshadow calibrate` finds the right one"
    }

    /// The same of the file at `path`, together with those beside it, which may say by which signs it is meant.
    ///
    /// `nil` for one that lies beside others itself: it says nothing alone.
    static func fault(ofFile path: String) -> String? {
        let directory = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        guard directory.last?.hasSuffix(".conf.d") != true,
            directory.joined(separator: "/") != DaemonPaths.vendorSettings,
            let reading = try? SettingsFiles(file: path, mustExist: true).load()
        else { return nil }
        return fault(of: reading.layers.settings)
    }
}
