import CLinux
import LinuxSystem

/// The bytes of an open file, pipe or terminal from where it stands.
final class FileBytes: ByteSource {
    /// What it is called in messages.
    let path: String
    /// The number, to compare files by.
    var descriptor: CInt { number.descriptor }
    /// The same for who does not keep the file open.
    let number: FileNumber
    /// Bytes in all; `nil` for a pipe.
    let size: Int?
    /// True where it is a directory, which has no bytes.
    let isDirectory: Bool
    /// Bytes read so far.
    private(set) var position = 0

    private let file: OwnedDescriptor?
    private let room = ByteRoom()

    /// Opens `path`; `-` is `standardInput`, which stays open.
    init(_ path: String, standardInput: CInt = STDIN_FILENO) throws(ImportError) {
        self.path = FilePath.inputName(path)
        if path == "-" {
            number = FileNumber(standardInput)
            file = nil
        } else {
            do throws(SystemError) {
                let file = try OwnedDescriptor.open(path, O_RDONLY)
                number = FileNumber(file.raw)
                self.file = consume file
            } catch {
                throw .system(error)
            }
        }
        var status = stat()
        let kind = fstat(number.descriptor, &status) == 0 ? status.st_mode & mode_t(S_IFMT) : 0
        size = kind == mode_t(S_IFREG) ? Int(status.st_size) : nil
        isDirectory = kind == mode_t(S_IFDIR)
    }

    deinit { number.isOpen = false }

    /// Calls `read`.
    func next() throws(ImportError) -> UnsafeBufferPointer<UInt8>? {
        while true {
            let count = CLinux.read(descriptor, room.bytes.baseAddress, room.bytes.count)
            if count > 0 {
                position += count
                return room.first(count)
            }
            if count == 0 { return nil }
            let error = SystemError("read", path)
            guard error.errno == EINTR else { throw .system(error) }
        }
    }

    /// Calls `pread`: bytes from anywhere in the file, fewer at its end; the position stays.
    func bytes(at offset: Int, into room: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
        while true {
            let count = pread(descriptor, room.baseAddress, room.count, offset)
            if count >= 0 { return count }
            let error = SystemError("pread", path)
            guard error.errno == EINTR else { throw .system(error) }
        }
    }
}

/// The number of a file, and whether it is that still.
final class FileNumber {
    let descriptor: CInt
    /// False once the file was closed.
    fileprivate(set) var isOpen = true

    fileprivate init(_ descriptor: CInt) { self.descriptor = descriptor }
}
