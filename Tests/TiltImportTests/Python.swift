import Foundation

/// Python, whose own modules make what is to be read: another implementation's framing around the same libraries.
enum Python {
    /// True where it is installed; otherwise that is said, once.
    static let isThere: Bool = {
        let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")
        if !isThere { print("skipped: packed logs: python3 is not installed") }
        return isThere
    }()

    /// Runs code that reads the file `sys.argv[1]`, which holds `input`, and writes `sys.argv[2]`; returns that.
    static func run(_ code: String, _ input: [UInt8] = []) throws -> [UInt8] {
        let directory = try ScratchDirectory()
        let source = try directory.file("in", input)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", code, source, directory.path + "/out"]
        try process.run()
        process.waitUntilExit()
        return Array(try Data(contentsOf: URL(fileURLWithPath: directory.path + "/out")))
    }
}
