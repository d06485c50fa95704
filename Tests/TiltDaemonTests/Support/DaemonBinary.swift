import Foundation

/// The executable under test: what `TILTSHADOWD` names, or the one built beside these tests.
enum DaemonBinary {
    static let path: String = {
        if let named = ProcessInfo.processInfo.environment["TILTSHADOWD"] { return named }
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("tiltshadowd")
            .path
    }()

    /// False for a static one: it names no dynamic loader, which stands near an executable's beginning (ELF's `PT_INTERP`).
    static var loadsLibraries: Bool {
        let beginning = try? FileHandle(forReadingFrom: URL(fileURLWithPath: path)).read(upToCount: 4096)
        return beginning?.range(of: Data("/ld-".utf8)) != nil
    }
}
