import CLinux
import LinuxSystem

/// `tiltshadow relay …`: hands over to a program of a package of its own, so that this one links no network library.
enum RelayProgram {
    /// The word that is its turn.
    static let command = "relay"
    private static let name = "tiltshadow-relay"

    /// Calls `execv` with the words after the first.
    ///
    /// - Returns: why this program is still there.
    static func replaceThis(_ words: [String]) -> ToolError {
        guard let program = places.first(where: { access($0, X_OK) == 0 }) else { return .noRelayProgram }
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(name)]
        for word in words.dropFirst() { arguments.append(strdup(word)) }
        arguments.append(nil)
        execv(program, &arguments)
        let error = SystemError("execv", program)
        for argument in arguments { free(argument) }
        return .system(error)
    }

    /// Beside this program, then where programs are.
    private static var places: [String] {
        [OwnProgram.directory, "/usr/local/bin", "/usr/bin"].map { "\($0)/\(name)" }
    }
}
