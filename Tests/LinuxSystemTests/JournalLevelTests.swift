import LinuxSystem
import Testing

@Suite struct `Journal level` {
    @Test(arguments: JournalLevel.allCases) func `is found by its name`(level: JournalLevel) {
        #expect(JournalLevel(name: level.name) == level)
    }

    @Test(arguments: ["", "Warning", "notice"]) func `is not found by another`(name: String) {
        #expect(JournalLevel(name: name) == nil)
    }

    @Test func `is ordered from debug to error`() {
        #expect(JournalLevel.allCases.sorted() == [.debug, .info, .warning, .error])
    }
}
