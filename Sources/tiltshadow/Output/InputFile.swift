import CLinux
import LinuxSystem

/// A log being read from its beginning, in chunks of 64 KiB.
final class InputFile {
    /// What it is called in messages.
    let name: String
    /// The number, to compare files by.
    let descriptor: CInt
    /// Bytes in all; `nil` for a pipe.
    let size: Int?
    /// Bytes read so far.
    private(set) var position = 0

    private let file: OwnedDescriptor?
    private var chunk = [UInt8](repeating: 0, count: 64 * 1024)

    /// Opens `path`, `-` for standard input.
    init(_ path: String) throws(ToolError) {
        name = FilePath.inputName(path)
        if path == "-" {
            descriptor = Console.current.input
            file = nil
        } else {
            do throws(SystemError) {
                let file = try OwnedDescriptor.open(path, O_RDONLY)
                descriptor = file.raw
                self.file = consume file
            } catch {
                throw .system(error)
            }
        }
        var status = stat()
        let isRegular = fstat(descriptor, &status) == 0 && status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG)
        size = isRegular ? Int(status.st_size) : nil
    }

    /// Calls `read` and hands the bytes to `body`; false at the end.
    func next(_ body: (UnsafeBufferPointer<UInt8>) throws(ToolError) -> Void) throws(ToolError) -> Bool {
        while true {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return false }
            if count > 0 {
                position += count
                try chunk.withUnsafeBufferPointer { (bytes) throws(ToolError) in
                    try body(UnsafeBufferPointer(rebasing: bytes[..<count]))
                }
                return true
            }
            let error = SystemError("read", name)
            guard error.errno == EINTR else { throw .system(error) }
        }
    }
}
