import LinuxSystem
import TiltCore
import TiltDaemon
import TiltSensors

/// The daemon's core: the input is a list of events, and what becomes of their effects.
enum CoreTarget {
    static func take(_ bytes: UnsafeBufferPointer<UInt8>) {
        var world = CoreWorld(ByteSource(bytes))
        var steps = 0
        while !world.source.isEmpty, steps < 400 {
            world.step()
            steps += 1
        }
        world.end()
    }
}

/// What the core has to do with: subscribers whose sockets take what the input says, and sensors that obey it.
struct CoreWorld: ~Copyable {
    private struct Person {
        var connection: Connection
        var isOpen = true
        var isBlocked = false
        /// What it has got of the line that is not whole yet.
        var line: [UInt8] = []
        var hasHello = false
        var sequence: Int64 = 0
    }

    var source: ByteSource
    private var core: DaemonCore
    private var effects: [DaemonEffect] = []
    private var now: Int64 = 1_000_000_000_000
    private var period: Int64 = 0
    private var people: [Person] = []
    private var generation: UInt32 = 0
    private var sensors: [SensorID] = []
    private var opening: [SensorID] = []
    private var hasStopped = false

    private static let description = SensorDescription(
        id: "fuzz", name: "fuzz", kind: .evdev, device: "/dev/fuzz", rateHz: 100, reportsOnlyChanges: true)

    init(_ source: ByteSource) {
        self.source = source
        var settings = Settings()
        settings.socket.maxSubscribers = 6
        settings.log.level = .debug
        core = DaemonCore(
            DaemonCore.Setup(
                settings: settings, userID: 0,
                recording: ("fuzz.tiltlog", RecordLimits(bytes: 8192, files: 3))),
            at: now)
        core.start(at: now, &effects)
    }

    // MARK: events

    mutating func step() {
        guard !hasStopped else { return }
        now += Int64(source.byte()) * 1_000_003
        switch source.byte() % 20 {
        case 0, 1: come()
        case 2, 3, 4: say()
        case 5: if let index = somebody() { feed(.saidAll(people[index].connection)) }
        case 6:
            if let index = somebody() {
                feed(.hungUp(people[index].connection))
                expect(!people[index].isOpen, "one who has gone was not let go")
            }
        case 7:
            if let index = somebody() {
                people[index].isBlocked = false
                feed(.writable(people[index].connection))
            }
        case 8: if let index = somebody() { feed(.passedDescriptors(people[index].connection)) }
        case 9: feed(.hotplug(source.one(of: [.changed, .overrun, .nothing])))
        case 10: if let sensor = opening.popLast() { open(sensor) }
        case 11: if let sensor = sensors.last { feed(.failed(sensor, error())) }
        case 12: feed(.wokeUp(after: source.integer() >> 8))
        case 13: feed(.settings(changedSettings()))
        case 14: feed(.signal(source.one(of: [.hangUp, .hangUp, .hangUp, .terminate])))
        case 15: feed(.recordingFailed(SystemError("write", "fuzz", errno: 28)))
        case 16: read()
        default:
            guard period > 0 else { return }
            let missed = source.byte() % 16 == 0 ? Int(source.byte()) : 0
            now += period * Int64(1 + missed)
            read()
            feed(.tick(deadline: now, missed: missed))
        }
    }

    mutating func end() { if !hasStopped { feed(.signal(.terminate)) } }

    private mutating func come() {
        generation += 1
        var place = people.firstIndex { !$0.isOpen } ?? people.count
        if place > 12 { place = 0 }
        let connection = Connection(index: Int32(place), generation: generation)
        guard place == people.count || !people[place].isOpen else { return }
        if place == people.count { people.append(Person(connection: connection)) }
        people[place] = Person(connection: connection)
        let user = UInt32(source.byte() % 3)
        let credentials = source.byte() % 4 == 0 ? nil : PeerCredentials(pid: 7, uid: user, gid: user)
        var peer = Peer(credentials: credentials, command: "fuzz", mayHaveRaw: user == 0)
        // By what was drawn already: the corpus means what it meant.
        if user == 2, credentials != nil { peer.standing = .present }
        feed(.accepted(connection, peer))
        if user == 1 { feed(.presence(user: 2, isPresent: credentials == nil)) }
    }

    private mutating func say() {
        guard let index = somebody() else { return }
        let words: [StaticString] = [
            #"{"type":"subscribe","rate_hz":"#, #"{"type":"pause"}"#, #"{"type":"resume"}"#, "\n", "\n",
            #"{"type":"status","include":["candidates","subscribers","recovery"]}"#,
            #"{"type":"recentre","scope":"all"}"#, #"200,"when":"changed"}"#, #"25,"include":["up","raw"]}"#,
            #""strict":true}"#, #"{"id":9,"#, #""type":"subscribe","reference":"relative"}"#,
        ]
        var bytes: [UInt8] = []
        for _ in 0...(source.byte() % 8) {
            let choice = Int(source.byte())
            if choice < 200 {
                let word = words[choice % words.count]
                bytes.append(
                    contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
            } else {
                bytes.append(contentsOf: repeatElement(source.byte(), count: choice == 255 ? 3000 : 1))
            }
        }
        let connection = people[index].connection
        bytes.prefix(Connection.mostRead).withUnsafeBytes { feed(.received(connection, $0)) }
    }

    private mutating func read() {
        guard let sensor = sensors.last else { return }
        let readings = (0..<Int(source.byte() % 4)).map { _ in
            Reading(
                time: Timestamp(nanoseconds: now),
                accelerometer: Reading.Counts(
                    x: Double(source.count()) / 1000, y: Double(source.count()) / 1000, z: 9.8))
        }
        readings.withUnsafeBufferPointer { feed(.readings(sensor, $0)) }
    }

    private mutating func open(_ sensor: SensorID) {
        guard core.candidate(of: sensor) != nil else { return }
        if source.byte() % 4 == 0 {
            feed(.refused(sensor, error()))
        } else {
            sensors.append(sensor)
            feed(.opened(sensor, Self.description, bias: .zero))
        }
    }

    private mutating func somebody() -> Int? {
        let open = people.indices.filter { people[$0].isOpen }
        return open.isEmpty ? nil : open[Int(source.byte()) % open.count]
    }

    private mutating func error() -> SensorError {
        source.one(of: [
            .gone(path: "/dev/fuzz"), .silent(path: "/dev/fuzz", reason: "fuzz"),
            .busy(path: "/dev/fuzz", holder: "another"), .accessDenied(path: "/dev/fuzz"),
        ])
    }

    private mutating func changedSettings() -> Settings? {
        var settings = core.settings
        switch source.byte() % 5 {
        case 0: return nil
        case 1: settings.motion.minCutoffHz = 1 + Double(source.byte())
        case 2: settings.sensor.samplingHz = 10 + Double(source.byte())
        case 3: settings.sensor.holdSeconds = Double(source.byte() % 4)
        default: settings.shadow.rateHz = 1 + Double(source.byte() % 199)
        }
        return settings
    }

    private func candidates(_ choice: UInt8) -> [SensorCandidate] {
        (0..<Int(choice % 4)).map { number in
            SensorCandidate(
                id: "s\(number)", name: "s\(number)", kind: number == 1 ? .iioBuffer : .evdev,
                device: "/dev/s\(number)", sysPath: "/sys/s\(number / 2)", rank: 10 - number, reason: "fuzz")
        }
    }

    // MARK: effects

    private mutating func feed(_ event: DaemonEvent) {
        guard !hasStopped else { return }
        effects.removeAll(keepingCapacity: true)
        for index in people.indices {
            people[index].isBlocked = people[index].isBlocked && people[index].isOpen
        }
        core.handle(event, at: now, &effects)
        var next = 0
        while next < effects.count {
            carryOut(effects[next])
            next += 1
            expect(next < 20_000, "a step without end")
        }
    }

    private mutating func answer(_ event: DaemonEvent) { core.handle(event, at: now, &effects) }

    private func place(of connection: Connection) -> Int {
        let index = Int(connection.index)
        expect(
            people.indices.contains(index) && people[index].connection == connection && people[index].isOpen,
            "an effect for somebody who has gone")
        return index
    }

    private mutating func carryOut(_ effect: DaemonEffect) {
        switch effect {
        case .send(let connection, let bytes), .sendIfRead(let connection, let bytes),
            .sendPage(let connection, let bytes, _):
            send(bytes, to: connection)
        case .watch(let connection, _): _ = place(of: connection)
        case .close(let connection): people[place(of: connection)].isOpen = false
        case .weigh(let connection, let asker): answer(.weighed(connection, for: asker, unread: 768))
        case .survey: answer(.surveyed(candidates(source.byte())))
        case .askHolder(let sensor):
            expect(core.candidate(of: sensor) != nil, "a question about nothing")
            answer(.held(sensor, source.byte() % 2 == 0))
        case .openSensor(let sensor):
            expect(core.candidate(of: sensor) != nil, "nothing is to be opened")
            if source.byte() % 2 == 0 { opening.append(sensor) } else { openAtOnce(sensor) }
        case .closeSensor(let sensor):
            sensors.removeAll { $0 == sensor }
            opening.removeAll { $0 == sensor }
        case .probe(let sensor): answer(.probed(sensor, source.byte() % 4 == 0 ? error() : nil))
        case .tick(let period, _):
            expect(period > 0, "a period of \(period)")
            self.period = period
        case .tickOnce(let deadline):
            expect(deadline > 0, "a deadline of \(deadline)")
            period = max(1, deadline - now)
        case .stopTicking: period = 0
        case .writeLog(let bytes):
            expect(bytes.count > 0, "nothing is written")
            if source.byte() % 32 == 0 { answer(.recordingBehind(bytes)) }
        case .say(_, let bytes, _):
            expect(bytes.count > 0, "nothing is said")
        case .stop: hasStopped = true
        case .openPage(let page):
            answer(
                source.byte() % 4 == 0
                    ? .refusedPage(page, SystemError("memfd_create", errno: 24)) : .openedPage(page))
        case .writePage(_, let bytes): expect(bytes.count == PosePage.size, "a page of \(bytes.count) bytes")
        case .pause, .closePage, .keepBias, .readSettings, .useSettings, .notify, .openLog, .rotateLog,
            .endLog,
            .closeLog:
            break
        }
    }

    private mutating func openAtOnce(_ sensor: SensorID) {
        if source.byte() % 3 == 0 {
            answer(.refused(sensor, error()))
        } else {
            sensors.append(sensor)
            answer(.opened(sensor, Self.description, bias: .zero))
        }
    }

    private mutating func send(_ bytes: OutputBytes, to connection: Connection) {
        let index = place(of: connection)
        let all = core.output.bytes[Int(bytes.start)..<Int(bytes.start + bytes.count)]
        expect(!all.isEmpty, "nothing is sent")
        guard !people[index].isBlocked else {
            return answer(.unsent(connection, bytes, sent: 0, .wouldBlock))
        }
        let choice = source.byte()
        guard choice > 235 else { return receive(all, index) }
        people[index].isBlocked = true
        switch choice {
        case 236: answer(.unsent(connection, bytes, sent: 0, .closed))
        case 237: answer(.unsent(connection, bytes, sent: 0, .outOfMemory))
        case 238: answer(.unsent(connection, bytes, sent: 0, .unread))
        default:
            let sent = Int(source.byte()) % all.count
            receive(all.prefix(sent), index)
            answer(.unsent(connection, bytes, sent: sent, .wouldBlock))
        }
    }

    private mutating func receive(_ bytes: ArraySlice<UInt8>, _ index: Int) {
        people[index].line.append(contentsOf: bytes)
        while let end = people[index].line.firstIndex(of: UInt8(ascii: "\n")) {
            let line = Array(people[index].line[...end])
            people[index].line.removeFirst(end + 1)
            judge(line, index)
        }
    }

    /// Every line is JSON; hello is the first, unless there is no place; a gap in the numbers is what was dropped.
    private mutating func judge(_ line: [UInt8], _ index: Int) {
        var buffer = ByteBuffer()
        buffer.append(line)
        let value: JSONValue
        do throws(JSONError) {
            value = try line.dropLast().withUnsafeBufferPointer { (bytes) throws(JSONError) in
                try JSONParser.parse(bytes)
            }
        } catch {
            return expect(false, "not JSON: \(buffer.text)")
        }
        let type = value["type"]?.string ?? ""
        if !people[index].hasHello {
            expect(
                type == "hello" || type == "error" || type == "goodbye", "the first line is \(buffer.text)")
            people[index].hasHello = true
        }
        guard type == "frame", let sequence = value["seq"]?.number else { return }
        let dropped = Int64(value["dropped"]?.number ?? 0)
        expect(
            Int64(sequence) == people[index].sequence &+ dropped + 1,
            "\(dropped) dropped between \(people[index].sequence) and \(buffer.text)")
        people[index].sequence = Int64(sequence)
    }
}
