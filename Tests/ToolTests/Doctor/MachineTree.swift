import Foundation

@testable import tiltshadow

/// A directory that stands for the root of a machine; removed with its last owner.
final class MachineTree {
    private let directory: ScratchDirectory
    let machine: Machine

    /// Makes the files, by their paths from the root.
    init(_ files: [String: String]) throws {
        directory = try ScratchDirectory()
        machine = Machine(root: directory.path)
        try write(files)
    }

    func write(_ files: [String: String]) throws {
        for (path, text) in files {
            let file = URL(fileURLWithPath: machine.path("/" + path))
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
    }
}
