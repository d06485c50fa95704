/// The parts of a file's name that tell something.
struct FileName: Equatable {
    /// The name without folders.
    let last: String
    /// ``last`` without the endings of packing and of the format.
    let stem: String

    /// The folders before it, or nothing.
    let directory: String

    init(_ path: String) {
        directory = path.split(separator: "/").dropLast().joined(separator: "/")
        last = path.split(separator: "/").last.map(String.init) ?? path
        var parts = last.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count > 1, let ending = parts.last, ["gz", "zst"].contains(ending) { parts.removeLast() }
        if parts.count > 1 { parts.removeLast() }
        stem = parts.joined(separator: ".")
    }
}
