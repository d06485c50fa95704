import Testing
import TiltCore

@testable import tiltshadow

@Suite struct `SVG text` {
    @Test(arguments: [
        ("a<b>&\"c'", "a&lt;b&gt;&amp;&quot;c&#39;"), ("°é漢", "°é漢"), ("\u{1}\u{ffff}", "\u{fffd}\u{fffd}"),
        ("]]><script>", "]]&gt;&lt;script&gt;"),
    ])
    func `escapes what a sensor may be called`(name: String, expected: String) {
        #expect(SVGText.escaped(name) == expected)
        var svg = SVGText()
        svg.element("text", ["class": name], text: name)
        #expect(svg.buffer.text == "<text class=\"\(expected)\">\(expected)</text>\n")
    }

    @Test(arguments: [(0.0, "0"), (-0.04, "0"), (12.25, "12.3"), (-7, "-7"), (1e6, "1000000")])
    func `writes numbers of at most one decimal`(value: Double, text: String) {
        #expect(SVGText.number(value) == text)
    }

    @Test func `writes lines as one path, and a lone point as a dot`() {
        var svg = SVGText()
        let line = [PlotPoint(x: 0, y: 1), PlotPoint(x: 2.5, y: 3), PlotPoint(x: 4, y: 5)]
        svg.path([line, [PlotPoint(x: 6, y: 7)]], class: "x")
        #expect(svg.buffer.text == "<path class=\"line x\" d=\"M0,1L2.5,3 4,5M6,7h0\"/>\n")
    }
}
