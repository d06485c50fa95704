import Foundation

/// Whether recorded devices can be simulated here, and whether that is being done.
enum Umockdev {
    static let program = "/usr/bin/umockdev-run"

    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

    /// True in the process that `umockdev-run` started.
    static var isActive: Bool { ProcessInfo.processInfo.environment["TILTSHADOW_INSIDE_UMOCKDEV"] == "1" }
}
