import Foundation

/// golden.json beside this file: numbers worked out apart from this package, which the preview's page must give, too.
struct Golden: Decodable {
    struct SpringRow: Decodable, Sendable {
        var name: String
        var duration: Double
        var dampingRatio: Double
        var initialVelocity: Double
        var omega0: Double
        var stiffness: Double
        var damping: Double
        /// By milliseconds.
        var progress: [String: Double]
    }
    struct HeaderRow: Decodable, Sendable {
        var scale: Double
        var translateY: Double
        var labelY: Double?
        var blur: Double
        var avatar: Double
        var headerInFront: Bool
    }
    struct GridRow: Decodable, Sendable {
        var width: Double
        var count: Int
        /// x, y, width, height.
        var cells: [[Double]]
    }
    struct DismissRow: Decodable, Sendable {
        // swift-format-ignore: AlwaysUseLowerCamelCase
        var W: Double
        // swift-format-ignore: AlwaysUseLowerCamelCase
        var H: Double
        var kind: String
        var d: Double
        var progress: Double
        var ratio: Double
        var radius: Double?
        var closeAlpha: Double?
        var dismiss: Bool
    }

    var spring: [SpringRow]
    var header: [String: HeaderRow]
    var grid: [GridRow]
    var dismiss: [DismissRow]
    var downloadButton: [GoldenDownload]

    static func read() throws -> Golden {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "golden.json")
        return try JSONDecoder().decode(Golden.self, from: Data(contentsOf: file))
    }
}
