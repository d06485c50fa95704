/// Buffers for lines whose end has not come, lent to connections for just as long.
///
/// Ten thousand connections that have said nothing, or whole lines alone, hold none. Those that are given back are kept
/// for the next, up to a number.
struct LinePool {
    private static let most = 16
    private var free: [[UInt8]] = []

    /// An empty buffer.
    mutating func take() -> [UInt8] { free.popLast() ?? [] }

    /// Takes a buffer back.
    mutating func give(_ buffer: consuming [UInt8]) {
        guard free.count < Self.most else { return }
        buffer.removeAll(keepingCapacity: true)
        free.append(buffer)
    }
}
