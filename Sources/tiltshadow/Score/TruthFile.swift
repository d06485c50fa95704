import TiltCore
import TiltScore

/// A truth file, read as a whole.
enum TruthFile {
    /// Reads the file at `path`; rows that make no sense are left out with a warning.
    static func read(_ path: String) throws(ToolError) -> Truth {
        let input = try InputFile(path)
        var lines = LineSplitter()
        var reader = TruthReader()
        var complaints = LogComplaints(name: input.name)
        var number = 0
        var failure: TruthError?
        func take(_ line: LineSplitter.Line) -> Bool {
            number += 1
            do throws(TruthError) {
                guard case .whole(let bytes) = line else {
                    throw .lineTooLong(line: number, limit: ProtocolVersion.longestLine)
                }
                try reader.read(bytes, number: number)
            } catch {
                guard error.isSkippable else {
                    failure = error
                    return false
                }
                complaints.add(error.description, hint: error.hint)
            }
            return true
        }
        while failure == nil, try input.next({ (chunk) throws(ToolError) in lines.feed(chunk, take) }) {}
        if failure == nil { lines.flush(take) }
        if let failure { throw .truth(path: path, failure) }
        complaints.sum()
        do throws(TruthError) { return try reader.finish() } catch { throw .truth(path: path, error) }
    }
}
