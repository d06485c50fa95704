import CZlib
import Foundation
import NIOCore
import NIOHTTP1
import Testing

@testable import TiltPreview

@Suite struct `Page files` {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/TiltPreview/Page")

    @Test func `are in the program, all of them, and served byte for byte but for notes to readers`() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
        #expect(names.contains("index.html"))
        #expect(EmbeddedPage.files.map(\.name.description) == names)
        let files = PageFiles(directory: nil)
        for name in names {
            let content = try Data(contentsOf: Self.folder.appendingPathComponent(name))
            let embedded = EmbeddedPage.files.first { $0.name.description == name }
            #expect(embedded.map { Data($0.content.readableBytesView) } == content, "\(name)")
            let isCode = [".js", ".mjs", ".css"].contains { name.hasSuffix($0) }
            let served = isCode ? Data(ReaderNotes.dropped(from: content)) : content
            #expect(files[name].map { Data($0.content.readableBytesView) } == served, "\(name)")
            if isCode { #expect(served.count < content.count, "\(name)") }
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
        ("icon.svg", "image/svg+xml"), ("inter.woff2", "font/woff2"),
        ("inter-license.txt", "text/plain; charset=utf-8"), ("none", "application/octet-stream"),
        ("x.", "application/octet-stream"),
    ])
    func `have the type that browsers want`(name: String, type: String) {
        #expect(FileType.of(name) == type)
    }

    @Test func `travel packed to who takes that, and unpack to themselves`() throws {
        let text = String(repeating: "shadow ", count: 500)
        let file = PageFile(name: "a.js", content: NIOCore.ByteBuffer(string: text))
        let answer = Answer.file(file, knownTags: [], encodings: ["gzip, deflate, br"])
        #expect(answer.headers(isLast: false)["Content-Encoding"] == ["deflate"])
        #expect(answer.headers(isLast: false)["Vary"] == ["Accept-Encoding"])
        #expect(answer.body.readableBytes < 100)
        var unpacked = [UInt8](repeating: 0, count: 5000)
        var length = uLong(unpacked.count)
        let packed = Array(answer.body.readableBytesView)
        #expect(uncompress(&unpacked, &length, packed, uLong(packed.count)) == Z_OK)
        #expect(String(decoding: unpacked[..<Int(length)], as: UTF8.self) == text)
        let plain = Answer.file(file, knownTags: [], encodings: [])
        #expect(plain.headers(isLast: false)["Content-Encoding"].isEmpty)
        #expect(plain.body == file.content)
        // Other bytes have another tag, and both are known.
        let tags = [answer, plain].map { $0.headers(isLast: false)["ETag"] }
        #expect(tags[0] != tags[1])
        for tag in tags { #expect(Answer.file(file, knownTags: tag, encodings: []).status == .notModified) }
        // What does not get smaller stays as it is.
        #expect(PageFile(name: "b", content: NIOCore.ByteBuffer(string: "b")).packed == nil)
    }

    @Test(arguments: [
        (["deflate"], true), (["gzip, deflate"], true), (["gzip", "Deflate ; q=0.5"], true), ([], false),
        (["gzip"], false), (["deflate;q=0"], false), (["deflate; q=0.0, br"], false), (["x-deflate"], false),
    ])
    func `are packed only for who says so`(headers: [String], isTaken: Bool) {
        #expect(Packing.isTaken(by: headers) == isTaken)
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
        ("*", .file("")), ("http://127.0.0.1:8017", .file("index.html")),
        ("http://127.0.0.1:8017/", .file("index.html")), ("http://[::1]:8017?probe=1", .file("index.html")),
        ("HTTP://localhost/stream?x=http://y/", .stream), ("http://localhost/main.js", .file("main.js")),
        ("/http://localhost/", .file("http://localhost/")),
    ])
    func `are found by their path alone`(target: String, route: Route) {
        #expect(Route(target: target) == route)
    }
}
