import TiltCore

/// A settings file; each of its lines is tried as an assignment of the command line, too.
enum SettingsTarget {
    static func take(_ bytes: UnsafeBufferPointer<UInt8>) {
        let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
        do throws(SettingsErrors) {
            var layers = LayeredSettings()
            try layers.read(Array(bytes), file: "fuzz.conf")
            check(layers)
        } catch {
            let most = SettingsReader.maximumErrors + 1
            expect(!error.list.isEmpty && error.list.count <= most, "\(error.list.count) errors")
            for error in error.list {
                check(error)
                expect((1...max(1, lines.count)).contains(error.place.line ?? 1), "no such line: \(error)")
            }
        }
        for (index, line) in lines.prefix(16).enumerated() {
            var layers = LayeredSettings()
            do throws(SettingsError) {
                try layers.apply(String(decoding: line, as: UTF8.self), option: "--set")
                if index == 0 { check(layers) }
            } catch {
                check(error)
                expect(layers == LayeredSettings(), "a refused assignment changed something")
            }
        }
    }

    /// What was read is written as a file that reads as the same.
    private static func check(_ layers: LayeredSettings) {
        let settings = layers.settings
        let text = layers.effectiveText()
        do throws(SettingsErrors) {
            let again = try SettingsReader.read(Array(text.utf8), file: "effective")
            expect(again == settings, "the effective file says something else: \(text)")
        } catch {
            fatalError("the effective file is refused: \(error.description)")
        }
        expect(settings.shadow.gain.isFinite && settings.motion.beta.isFinite, "not finite")
    }

    private static func check(_ error: SettingsError) {
        let text = error.description
        expect(!text.isEmpty && text.utf8.count < 600, "\(text.utf8.count) bytes of words: \(text)")
        expect(
            !text.utf8.contains { $0 < 32 || $0 == 127 }, "a control character reaches the terminal: \(text)")
        expect(error.hint?.isEmpty != true, "an empty hint for \(text)")
    }
}
