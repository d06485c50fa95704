import ArgumentParser

/// The colours of a plot.
///
/// The three axes have colours of the palette of Okabe and Ito ("Color Universal Design", 2008), which people without
/// full colour vision tell apart; on a dark ground the lighter ones of it. Lines carry their names besides.
enum PlotTheme: String, CaseIterable, ExpressibleByArgument {
    /// The viewer's: light or dark as it prefers.
    case auto
    /// Dark on white.
    case light
    /// Light on black.
    case dark

    /// The style sheet.
    var styles: String {
        switch self {
        case .auto:
            Self.common + Self.lightColours + "@media (prefers-color-scheme: dark) {\n\(Self.darkColours)}\n"
        case .light: Self.common + Self.lightColours
        case .dark: Self.common + Self.darkColours
        }
    }

    private static let common = """
        text { font: 13px system-ui, "Helvetica Neue", Arial, "DejaVu Sans", sans-serif }
        .title { font-size: 20px; font-weight: 600 }
        .panel { font-size: 14px; font-weight: 600 }
        .tick { font-size: 12px; font-variant-numeric: tabular-nums }
        .right { text-anchor: end }
        .middle { text-anchor: middle }
        .line { fill: none; stroke-width: 1.6; stroke-linejoin: round; stroke-linecap: round }
        .line.euler { stroke-width: 3.2 }
        .grid, .zero { fill: none; stroke-width: 1; shape-rendering: crispEdges }
        .hatch { stroke-width: 2 }
        .rejected { fill: none; stroke-width: 1.8; stroke-linecap: round }

        """

    private static let lightColours = """
        .ground { fill: #ffffff }
        .ink { fill: #1b1f24 }
        .faint { fill: #57606a }
        .grid { stroke: #e6e9ed }
        .zero { stroke: #aab2bb }
        .line.x { stroke: #0072b2 }
        .line.y { stroke: #d55e00 }
        .line.z { stroke: #009e73 }
        .line.euler { stroke: #adb4bc }
        .hatch { stroke: #b9a5b3 }
        .stale { fill: #f3e6c4 }
        .clipped { fill: #b0478a }
        .rejected { stroke: #1b1f24 }

        """

    private static let darkColours = """
        .ground { fill: #14171a }
        .ink { fill: #e8eaed }
        .faint { fill: #9ea7b1 }
        .grid { stroke: #262b31 }
        .zero { stroke: #56606a }
        .line.x { stroke: #56b4e9 }
        .line.y { stroke: #e69f00 }
        .line.z { stroke: #00b986 }
        .line.euler { stroke: #656e78 }
        .hatch { stroke: #6d5567 }
        .stale { fill: #3a3220 }
        .clipped { fill: #cc79a7 }
        .rejected { stroke: #e8eaed }

        """
}
