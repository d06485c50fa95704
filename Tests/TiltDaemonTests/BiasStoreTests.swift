import Foundation
import Testing
import TiltCore
import TiltDaemon

@Suite struct `Bias store` {
    private let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
        "tiltshadow-bias-\(UUID().uuidString)")

    private func withStore(_ body: (BiasStore) throws -> Void) throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try body(BiasStore(directory: directory.path))
    }

    @Test func `gives back what was kept for a device, and nothing for another`() throws {
        try withStore { store in
            try store.save(AngularRate(x: 0.01, y: -0.002, z: 1e-9), of: "iio-buffer:accel_3d:../x")
            #expect(store.load("iio-buffer:accel_3d:../x") == AngularRate(x: 0.01, y: -0.002, z: 1e-9))
            #expect(store.load("evdev:other") == .zero)
            let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            #expect(names == ["bias-iio-buffer_accel_3d_.._x"])
        }
    }

    @Test(arguments: ["", "1", "a b c", "9 9 9 rad/s", "nan 0 0", "\u{0}\u{1}\u{2}"])
    func `takes a broken file as no hint`(text: String) throws {
        try withStore { store in
            try text.write(
                to: directory.appendingPathComponent("bias-d"), atomically: true, encoding: .utf8)
            #expect(store.load("d") == .zero)
        }
    }

    /// Opened, it would keep the daemon for ever.
    @Test func `takes a pipe in the place of a file as no hint`() throws {
        try withStore { store in
            #expect(mkfifo(directory.appendingPathComponent("bias-d").path, 0o600) == 0)
            #expect(store.load("d") == .zero)
        }
    }

    @Test func `keeps nothing without a directory`() throws {
        let store = BiasStore(directory: nil)
        try store.save(AngularRate(x: 1e-3, y: 0, z: 0), of: "d")
        #expect(store.load("d") == .zero)
    }
}
