import Foundation

/// A locale that writes 0,5: the system's own, or one that is made for this.
final class CommaLocale {
    private let locale: locale_t

    /// True where one can be had; otherwise it is said what is missing, once.
    static let isThere: Bool = {
        let isThere =
            german() != nil
            || [program, "/usr/share/i18n/locales/de_DE"].allSatisfy(FileManager.default.fileExists)
        if !isThere { print("skipped: a decimal comma: no de_DE.UTF-8, and no localedef to make it") }
        return isThere
    }()

    private static let program = "/usr/bin/localedef"

    /// Calls `newlocale`, if need be after `localedef`; `nil` where neither gives one.
    init?() {
        guard let locale = Self.german() ?? Self.made() else { return nil }
        self.locale = locale
    }

    deinit { freelocale(locale) }

    /// Does something on this thread as a program does that has taken over a person's locale; calls `uselocale`.
    func use<Result>(_ work: () throws -> Result) rethrows -> Result {
        let previous = uselocale(locale)
        defer { _ = uselocale(previous) }
        return try work()
    }

    private static func german() -> locale_t? { newlocale(CInt(1) << LC_NUMERIC, "de_DE.UTF-8", nil) }

    private static func made() -> locale_t? {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tiltshadow-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = ["-i", "de_DE", "-f", "UTF-8", folder.appending(path: "de_DE.UTF-8").path]
        guard (try? process.run()) != nil else { return nil }
        process.waitUntilExit()
        setenv("LOCPATH", folder.path, 1)
        defer { unsetenv("LOCPATH") }
        return german()
    }
}
