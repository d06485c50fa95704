/// One change of a ``DownloadButton``'s picture, in its turn.
public struct DownloadTransition: Equatable, Sendable {
    /// How a picture becomes another.
    public enum Style: Equatable, Sendable {
        /// From one frame to the next.
        case instant
        /// The pill shrinks to a circle at the button's side of alignment.
        case pillToCircle
        /// The circle grows to a pill.
        case circleToPill
        /// One ring fades into the other.
        case crossfade
    }

    /// What is drawn before.
    public let from: DownloadState
    /// What is drawn after.
    public let to: DownloadState
    /// When it begins, in seconds on the clock of whoever asked for it.
    public let begin: Double
    /// When it is over, in seconds on the same clock.
    public let end: Double

    /// How it is drawn; what is not listed in the original changes at once.
    public var style: Style { Self.style(from: from, to: to) }

    /// How much of it is over at `now`, 0 to 1, by CSS's `ease-in-out` to be drawn.
    public func fraction(at now: Double) -> Double {
        end > begin ? ((now - begin) / (end - begin)).limited(to: 0...1) : now < begin ? 0 : 1
    }

    static func style(from: DownloadState, to: DownloadState) -> Style {
        switch (from, to) {
        case (.startDownload, .pending), (.startDownload, .downloading): .pillToCircle
        case (.pending, .startDownload), (.downloading, .startDownload), (.downloading, .downloaded):
            .circleToPill
        case (.pending, .downloading): .crossfade
        case (.startDownload, _), (.pending, _), (.downloading, _), (.downloaded, _): .instant
        }
    }
}
