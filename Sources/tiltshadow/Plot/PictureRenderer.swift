import CLinux
import LinuxSystem
import TiltCore

/// A program of this machine that makes pixels of SVG; the best first.
enum PictureRenderer: String, CaseIterable {
    /// librsvg's, which needs no display.
    case librsvg = "rsvg-convert"
    /// Slow to start, and on many desks.
    case inkscape

    /// The first of them that is in `PATH`.
    ///
    /// - Throws: ``ToolError/noRenderer`` where there is none.
    static func find() throws(ToolError) -> PictureRenderer {
        let directories = (Console.current.environment["PATH"] ?? "").split(separator: ":")
        let found = allCases.first { renderer in
            directories.contains { access("\($0)/\(renderer.rawValue)", X_OK) == 0 }
        }
        guard let found else { throw .noRenderer }
        return found
    }

    func png(of svg: ByteBuffer) throws(ToolError) -> ByteBuffer {
        let directory: TemporaryDirectory
        do throws(SystemError) { directory = try .create(for: ["plot.svg", "plot.png"]) } catch {
            throw .system(error)
        }
        let (source, picture) = (directory.path + "/plot.svg", directory.path + "/plot.png")
        let output = try OutputFile.open(source, overwrite: false)
        output.buffer.append(svg)
        try output.finish()
        let run: CommandOutput
        do throws(SystemError) { run = try .of(words(source, picture)) } catch { throw .system(error) }
        guard run.status == 0, access(picture, R_OK) == 0 else {
            throw .renderer(rawValue, said: run.text)
        }
        let input = try InputFile(picture)
        var pixels = ByteBuffer()
        while try input.next({ bytes in for byte in bytes { pixels.append(byte: byte) } }) {}
        return pixels
    }

    private func words(_ svg: String, _ png: String) -> [String] {
        switch self {
        case .librsvg: [rawValue, "--format=png", "--output", png, svg]
        case .inkscape: [rawValue, "--export-type=png", "--export-filename=\(png)", svg]
        }
    }
}
