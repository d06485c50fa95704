import Testing

@testable import TiltCore

@Suite struct `Edit distance` {
    @Test(arguments: [
        ("", "", 0), ("gain", "gain", 0), ("gian", "gain", 1), ("gai", "gain", 1), ("kitten", "sitting", 3),
        ("", "abc", 3),
    ])
    func `counts single-letter changes`(a: String, b: String, expected: Int) {
        #expect(EditDistance.between(Array(a.utf8), Array(b.utf8)) == expected)
        #expect(EditDistance.between(Array(b.utf8), Array(a.utf8)) == expected)
    }

    @Test(
        arguments: [
            ("Gain", "gain"), ("gian", "gain"), ("gians", nil), ("rate", "rate_hz"), ("blur-px", "blur_px"),
            ("opaciti", "opacity"),
            ("x", nil), ("", nil), ("wallpaper", nil),
        ] as [(String, String?)])
    func `finds the word that was meant, or none`(text: String, expected: String?) {
        #expect(EditDistance.nearest(to: text, among: ["gain", "rate_hz", "blur_px", "opacity"]) == expected)
    }
}
