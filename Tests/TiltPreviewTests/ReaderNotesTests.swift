import Testing

@testable import TiltPreview

@Suite struct `What a page's file tells its readers` {
    @Test(arguments: [
        ("", ""), ("a\n", "a\n"), ("// one\na\n  // two\nb", "a\nb"), ("a // one\n", "a // one\n"),
        ("/* one */\na {}\n", "a {}\n"), ("/**\n * one\n */\na\n", "a\n"),
        ("  /* one\n     two */  \n\na\n", "\na\n"),
        // A comment that code follows, one that ends nowhere, and what only looks like one.
        ("/** @type {any} */ (a).b = 1;\n", "/** @type {any} */ (a).b = 1;\n"),
        ("/* one\ntwo */ a\n", "/* one\ntwo */ a\n"), ("/*/ one\na\n", "/*/ one\na\n"),
        ("/* one\n", "/* one\n"), ("a /* one\ntwo */\n", "a /* one\ntwo */\n"),
        ("const a = \"/*\";\nb\n", "const a = \"/*\";\nb\n"), ("a\n// one", "a\n"), ("/* √ */\nb√\n", "b√\n"),
    ])
    func `does not travel, and nothing else is lost`(source: String, served: String) {
        #expect(String(decoding: ReaderNotes.dropped(from: source.utf8), as: UTF8.self) == served)
    }
}
