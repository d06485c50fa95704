import LinuxSystem
import TiltCore
import TiltImport
import TiltScore

/// A truth file, read as a whole, in the axes of the sensor.
struct TruthFile {
    /// What it is called in messages.
    let name: String
    private var reader = TruthReader()

    /// Reads the file at `path`, plain or packed; rows that make no sense are left out with a warning.
    init(_ path: String) throws(ToolError) {
        name = FilePath.inputName(path)
        var refusals = LogRefusals(name: name)
        var failure: TruthError?
        do throws(ImportError) {
            let lines = try PackedLines(path, standardInput: Console.current.input)
            while failure == nil, let line = try lines.next() {
                do throws(TruthError) {
                    guard case .whole(let bytes) = line, bytes.count < ProtocolVersion.longestLine else {
                        throw .lineTooLong(line: lines.number, limit: ProtocolVersion.longestLine)
                    }
                    try reader.read(bytes, number: lines.number)
                    lines.useful = reader.count
                } catch {
                    if error.isSkippable {
                        refusals.add(error.description, hint: error.hint)
                    } else {
                        failure = error
                    }
                }
            }
        } catch {
            if case .system(let system) = error { throw .system(system) }
            throw .imported(path: name, error)
        }
        if let failure { throw .truth(path: name, failure) }
        refusals.sum()
    }

    /// What finds the signs that the mount matrix of a log's sensor mends; `nil` where there is nothing to be found.
    func signSearch(of sensor: SensorDescription) -> SignSearch? { reader.signSearch(of: sensor) }

    /// The truth of a device in which the sensor sits as `mounting` says, which mends the signs that are `wrong`.
    func truth(_ mounting: Mounting, mending wrong: WrongSigns?, isConjugate: Bool = false)
        throws(ToolError) -> Truth
    {
        do throws(TruthError) {
            return try reader.finish(mounting, mending: wrong, isConjugate: isConjugate)
        } catch {
            throw .truth(path: name, error)
        }
    }
}
