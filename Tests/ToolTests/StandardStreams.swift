import Foundation

/// The three streams of a program, as files: it may say as much as it likes before anybody reads it.
final class StandardStreams: Sendable {
    /// Open for reading: what the program is given.
    let input: FileHandle
    /// Open for writing.
    let output: FileHandle
    /// Open for writing.
    let errors: FileHandle

    private let directory: ScratchDirectory

    /// Makes three files, the first with `input` in it.
    init(input: Data) throws {
        directory = try ScratchDirectory()
        try input.write(to: directory.url("in"))
        for name in ["out", "err"] { try Data().write(to: directory.url(name)) }
        self.input = try FileHandle(forReadingFrom: directory.url("in"))
        output = try FileHandle(forWritingTo: directory.url("out"))
        errors = try FileHandle(forWritingTo: directory.url("err"))
    }

    /// Closes the three descriptors, once whoever writes has its own; what was written stays to be read.
    ///
    /// Foundation's `Process` does not always go away, and then keeps them open for good.
    func close() throws {
        for stream in [input, output, errors] { try stream.close() }
    }

    /// What was written to ``output`` so far.
    var outputText: String { text("out") }
    /// What was written to ``errors`` so far.
    var errorText: String { text("err") }

    private func text(_ name: String) -> String {
        String(decoding: (try? Data(contentsOf: directory.url(name))) ?? Data(), as: UTF8.self)
    }
}
