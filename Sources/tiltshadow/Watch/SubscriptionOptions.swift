import ArgumentParser
import TiltCore

/// What a watcher asks of the daemon; what is not given stays at the daemon's defaults.
///
/// What a name means and what its value may be stands in ``SubscribeOption``.
struct SubscriptionOptions: ParsableArguments {
    @Option("rate_hz") var rate: String?
    @Option("phase_ns") var phase: String?
    @Option("gain") var gain: String?
    @Option("mapping") var mapping: String?
    @Option("limit") var limit: String?
    @Option("reference") var reference: String?
    @Option("display_rotation") var displayRotation: String?
    @Option("rotation") var rotation: String?
    @Flag("moves") var moves: Bool?
    @Option("include") var include: [String] = []
    @Option("when") var when: String?
    @Option("lookahead_ms") var lookahead: String?
    @Flag("yaw_assist") var yawAssist: Bool?
    @Flag("strict") var strict: Bool?

    /// What was given, by the keys of the protocol, in their order.
    var given: [(key: String, text: String?)] {
        [
            ("rate_hz", rate), ("phase_ns", phase), ("gain", gain), ("mapping", mapping), ("limit", limit),
            ("reference", reference), ("display_rotation", displayRotation),
            ("rotation", rotation), ("moves", moves?.description),
            ("include", include.isEmpty ? nil : include.joined(separator: ",")), ("when", when),
            ("lookahead_ms", lookahead), ("yaw_assist", yawAssist?.description),
            ("strict", strict?.description),
        ]
    }

    func validate() throws(ValidationError) {
        _ = try readChange()
        for (key, text) in given {
            guard let text, let option = SubscribeOption.named(key) else { continue }
            if let warning = option.warning(of: text, option: "--" + option.longName) {
                Diagnostics.note(warning)
            }
        }
    }

    /// What was asked for; nothing where that was refused, which ``validate()`` has said by then.
    var change: SubscriptionChange { (try? readChange()) ?? SubscriptionChange() }

    private func readChange() throws(ValidationError) -> SubscriptionChange {
        var change = SubscriptionChange()
        for (key, text) in given {
            guard let text, let option = SubscribeOption.named(key) else { continue }
            do throws(ControlError) { try change.set(option, to: text) } catch {
                throw ValidationError("--\(option.longName): \(error.description)")
            }
        }
        return change
    }
}

extension Option<String?> {
    /// An option of ``SubscribeOption/all``; a value that begins with a dash is a value, too.
    fileprivate init(_ key: String) {
        let option = SubscribeOption.named(key)
        self.init(
            name: .customLong(option?.longName ?? key), parsing: .unconditional,
            help: ArgumentHelp(subscribe: option),
            completion: option.flatMap { $0.words.isEmpty ? nil : .list($0.words) })
    }
}

extension Option<[String]> {
    /// The same for one that may be repeated.
    fileprivate init(wrappedValue: [String], _ key: String) {
        let option = SubscribeOption.named(key)
        self.init(
            wrappedValue: wrappedValue, name: .customLong(option?.longName ?? key),
            help: ArgumentHelp(subscribe: option),
            completion: option.flatMap { $0.words.isEmpty ? nil : .list($0.words) })
    }
}

extension Flag<Bool?> {
    /// An option of ``SubscribeOption/all`` that is true or false.
    fileprivate init(_ key: String) {
        let option = SubscribeOption.named(key)
        self.init(
            name: .customLong(option?.longName ?? key), inversion: .prefixedNo,
            help: ArgumentHelp(option?.meaning ?? ""))
    }
}

extension String {
    /// The same, as a sentence begins.
    fileprivate var asSentence: String { String(prefix(1)).uppercased() + String(dropFirst()) }
}

extension SubscribeOption {
    fileprivate var isList: Bool { if case .words = kind { true } else { false } }
}

extension ArgumentHelp {
    /// What the table says of an option.
    fileprivate init(subscribe option: SubscribeOption?) {
        self.init(
            option.map {
                "\($0.meaning) \($0.expectation.asSentence)" + ($0.isList ? ", with a comma between." : ".")
            } ?? "",
            valueName: option.map {
                $0.unit.isEmpty ? $0.longName : $0.unit.split(separator: " ")[0].lowercased()
            })
    }
}
