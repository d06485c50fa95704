import CLinux
import LinuxSystem
import TiltCore
import TiltImport

/// A log of any format being read: readings out, warnings about rows that were left out to the terminal.
final class LogInput {
    /// How many rows in a row may go back in time before the log is given up, not a clock that was once set.
    static let mostBackwardRows = 100

    /// What it is called in messages.
    let name: String
    /// Readings handed out so far.
    private(set) var rows = 0

    private let log: ImportedLog
    private var refusals: LogRefusals
    private var backwardRows = 0
    /// Those of them that have the time of the row before.
    private var repeatedRows = 0
    /// Rows that were left out, and what is wrong with the first.
    private var refused: (count: Int, first: ImportError)?

    /// Opens `path`, `-` for standard input.
    init(_ path: String, _ options: ImportOptions) throws(ToolError) {
        name = FilePath.inputName(path)
        refusals = LogRefusals(name: name)
        do throws(ImportError) {
            log = try Import.open(path, options, standardInput: Console.current.input)
        } catch {
            if case .system(let failure) = error { throw .system(failure) }
            throw .imported(path: name, error)
        }
    }

    /// The sensor and its clock; what neutral CSV has, before the first reading.
    var header: LogHeader { log.header ?? .neutralCSV }
    /// Readings that the recording itself says were lost.
    var dropped: Int { log.dropped }
    /// What was read besides readings, and no log has a place for; one sentence part each.
    var losses: [String] { log.losses }
    /// The numbers of the open files, to compare files by.
    var descriptors: [CInt] { log.descriptors }

    /// The next reading; `nil` at the end, where the warnings that were not shown have been counted.
    func next() throws(ToolError) -> Reading? {
        while true {
            do throws(ImportError) {
                guard let reading = try log.next() else {
                    refusals.sum()
                    warnOfDoubts()
                    return nil
                }
                (backwardRows, repeatedRows) = (0, 0)
                rows += 1
                return reading
            } catch {
                try refuse(error)
            }
        }
    }

    /// The first reading.
    ///
    /// - Throws: ``ToolError/noRow(path:refused:first:)``, or what tells that the log is empty, where there is none.
    func first() throws(ToolError) -> Reading {
        guard let reading = try next() else { throw noReading }
        return reading
    }

    /// Why there is no reading at all: what was refused and where, where there was something.
    private var noReading: ToolError {
        guard let refused else { return .imported(path: name, .log(.empty)) }
        return .noRow(path: name, refused: refused.count, first: refused.first)
    }

    /// How far reading is: `desk.csv: 40 %, 1200 rows`.
    var progress: String {
        let share = log.size.map { size in "\(100 * log.position / max(1, size)) %, " } ?? ""
        return "\(name): \(share)\(rows) rows"
    }

    private func refuse(_ error: ImportError) throws(ToolError) {
        guard error.isSkippable else {
            refusals.sum()
            // A guess may be why.
            warnOfDoubts()
            throw error.isOfNoReading ? noReading : .imported(path: name, error)
        }
        refusals.add(error.description, hint: error.hint)
        refused = (1 + (refused?.count ?? 0), refused?.first ?? error)
        guard let line = error.backwardLine else { return }
        backwardRows += 1
        if error.repeatsTime { repeatedRows += 1 }
        guard backwardRows > Self.mostBackwardRows else { return }
        warnOfDoubts()
        throw repeatedRows == backwardRows
            ? .repeated(path: name, line: line) : .unordered(path: name, line: line)
    }

    private func warnOfDoubts() {
        for doubt in log.doubts { Diagnostics.warn("\(name): \(doubt)") }
    }
}
