/// How a card gives way under a finger.
public struct PressFeel: Equatable, Sendable {
    /// The scale of a card that is held, no unit.
    public let scale: Double
    /// How long a finger must rest before the card gives way, in seconds.
    public let delay: Double
    /// How the card gives way.
    public let press: Spring
    /// How it comes back.
    public let release: Spring

    /// A little late, and bouncing back.
    public static var bouncing: PressFeel {
        PressFeel(scale: 0.95, delay: 0.1, press: .press, release: .release)
    }

    /// The name of ``bouncing`` in 0.1.0.
    @available(*, deprecated, renamed: "bouncing")
    public static var seed: PressFeel { bouncing }

    /// As in the App Store: at once and calm.
    public static var appStore: PressFeel {
        PressFeel(scale: 0.96, delay: 0, press: .calmPress, release: .calmPress)
    }
}
