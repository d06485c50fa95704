import CLinux
package import TiltCore

/// The lines of a file that is no log, unpacked where it is packed by gzip or zstd.
package struct PackedLines {
    /// The number of the last line handed out, counted from 1.
    package var number: Int { lines.number }

    /// How many of the lines were of use; where hardly any is, ``next()`` gives up.
    package var useful: Int {
        get { lines.useful }
        nonmutating set { lines.useful = newValue }
    }

    private let lines: LineSource

    /// Opens the file at `path`; `-` is standard input, the process's own unless another descriptor is given.
    ///
    /// - Throws: ``ImportError`` where it cannot be opened, or is packed or written in a way that is not read here.
    package init(_ path: String, standardInput: CInt = STDIN_FILENO) throws(ImportError) {
        let bytes = try PackedBytes.unpacked(try FileBytes(path, standardInput: standardInput))
        if let packing = ForeignPacking(start: bytes.start) {
            throw .foreign(format: packing.format, command: packing.command)
        }
        if bytes.start.starts(with: [0x50, 0x4b, 3, 4]) {
            throw .foreign(format: "zip", command: "unzip FILE")
        }
        if let kind = ForeignFile(start: bytes.start) { throw .foreignFile(kind) }
        lines = LineSource(bytes)
    }

    /// The next line, valid until the next call; `nil` after the last.
    package func next() throws(ImportError) -> LineSplitter.Line? { try lines.next() }
}
