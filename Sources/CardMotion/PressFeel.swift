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

    /// As in the app this began with: a little late and bouncing.
    public static var seed: PressFeel {
        PressFeel(scale: 0.95, delay: 0.1, press: .press, release: .release)
    }

    /// As in the App Store: at once and calm.
    public static var appStore: PressFeel {
        PressFeel(scale: 0.96, delay: 0, press: .calmPress, release: .calmPress)
    }
}
