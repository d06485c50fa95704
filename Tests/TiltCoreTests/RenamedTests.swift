import Foundation
import Testing

@testable import TiltCore

@Suite struct `Words of settings that have changed` {
    private static let renamed = Renamed([
        .init("shadow.blur", now: "shadow.blur_px"), .init("sensor.level", now: "log.level"),
        .init("flat", now: "tilt", of: "shadow.mapping"), .init("loud", now: "debug", of: "log.level"),
    ])

    private func read(_ text: String) throws -> LayeredSettings {
        var layers = LayeredSettings(renamed: Self.renamed)
        try layers.read(Array(text.utf8), file: "t.conf")
        return layers
    }

    @Test(arguments: [
        (
            "[shadow]\nblur = 3", "shadow.blur_px", "3",
            ["t.conf:2: \"shadow.blur\" is called \"shadow.blur_px\" now"]
        ),
        ("[shadow]\nmapping = flat", "shadow.mapping", "tilt", ["t.conf:2: \"flat\" is called \"tilt\" now"]),
        (
            "[sensor]\nlevel = info", "log.level", "info",
            ["t.conf:2: \"sensor.level\" is called \"log.level\" now"]
        ),
        (
            "[sensor]\nlevel = loud", "log.level", "debug",
            [
                "t.conf:2: \"sensor.level\" is called \"log.level\" now",
                "t.conf:2: \"loud\" is called \"debug\" now",
            ]
        ),
        ("[shadow]\nmapping = projection\nblur_px = 3", "shadow.blur_px", "3", []),
    ])
    func `are read as those of today, with a warning that has both`(
        text: String, key: String, value: String, warnings: [String]
    ) throws {
        let layers = try read(text)
        let setting = try #require(SettingsTable.all.first { $0.name == key })
        #expect(setting.text(in: layers.settings) == value)
        #expect(layers.place(of: setting)?.source == "t.conf")
        #expect(layers.warnings == warnings.map { $0 + ", and read as that; write the new word" })
    }

    @Test func `are read in an assignment`() throws {
        var layers = LayeredSettings(renamed: Self.renamed)
        try layers.apply("shadow.blur=7", option: "--set")
        try layers.apply("shadow.mapping=flat", option: "--set")
        #expect(layers.settings.shadow.blurPx == 7 && layers.settings.shadow.mapping == .tilt)
        #expect(layers.warnings.count == 2 && layers.warnings.allSatisfy { $0.hasPrefix("--set: \"") })
    }

    @Test(arguments: [
        ("[shadow]\nblur = 3\nblur_px = 4", "t.conf:3: shadow.blur_px was set on line 2 already"),
        (
            "[shadow]\nblur = x",
            "t.conf:2: shadow.blur_px = \"x\": expected a number from 0 to 1000, in points"
        ),
        // A word is a value of its own key alone.
        (
            "[shadow]\nreference = flat",
            "t.conf:2: shadow.reference = \"flat\": expected absolute, relative or startup"
        ),
    ])
    func `are no way round what is wrong`(text: String, message: String) {
        let errors = #expect(throws: SettingsErrors.self) { try read(text) }
        #expect(errors?.list.first?.description == message)
    }

    @Test func `are none of today's, and have one of today's in their place`() {
        let keys = SettingsTable.all.map(\.name)
        for word in Renamed.all.words where word.key == nil {
            #expect(!keys.contains(word.old) && keys.contains(word.new), "\(word)")
        }
        for word in Renamed.all.words {
            guard let setting = SettingsTable.all.first(where: { $0.name == word.key }) else { continue }
            #expect(!setting.choices.contains(word.old) && setting.choices.contains(word.new), "\(word)")
        }
        for word in Renamed.all.words {
            #expect(Renamed.all.words.count { $0.old == word.old && $0.key == word.key } == 1, "\(word)")
        }
    }

    @Test func `have the mapping by Euler angles among them`() throws {
        var layers = LayeredSettings()
        try layers.read(Array("[shadow]\nmapping = seed".utf8), file: "t.conf")
        #expect(layers.settings.shadow.mapping == .euler)
        #expect(layers.warnings.count == 1)
        let option = try #require(SubscribeOption.named("mapping"))
        #expect(
            option.warning(of: "seed", option: "--mapping")
                == "--mapping: \"seed\" is called \"euler\" now, and read as that; write the new word")
        #expect(option.warning(of: "euler", option: "--mapping") == nil)
        #expect(option.warning(of: "sphere", option: "--mapping") == nil)
    }

    @Test func `do not keep a file of 0.1.0 from being read`() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Packages/old/tiltshadow.conf").standardized
        let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n").map(String.init)
        var layers = LayeredSettings()
        var (count, read) = (0, 0)
        // Every key at its default, and at each other word that it could be.
        var section = "", words: [String] = []
        for line in lines {
            if line.hasPrefix("[") { section = line }
            if line.hasPrefix("# Value: ") {
                let list = line.dropFirst("# Value: ".count).prefix { $0 != "." }.replacing(
                    ", in degrees", with: "")
                words =
                    list.contains(" or ") && !list.contains("number") && !list.contains("nothing")
                    ? list.replacing(" or ", with: ", ").components(separatedBy: ", ") : []
            }
            guard line.hasPrefix("#"), let first = line.dropFirst().first, first.isLetter else { continue }
            count += 1
            let key = line.dropFirst().prefix { $0 != "=" }
            for text in [String(line.dropFirst())] + words.map({ key + "= " + $0 }) {
                try layers.read(Array("\(section)\n\(text)\n".utf8), file: text)
                read += 1
            }
            words = []
        }
        #expect(count == 33)
        #expect(read == 33 + 26)
    }
}
