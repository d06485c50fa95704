import Foundation
import NIOCore
import Testing

@testable import TiltPreview

@Suite struct `Page files` {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/TiltPreview/Page")

    @Test func `are in the program, all of them and byte for byte`() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
        #expect(names.contains("index.html"))
        #expect(EmbeddedPage.files.map(\.name.description) == names)
        let files = PageFiles(directory: nil)
        for name in names {
            let content = try Data(contentsOf: Self.folder.appendingPathComponent(name))
            #expect(files[name].map { Data($0.content.readableBytesView) } == content, "\(name)")
        }
    }

    @Test(arguments: [
        "", ".", "..", "../Answer.swift", "/etc/passwd", "%2e%2e/Answer.swift", "index.html/", "a\u{0}",
    ])
    func `have no name that leads elsewhere`(name: String) {
        #expect(PageFiles(directory: nil)[name] == nil)
        #expect(PageFiles(directory: Self.folder.path)[name] == nil)
    }

    @Test func `are read anew from a directory`() throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: directory) }
        let files = PageFiles(directory: directory.path)
        #expect(files["a.js"] == nil)
        for text in ["one", "two"] {
            try Data(text.utf8).write(to: directory.appendingPathComponent("a.js"))
            #expect(files["a.js"].map { String(buffer: $0.content) } == text)
        }
    }

    @Test(arguments: [
        ("index.html", "text/html; charset=utf-8"), ("main.js", "text/javascript; charset=utf-8"),
        ("tiltshadow.mjs", "text/javascript; charset=utf-8"), ("a.b.css", "text/css; charset=utf-8"),
        ("icon.svg", "image/svg+xml"), ("none", "application/octet-stream"),
        ("x.", "application/octet-stream"),
    ])
    func `have the type that browsers want`(name: String, type: String) {
        #expect(FileType.of(name) == type)
    }

    @Test func `are known by their tag, however it is sent`() {
        let file = PageFile(name: "a.js", content: NIOCore.ByteBuffer(string: "a"))
        let other = PageFile(name: "a.js", content: NIOCore.ByteBuffer(string: "b"))
        #expect(file.tag != other.tag)
        for header in [file.tag, "W/\(file.tag)", "\(other.tag), \(file.tag)", "*"] {
            #expect(file.isKnown(by: [header]), "\(header)")
        }
        for header in [other.tag, "", "\"\"", String(file.tag.dropLast())] {
            #expect(!file.isKnown(by: [header]), "\(header)")
        }
    }

    @Test(arguments: [
        ("/", Route.file("index.html")), ("/?probe=1", .file("index.html")), ("/main.js", .file("main.js")),
        ("/main.js?v=2", .file("main.js")), ("/stream", .stream), ("/stream?x", .stream),
        ("/request", .request), ("/stream/", .file("stream/")), ("//etc/passwd", .file("/etc/passwd")),
        ("*", .file("")),
    ])
    func `are found by their path alone`(target: String, route: Route) {
        #expect(Route(target: target) == route)
    }
}
