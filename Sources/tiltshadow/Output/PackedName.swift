import ArgumentParser

/// A name that promises a packed file, which is written nowhere.
enum PackedName {
    /// Refuses such a `path`; `command` is one that writes the same to standard output.
    static func refuse(_ path: String, _ command: String) throws(ValidationError) {
        guard let ending = [".gz", ".zst", ".zip"].first(where: { path.lowercased().hasSuffix($0) }) else {
            return
        }
        let program = ending == ".zst" ? "zstd" : "gzip"
        throw ValidationError(
            "\(path): no packed file is written; `\(command) | \(program) >OUT` makes one")
    }
}
