import LinuxSystem
import TiltCore

/// The pages of memory that somebody reads poses from, by the core's numbers: as many as there are users who do.
struct OpenPages {
    private final class Entry {
        let id: PageID
        let page: SealedPage

        init(_ id: PageID, _ page: consuming SealedPage) {
            self.id = id
            self.page = page
        }
    }

    private var entries: [Entry] = []

    var count: Int { entries.count }

    mutating func open(_ id: PageID) throws(SystemError) {
        entries.append(Entry(id, try SealedPage.make(name: "tiltshadow-pose", size: PosePage.size)))
    }

    func write(_ image: UnsafeRawBufferPointer, to id: PageID) {
        entries.first { $0.id == id }?.page.write(image)
    }

    mutating func close(_ id: PageID) { entries.removeAll { $0.id == id } }

    /// The number to hand out; `nil` where it was closed.
    func descriptor(of id: PageID) -> CInt? { entries.first { $0.id == id }?.page.descriptor }
}

extension DaemonShell {
    func carryOutForPages(_ effect: DaemonEffect) {
        switch effect {
        case .openPage(let page):
            do throws(SystemError) {
                // The last ones are kept for sensors and logs.
                guard DescriptorTable.hasRoom(for: descriptorsInUse) else {
                    throw SystemError("memfd_create", errno: DescriptorTable.full)
                }
                try pages.open(page)
                answer(.openedPage(page))
            } catch {
                answer(.refusedPage(page, error))
            }
        case .writePage(let page, let bytes): withOutput(bytes) { pages.write($0, to: page) }
        case .closePage(let page): pages.close(page)
        case .sendPage(let connection, let bytes, let page): send(bytes, to: connection, with: page)
        default: return
        }
    }

    /// Sends bytes of this step with a page's descriptor, and tells the core at once of what did not go out.
    private func send(_ bytes: OutputBytes, to connection: Connection, with page: PageID) {
        guard let descriptor = pages.descriptor(of: page) else {
            return answer(.unsent(connection, bytes, sent: 0, .outOfMemory))
        }
        let rest = withOutput(bytes) {
            connections.send($0, to: connection, step: stepNumber, passing: descriptor)
        }
        guard let rest else { return }
        answer(.unsent(connection, bytes, sent: rest.sent, rest.because))
    }
}
