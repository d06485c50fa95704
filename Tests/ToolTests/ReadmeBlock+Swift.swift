import Foundation

extension ReadmeBlock {
    /// Compiles a block of Swift as the program `program`, with the libraries of this package that others may use.
    func compileSwift(to program: String) async throws -> ToolRun {
        let built = BuiltProducts.path("")
        let modules = ["TiltClient", "TiltCore", "LinuxSystem", "PlainText", "CardMotion"]
        // What the build wrote for today's sources; objects of files long gone may lie beside them.
        let objects = try modules.flatMap { module in
            let sources = try String(contentsOfFile: "\(built)/\(module).build/sources", encoding: .utf8)
            return sources.split(separator: "\n").map { source in
                let name = URL(fileURLWithPath: String(source)).lastPathComponent
                return "\(built)/\(module).build/\(name).o"
            }
        }
        let headers = ["CLinux", "CMath"].flatMap { ["-I", BuiltProducts.source("Sources/\($0)").path] }
        let source = program + ".d"
        try FileManager.default.createDirectory(atPath: source, withIntermediateDirectories: true)
        try Data(code.utf8).write(to: URL(fileURLWithPath: source + "/main.swift"))
        return try await ToolRun.program(
            "/usr/bin/env",
            ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-o", program, source + "/main.swift"]
                + ["-I", "\(built)/Modules"] + headers + objects)
    }
}
