import Testing

@testable import LinuxSystem

@Suite struct `Socket path` {
    @Test(arguments: [
        ("/run/tiltshadow/tiltshadow.sock", "/run/tiltshadow"), ("/s", "/"), ("s", "."), ("a/s", "a"),
    ])
    func `has a directory`(path: String, directory: String) {
        #expect(SocketPath(path: path).directory == directory)
    }
}
