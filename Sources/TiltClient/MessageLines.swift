import TiltCore

extension LineSplitter {
    /// Hands the lines of `bytes` to `body`, but for the empty ones, until it throws.
    ///
    /// - Throws: what `body` throws; ``ClientError/notTiltshadow(firstLine:)`` where a line is longer than the protocol has
    ///   any, without waiting for its end, which may never come.
    mutating func takeMessages(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ body: (UnsafeBufferPointer<UInt8>) throws(ClientError) -> Void
    ) throws(ClientError) {
        var failure: ClientError?
        func take(_ line: Line) -> Bool {
            switch line {
            case .tooLong(let start): failure = .notTiltshadow(firstLine: Greeting.start(of: start))
            case .whole(let message):
                guard !message.isEmpty else { return true }
                do throws(ClientError) { try body(message) } catch { failure = error }
            }
            return failure == nil
        }
        feed(bytes, take)
        if failure == nil, isSkipping { flush(take) }
        if let failure { throw failure }
    }
}
