import LinuxSystem
import Testing

@Suite struct `Journal level` {
    @Test func `is ordered from debug to error`() {
        #expect(JournalLevel.allCases.sorted() == [.debug, .info, .warning, .error])
    }
}
