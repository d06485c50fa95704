import LinuxSystem
import TiltCore
import TiltDaemon

/// Pages of memory as the kernel would keep them: what is written there is heard of them, `page1` the first.
struct VirtualPages {
    /// Why no page can be made; `nil` where one can.
    var error: SystemError?
    /// True where descriptors cannot be passed.
    var arePassed = true
    private var open: [PageID] = []
    private var written: [PageID] = []
    private var ended: [PageID] = []

    mutating func begin(_ page: PageID) { open.append(page) }

    /// What a page says now; what is wrong with that, if anything.
    mutating func write(_ bytes: ArraySlice<UInt8>, to page: PageID) -> (PosePage?, problem: String?) {
        guard open.contains(page), !ended.contains(page) else { return (nil, "is written when it is over") }
        guard let read = bytes.withUnsafeBytes({ PosePage($0) }) else { return (nil, "has no page's bytes") }
        written.append(page)
        if read.flags.contains(.ended) {
            ended.append(page)
            if read.motion.estimate != nil || read.up != .zero || read.rate != .zero {
                return (read, "keeps a pose when it is over")
            }
        }
        return (read, nil)
    }

    /// Nobody writes it any more; false where it was not open, or says anything but that it is over.
    mutating func close(_ page: PageID) -> Bool {
        defer { open.removeAll { $0 == page } }
        return open.contains(page) && (ended.contains(page) || !written.contains(page))
    }

    func isOpen(_ page: PageID) -> Bool { open.contains(page) && !ended.contains(page) }
}

extension World {
    func carryOutForPages(_ effect: DaemonEffect) {
        switch effect {
        case .openPage(let page):
            if let error = pages.error { return answer(.refusedPage(page, error)) }
            pages.begin(page)
            hear(name(of: page), "is made")
            answer(.openedPage(page))
        case .writePage(let page, let bytes):
            let (read, problem) = pages.write(self.bytes(bytes), to: page)
            if let problem { fault("\(name(of: page)) \(problem)") }
            if let read { hear(name(of: page), read) }
        case .closePage(let page):
            if !pages.close(page) { fault("\(name(of: page)) is closed, and was not open or not over") }
        case .sendPage(let connection, let bytes, let page): send(page, with: bytes, to: connection)
        default: return
        }
    }

    private func name(of page: PageID) -> String { "page\(page.number)" }

    private func hear(_ who: String, _ page: PosePage) {
        var json = ByteBuffer()
        json.append(#"{"state":""#)
        json.append(text: page.state.rawValue)
        json.append("\"")
        for (flag, name) in [(PosePage.Flags.ended, "ended"), (.still, "still"), (.gyroscope, "gyroscope")]
        where page.flags.contains(flag) {
            json.append(text: #","\#(name)":true"#)
        }
        ServerMessage.append(key: "t_ns", Double(page.time.nanoseconds), to: &json)
        if let estimate = page.motion.estimate {
            json.append(",\"up\":[")
            json.append(significant: estimate.up.x)
            json.append(",")
            json.append(significant: estimate.up.y)
            json.append(",")
            json.append(significant: estimate.up.z)
            json.append("]")
        }
        ServerMessage.append(key: "fade", page.fade, to: &json)
        ServerMessage.append(key: "rate_hz", page.rateHz, to: &json)
        if page.panelRotation != .none {
            ServerMessage.append(key: "panel_rotation", page.panelRotation, to: &json)
        }
        ServerMessage.append(key: "display_rotation", page.displayRotation, to: &json)
        json.append("}")
        hear(who, json.text, try? json.bytes.withUnsafeBufferPointer { try JSONParser.parse($0) })
    }

    private func send(_ page: PageID, with bytes: OutputBytes, to connection: Connection) {
        if !pages.isOpen(page) { fault("\(name(of: page)) is handed out when it is over") }
        guard pages.arePassed else { return block(connection, bytes, .outOfMemory) }
        let before = subscribers.first { $0.connection == connection }?.received ?? 0
        send(connection, bytes, onlyIfRead: false)
        guard let after = subscribers.first(where: { $0.connection == connection }), after.received > before
        else { return }
        hear(after.name, "gets \(name(of: page))")
    }
}
