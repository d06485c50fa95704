import Foundation

/// What can be run here besides the programs of this package.
enum InstalledPrograms {
    /// True where `program` is in `PATH`; else says that the test of `what` is skipped.
    static func have(_ program: String, for what: String) -> Bool {
        let directories = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        if directories.contains(where: { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }) {
            return true
        }
        print("skipped: \(what): \(program) is not installed")
        return false
    }
}
