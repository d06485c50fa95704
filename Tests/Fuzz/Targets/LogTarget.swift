import TiltCore

/// Logs: the first six bytes choose the options of the replay, the rest is the file.
enum LogTarget {
    /// Reads the bytes as they are.
    static func takeTiltlog(_ bytes: UnsafeBufferPointer<UInt8>) {
        var source = ByteSource(bytes)
        let subscription = ReplayOptions.subscription(&source)
        _ = read(source.remainder, subscription)
    }

    /// Puts the first line of neutral CSV before the bytes, but for every fourth input.
    static func takeCSV(_ bytes: UnsafeBufferPointer<UInt8>) {
        var source = ByteSource(bytes)
        let subscription = ReplayOptions.subscription(&source)
        let head = source.one(of: ["", "t,ax,ay,az\n", "t,ax,ay,az,gx,gy,gz\n", "# t,ax,ay,az,gx,gy,gz\r\n"])
        let text = Array(head.utf8) + Array(source.remainder)
        let header = text.withUnsafeBufferPointer { read($0, subscription) }
        if !head.isEmpty {
            expect(header?.sensor.kind == .log, "a CSV has the header \(header as LogHeader?)")
        }
    }

    /// Reads and replays a file to its end or the first error that ends it.
    private static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, _ subscription: Subscription
    ) -> LogHeader? {
        var reader = LogReader()
        var replay: CheckedReplay?
        let lines = LineStream.lines(of: bytes, chunk: bytes.count, limit: ProtocolVersion.longestLine)
        for (index, line) in lines.enumerated() {
            do throws(LogError) {
                let reading = try line.bytes.withUnsafeBufferPointer { (bytes) throws(LogError) in
                    try reader.read(bytes, number: index + 1)
                }
                if replay == nil, let header = reader.header {
                    LogCheck.check(header)
                    replay = CheckedReplay(header, subscription)
                }
                if let reading, let header = reader.header {
                    LogCheck.check(reading, of: header)
                    replay?.feed(reading)
                }
            } catch {
                expect(description: error.description, hint: error.hint)
                guard error.isSkippable else { return reader.header }
            }
        }
        replay?.finish()
        expect(reader.rows == replay?.readings ?? 0, "the reader counts other rows than it gave")
        do throws(LogError) { try reader.finish() } catch {
            expect(description: error.description, hint: error.hint)
        }
        return reader.header
    }
}
