import LinuxSystem
import TiltCore
import TiltDaemon
import TiltSensors

/// Makes the world that a session begins with, and does in it what the session says.
struct Stage {
    let world: World
    private var processes: Int32 = 100

    /// The daemon's own user where a session says nothing.
    private static let daemonUser: UInt32 = 900

    init(_ session: Session, _ carriage: Carriage? = nil) throws {
        var (settings, sensors, recording) = (Settings(), [VirtualSensor](), VirtualRecording?.none)
        var (limits, user, rereads, hotplug) = (RecordLimits(), Self.daemonUser, true, true)
        for line in session.beginnings {
            switch line.who {
            case "sensor":
                let parts = line.what.split(separator: ":", maxSplits: 1).map { $0.trimmed }
                var sensor = VirtualSensor(name: parts.first ?? "")
                for word in (parts.count > 1 ? parts[1] : "").split(separator: ",") {
                    try sensor.begin(word.trimmed, line: line.line)
                }
                sensors.append(sensor)
            case "settings": settings = try Self.settings(line.what, line.text, line: line.line)
            case "recording":
                let words = line.what.split(separator: " ").map(String.init)
                recording = VirtualRecording(path: words.first ?? "-")
                if words.count >= 3, words[1] == "of" { limits.bytes = RecordLimits.bytes(parsing: words[2]) }
                if words.count == 5, words[3] == "keeping" { limits.files = Int(words[4]) ?? 1 }
            case "without" where line.what == "hotplug": hotplug = false
            case "without" where line.what == "settings": rereads = false
            case "daemon" where line.what.hasPrefix("runs as uid "):
                user = UInt32(try Words.number(String(line.what.dropFirst(12)), line: line.line))
            default:
                throw SessionError(
                    line: line.line, "a session does not begin with `\(line.who) \(line.what)`")
            }
        }
        let setup = DaemonCore.Setup(
            settings: settings, userID: user,
            recording: recording.map { (path: $0.path, limits: limits) }, rereadsSettings: rereads,
            hasHotplug: hotplug)
        world = World(setup, sensors: sensors, recording: recording, carriage: carriage)
    }

    private static func settings(_ words: String, _ text: [String], line: Int) throws -> Settings {
        if !text.isEmpty {
            do throws(SettingsErrors) {
                return try SettingsReader.read(
                    Array(text.joined(separator: "\n").utf8), file: "tiltshadow.conf")
            } catch {
                throw SessionError(line: line, error.list.map(\.description).joined(separator: "; "))
            }
        }
        var settings = Settings()
        for word in words.split(separator: " ") {
            do throws(SettingsError) { try settings.apply(String(word), option: "--set") } catch {
                throw SessionError(line: line, error.description)
            }
        }
        return settings
    }

    /// Does one thing at the world's present instant.
    mutating func act(_ step: Session.Step) throws {
        let (what, line) = (step.what, step.line)
        if let sensor = world.sensors.firstIndex(where: { $0.name == step.who }) {
            try actOnSensor(sensor, what, line: line)
        } else {
            switch step.who {
            case "end", "time": return
            case "settings": try changeSettings(step)
            case "daemon": try actOnDaemon(what, line: line)
            case "machine":
                guard what.hasPrefix("sleeps ") else { throw SessionError(line: line, "a machine sleeps") }
                world.happen(
                    .wokeUp(after: Int64(try Words.number(String(what.dropFirst(7)), line: line) * 1e9)))
            case "hotplug":
                world.happen(.hotplug(what == "overruns" ? .overrun : what == "tells" ? .changed : .nothing))
            case "recording": try actOnRecording(what, line: line)
            case "looks":
                guard what.hasPrefix("take ") else { throw SessionError(line: line, "looks take S") }
                world.lookTakes = Int64(try Words.number(String(what.dropFirst(5)), line: line) * 1e9)
            case "pages": try actOnPages(what, line: line)
            case "front": try actOnFront(what, line: line)
            default: try actOnSubscriber(step.who, what, line: line)
            }
        }
        world.settle()
    }

    private func changeSettings(_ step: Session.Step) throws {
        if step.what == "cannot be read" {
            world.settingsFile = nil
        } else {
            do {
                let words = step.what.hasPrefix("reloaded") ? String(step.what.dropFirst(8)) : step.what
                world.settingsFile = try Self.settings(words, step.text, line: step.line)
            } catch let error as SessionError where !step.text.isEmpty {
                // The shell says it, and the core hears that there are none.
                world.settingsFile = nil
                world.hear("journal", "error: \(error.message)")
            }
        }
        world.happen(.signal(.hangUp))
    }

    private func actOnDaemon(_ what: String, line: Int) throws {
        let (word, rest) = what.firstWord
        switch word {
        case "SIGTERM": world.happen(.signal(.terminate))
        case "SIGINT": world.happen(.signal(.interrupt))
        case "SIGQUIT": world.happen(.signal(.quit))
        case "SIGHUP": world.happen(.signal(.hangUp))
        case "stalls": world.stall(Int64(try Words.number(rest, line: line) * 1e9))
        case "breaks:":
            world.happen(.broken(SystemError("epoll_wait", errno: try Words.errno(rest, line: line))))
        default: throw SessionError(line: line, "the daemon does not do `\(what)`")
        }
    }

    private func actOnRecording(_ what: String, line: Int) throws {
        switch what {
        case "is full": world.recording?.trouble = .fails(try Words.errno("ENOSPC", line: line))
        case "is behind": world.recording?.trouble = .isBehind
        case "keeps up": world.recording?.trouble = .none
        case "is there already": world.recording?.trouble = .exists
        default:
            guard what.hasPrefix("fails: ") else {
                throw SessionError(line: line, "a recording does not do `\(what)`")
            }
            world.recording?.trouble = .fails(try Words.errno(String(what.dropFirst(7)), line: line))
        }
    }

    private func actOnPages(_ what: String, line: Int) throws {
        switch what {
        case "can be made": world.pages.error = nil
        case "cannot be passed": world.pages.arePassed = false
        default:
            guard what.hasPrefix("cannot be made: ") else {
                throw SessionError(line: line, "pages can be made, or cannot be, and do not do `\(what)`")
            }
            let number = try Words.errno(String(what.dropFirst(16)), line: line)
            world.pages.error = SystemError("memfd_create", errno: number)
        }
    }

    private func actOnFront(_ what: String, line: Int) throws {
        let (word, rest) = what.firstWord
        guard ["gains", "loses"].contains(word), rest.hasPrefix("uid ") else {
            throw SessionError(line: line, "the front gains or loses a uid, and does not do `\(what)`")
        }
        let user = UInt32(try Words.number(String(rest.dropFirst(4)), line: line))
        world.happen(.presence(user: user, isPresent: word == "gains"))
    }

    private func actOnSensor(_ sensor: Int, _ what: String, line: Int) throws {
        switch what {
        case "is unplugged", "vanishes", "is plugged in":
            world.sensors[sensor].isPlugged = what == "is plugged in"
            if what != "vanishes" { world.happen(.hotplug(.changed)) }
        default:
            guard try world.sensors[sensor].change(what, line: line) else {
                throw SessionError(line: line, "a sensor does not do `\(what)`")
            }
        }
    }

    private mutating func actOnSubscriber(_ name: String, _ what: String, line: Int) throws {
        let (word, rest) = what.firstWord
        if word == "connects" || word == "connects," { return try connect(name, rest, line: line) }
        guard let index = world.subscribers.firstIndex(where: { $0.name == name }) else {
            throw SessionError(line: line, "\(name) has not connected")
        }
        switch (word, rest) {
        case ("sends", _): world.subscribers[index].sent += Array(try Words.quoted(rest, line: line).utf8)
        case ("stops", "reading"): world.subscribers[index].isReading = false
        case ("reads", ""):
            world.subscribers[index].isReading = true
            world.subscribers[index].room = nil
            world.subscribers[index].hasMemory = true
            world.read(index)
        case ("reads", "once"):
            world.subscribers[index].room = nil
            world.read(index)
        case ("takes", "no memory"): world.subscribers[index].hasMemory = false
        case ("takes", _) where rest.hasSuffix(" bytes"):
            world.subscribers[index].isReading = false
            world.subscribers[index].room = Int(try Words.number(String(rest.dropLast(6)), line: line))
        case ("says", "no more"): world.subscribers[index].hasSaidAll = true
        case ("hears", "no more"): world.subscribers[index].hears = false
        case ("leaves", ""):
            world.subscribers[index].hears = false
            world.subscribers[index].hasLeft = true
        case ("passes", "descriptors"): world.happen(.passedDescriptors(world.subscribers[index].connection))
        default:
            guard what.hasPrefix("{") else {
                throw SessionError(line: line, "a subscriber does not do `\(what)`")
            }
            world.subscribers[index].sent += Array(what.utf8) + [UInt8(ascii: "\n")]
        }
    }

    private mutating func connect(_ name: String, _ words: String, line: Int) throws {
        processes += 1
        var (pid, uid, command) = (processes, UInt32(1000), String?.some(name))
        var (isKnown, mayHaveRaw, isReading) = (true, false, true)
        var standing = Peer.Standing.trusted
        for word in words.split(separator: ",").map({ $0.trimmed }) {
            switch word {
            case "as root": uid = 0
            case "sandboxed": (pid, command) = (0, nil)
            case "unknown": (isKnown, command) = (false, nil)
            case "with raw": mayHaveRaw = true
            case "not reading": isReading = false
            case "in front": standing = .present
            case "of the group": standing = .entitled
            case "a stranger": standing = .stranger
            default:
                guard word.hasPrefix("as uid ") else {
                    throw SessionError(line: line, "nobody connects `\(word)`")
                }
                uid = UInt32(try Words.number(String(word.dropFirst(7)), line: line))
            }
        }
        let credentials = PeerCredentials(pid: pid, uid: uid, gid: uid)
        world.connect(
            name,
            Peer(
                credentials: isKnown ? credentials : nil, command: command, mayHaveRaw: mayHaveRaw,
                standing: standing),
            isReading: isReading)
    }
}
