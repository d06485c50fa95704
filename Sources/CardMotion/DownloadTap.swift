/// What a tap on a ``DownloadButton`` asks for.
public enum DownloadTap: Equatable, Sendable {
    /// Begin the download; the button already waits.
    case start
    /// End the download; the button already offers it again.
    case stop
    /// Open what was downloaded.
    case open
}
