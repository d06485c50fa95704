/// How far a page is dragged closed, and how it is drawn.
public struct DismissPose: Equatable, Sendable {
    /// 0 is open; .18 closes the page.
    public let progress: Double

    /// The page's scale, no unit.
    public var ratio: Double { 1 - progress }
    /// The radius of the page's corners, in points: 16 where it closes.
    public var cornerRadius: Double { progress * 16 / 0.18 }
    /// The opacity of the close button, 0 to 1.
    public var closeButtonOpacity: Double { (1 - cornerRadius / 16).limited(to: 0...1) }
    /// Whether the page closes without waiting for the finger to be lifted.
    public var isPastThreshold: Bool { ratio <= 0.82 }

    /// A page at rest.
    public static var open: DismissPose { DismissPose(progress: 0) }
}
