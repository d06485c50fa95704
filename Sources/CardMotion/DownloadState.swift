/// The states of a ``DownloadButton``.
public enum DownloadState: String, CaseIterable, Sendable {
    /// A pill that says GET.
    case startDownload
    /// A ring with a gap that turns: somebody is asked.
    case pending
    /// A ring that fills, around a square that stops it.
    case downloading
    /// A pill that says OPEN.
    case downloaded
}
