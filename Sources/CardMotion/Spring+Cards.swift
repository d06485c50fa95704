extension Spring {
    /// A card gives way under a finger: 1.5 % of the travel too far, 291 ms after the start.
    public static var press: Spring { Spring(duration: 0.5, dampingRatio: 0.8, initialVelocity: 0.2) }

    /// A card springs back: from .95 past 1.0127 after 113 ms.
    public static var release: Spring { Spring(duration: 0.5, dampingRatio: 0.4, initialVelocity: 0.2) }

    /// A card gives way at once and never too far, as in the App Store.
    public static var calmPress: Spring { Spring(duration: 0.5, dampingRatio: 1) }

    /// A card becomes a page and a page a card: 4.6 % too far, 380 ms after the start.
    public static var transition: Spring { Spring(duration: 0.85, dampingRatio: 0.7) }
}
