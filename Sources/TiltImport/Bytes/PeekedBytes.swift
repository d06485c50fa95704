/// A source whose beginning can be looked at before it is read.
final class PeekedBytes: ByteSource {
    /// What was looked at.
    private(set) var start: [UInt8] = []
    /// True where the source has no more than ``start``.
    private(set) var isWhole = false

    /// True where lines end in CR alone, as spreadsheets on old Macs write them; each is handed out as LF.
    private(set) var endsLinesInCR = false

    private let source: any ByteSource
    private var isStartPending = true
    /// What ended the looking; thrown where those bytes have been read, which may be of use without the rest.
    private var failure: ImportError?
    /// The source hands out each piece only until the next call, so those looked at are kept here.
    private var room = ByteRoom(count: 1)

    /// True where the source is what came out of packed bytes.
    let isUnpacked: Bool

    init(_ source: any ByteSource, isUnpacked: Bool = false) {
        self.source = source
        self.isUnpacked = isUnpacked
    }

    /// Reads on while `isLacking` says so, the source goes on, and fewer than `limit` bytes are there: a pipe that is
    /// written slowly is not waited for longer than it must be.
    func read(atMost limit: Int, while isLacking: ([UInt8]) -> Bool) throws(ImportError) {
        while !isWhole, start.count < limit, isLacking(start) {
            do throws(ImportError) {
                guard let piece = try source.next() else {
                    isWhole = true
                    return
                }
                start += piece
            } catch {
                guard !start.isEmpty, Self.isOfPacking(error) else { throw error }
                (failure, isWhole) = (error, true)
            }
        }
    }

    private static func isOfPacking(_ error: ImportError) -> Bool {
        switch error {
        case .packed, .cutOff: true
        default: false
        }
    }

    /// The lines of ``start``; of one that is not whole, the last is left out, as it may go on.
    var lines: [ArraySlice<UInt8>] {
        let lines = start.split(separator: 0x0a, omittingEmptySubsequences: false)
        return isWhole ? lines : lines.dropLast()
    }

    /// Looks how lines end in a text of which a start was read.
    func findLineEnds() {
        guard start.contains(0x0d), !start.contains(0x0a), !start.contains(0) else { return }
        endsLinesInCR = true
        start = start.map { $0 == 0x0d ? 0x0a : $0 }
    }

    func next() throws(ImportError) -> UnsafeBufferPointer<UInt8>? {
        guard isStartPending, !start.isEmpty else { return try later() }
        isStartPending = false
        room = ByteRoom(count: start.count)
        _ = room.bytes.update(fromContentsOf: start)
        return room.first(start.count)
    }

    /// The next piece behind the start.
    private func later() throws(ImportError) -> UnsafeBufferPointer<UInt8>? {
        if let failure {
            self.failure = nil
            throw failure
        }
        guard let piece = try source.next() else { return nil }
        guard endsLinesInCR else { return piece }
        if room.bytes.count < piece.count { room = ByteRoom(count: piece.count) }
        _ = room.bytes.update(fromContentsOf: piece.lazy.map { $0 == 0x0d ? 0x0a : $0 })
        return room.first(piece.count)
    }
}
