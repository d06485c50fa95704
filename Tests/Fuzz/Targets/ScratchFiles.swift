import CLinux

/// Small files below a directory, set to the texts of an input or taken away.
struct ScratchFiles {
    let root: String

    /// Calls `mkdir` for each directory of the path.
    func makeDirectories(_ path: String) {
        guard access(root + "/" + path, F_OK) != 0 else { return }
        var made = root
        for part in path.split(separator: "/") {
            made += "/" + part
            mkdir(made, 0o700)
        }
    }

    /// Writes a file of one text, or removes it where there is none.
    func set(_ path: String, to text: String?) {
        guard var text else {
            unlink(root + "/" + path)
            return
        }
        let file = clinux_open(root + "/" + path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard file >= 0 else { return }
        _ = text.withUTF8 { write(file, $0.baseAddress, $0.count) }
        close(file)
    }
}
