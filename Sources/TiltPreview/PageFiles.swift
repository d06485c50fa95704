import CLinux
import LinuxSystem
import NIOCore

/// The files of the page, by name.
struct PageFiles {
    private let embedded: [String: PageFile]
    private let directory: String?

    /// Serves the files in the program, or those in `directory`, read anew each time.
    init(directory: String?) {
        self.directory = directory
        var files: [String: PageFile] = [:]
        for file in directory == nil ? EmbeddedPage.files : [] {
            let name = file.name.description
            files[name] = PageFile(name: name, content: file.content)
        }
        embedded = files
    }

    /// The file of that name; `nil` where there is none.
    subscript(name: String) -> PageFile? {
        guard let directory else { return embedded[name] }
        // No way out of the directory: a name has no slash and does not begin with a dot.
        let isPlain = name.utf8.allSatisfy { $0 != UInt8(ascii: "/") && $0 != 0 }
        guard isPlain, !name.hasPrefix("."), let bytes = Self.read(directory + "/" + name) else { return nil }
        return PageFile(name: name, content: NIOCore.ByteBuffer(bytes: bytes))
    }

    private static func read(_ path: String) -> [UInt8]? {
        guard let file = try? OwnedDescriptor.open(path, O_RDONLY) else { return nil }
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = CLinux.read(file.raw, &chunk, chunk.count)
            guard count > 0 else { return count == 0 ? content : nil }
            content += chunk[..<count]
        }
    }
}
