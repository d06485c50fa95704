import Testing

@testable import TiltDaemon

@Suite struct `Record limits` {
    @Test(arguments: [
        ("4096", 4096), ("4k", 4096), ("10M", 10_485_760), ("10m", 10_485_760), ("2G", 2_147_483_648),
        ("500K", 512_000), ("4095", nil), ("3k", nil), ("0", nil), ("-5M", nil), ("", nil), ("M", nil),
        ("1.5M", nil), ("10MB", nil), ("10 M", nil), ("+5M", nil), ("99999999999999999999", nil),
        ("9999999999999G", nil),
    ])
    func `are read with k, M and G`(text: String, bytes: Int?) {
        #expect(RecordLimits.bytes(parsing: text) == bytes)
    }

    @Test(arguments: [
        ("2", 2), ("1000", 1000), ("1", nil), ("0", nil), ("-2", nil), ("1001", nil), ("x", nil), ("+5", nil),
        ("", nil),
        (" 5", nil), ("99999999999999999999", nil),
    ])
    func `keep from two to a thousand files`(text: String, files: Int?) {
        #expect(RecordLimits.files(parsing: text) == files)
    }

    @Test(arguments: [
        (RecordLimits(), "-", true), (RecordLimits(bytes: 4096), "-", true),
        (RecordLimits(bytes: 4096, files: 3), "log", true), (RecordLimits(bytes: 4096, files: 3), "-", false),
        (RecordLimits(files: 3), "log", false),
    ])
    func `rotate files, by their size`(limits: RecordLimits, path: String, isRight: Bool) {
        #expect((limits.refusal(to: path) == nil) == isRight)
    }
}
