import Testing
import TiltCore

@Suite struct `The settings` {
    @Test func `have the defaults of the engine and of a subscription`() {
        #expect(Settings().engineParameters == TiltEngine.Parameters())
        #expect(Settings().subscription == Subscription())
    }

    @Test func `reach the engine and the subscription, each key by itself`() throws {
        let engineKeys = SettingsTable.all.filter { $0.section == .motion || $0.key == "stale_after_ms" }
        let asides = ["blur_px", "opacity"]
        let shadowKeys = SettingsTable.all.filter { $0.section == .shadow && !asides.contains($0.key) }
        for setting in engineKeys {
            let settings = try changed(setting)
            #expect(settings.engineParameters != TiltEngine.Parameters(), "\(setting.name)")
        }
        for setting in shadowKeys {
            let settings = try changed(setting)
            #expect(settings.subscription != Subscription(), "\(setting.name)")
        }
    }

    @Test(arguments: [
        ("shadow.gain=-20", "-20"), ("sensor.hold_s= 0", "0"), ("socket.mode=0600", "0600"),
        ("socket.mode=777", "0777"), ("shadow.base=1.5,-2", "1.5, -2"),
        ("shadow.mapping=projection", "projection"),
        ("sensor.mount_matrix=0,1,0;-1,0,0;0,0,1", "0,1,0;-1,0,0;0,0,1"), ("sensor.mount_matrix=", ""),
        ("sensor.raw_sign=-1", "-1"), ("sensor.raw_sign=auto", "auto"), ("sensor.accel_scale=0", "0"),
        ("sensor.accel_scale=0.009576806", "0.009576806"), ("shadow.display_rotation=270", "270"),
        ("socket.path=/run/a=b.sock", "/run/a=b.sock"), ("log.level=debug", "debug"),
        ("shadow.opacity=5e-1", "0.5"), ("socket.max_subscribers=4096", "4096"),
    ])
    func `take an assignment of the command line`(assignment: String, text: String) throws {
        var settings = Settings()
        try settings.apply(assignment, option: "--set")
        let setting = SettingsTable.all.first { assignment.hasPrefix($0.name + "=") }
        #expect(setting?.text(in: settings) == text)
    }

    @Test func `put each value where its name says`() throws {
        var settings = Settings()
        try settings.apply("sensor.matrix_convention=hid", option: "--set")
        try settings.apply("sensor.mount_matrix=0,1,0;-1,0,0;0,0,1", option: "--set")
        try settings.apply("motion.estimator=low-pass", option: "--set")
        #expect(settings.sensor.matrixConvention == .hid)
        #expect(settings.sensor.mountMatrix?.description == "0,1,0;-1,0,0;0,0,1")
        #expect(settings.motion.estimator == .lowPass)
    }

    @Test(arguments: [
        ("shadow.gain", "--set: \"shadow.gain\" is not a setting, expected key = value"),
        ("gain=3", "--set: \"gain\" stands in no section; gain belongs to [shadow]"),
        ("shadw.gain=3", "--set: unknown section [shadw]; did you mean [shadow]?"),
        ("shadow.gian=3", "--set: unknown key \"gian\" in [shadow]; did you mean gain?"),
        ("sensor.gain=3", "--set: unknown key \"gain\" in [sensor]; it belongs to [shadow]"),
        (
            "shadow.gain=x",
            "--set: shadow.gain = \"x\": expected a number from -1000 to 1000, in points per radian"
        ),
    ])
    func `refuse an assignment and stay as they were`(assignment: String, message: String) {
        var settings = Settings()
        let error = #expect(throws: SettingsError.self) { try settings.apply(assignment, option: "--set") }
        #expect(error?.description == message)
        #expect(settings == Settings())
    }

    /// The defaults with one key set to a value that is not its default.
    private func changed(_ setting: Setting) throws -> Settings {
        let candidates = ["7", "41", "low-pass", "projection", "relative", "90", "yes", "1, 2"]
        for text in candidates {
            var settings = Settings()
            do { try settings.apply("\(setting.name)=\(text)", option: "--set") } catch { continue }
            if settings != Settings() { return settings }
        }
        Issue.record("no candidate changes \(setting.name)")
        return Settings()
    }
}
