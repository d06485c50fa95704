import LinuxSystem
import TiltCore

/// Pages of memory with the newest pose: who gets one, and what is said where there is none.
extension DaemonCore {
    /// Carries out `map`: the answer goes out with the page, once there is one and room for it.
    ///
    /// Who has paused is not paused any more. Why there can be no page, or `nil`.
    mutating func map(_ request: MapRequest, _ demand: PageDemand, for index: Int, at now: Int64)
        -> ControlError?
    {
        let user = serving.subscribers[index].peer.credentials?.uid
        guard !serving.subscribers[index].isAway else { return .away(user: user) }
        guard let user else { return .noPage(because: "a page is one user's, and nobody knows who asks") }
        serving.join(index, of: user, demand, request, &out)
        settlePhase(of: index, at: now)
        serving.forgetFrames(of: index)
        serving.handOutPage(to: index, &out)
        return nil
    }

    /// There is memory behind a page: all who wait for it get it once a pose stands there, that of the last tick where it
    /// told of one, or else that of the next: who draws what is there draws no page that is empty.
    mutating func opened(_ page: PageID) {
        guard serving.pages.open(page) else { return out.append(.closePage(page)) }
        let isNewest = period > 0 && engine.motion.time.nanoseconds == lastDeadline
        guard isNewest else { return serving.restPace.owe() }
        serving.writePages(engine.motion.rounded(), at: nil, &out)
    }

    /// There can be no memory behind a page: all who wait for it are told why, and have frames.
    mutating func refused(_ page: PageID, _ error: SystemError, at now: Int64) {
        let text = serving.pageRefusals.text("no page for poses: \(error.description)", now: now)
        if let text { out.warning(text) }
        for index in serving.readers(of: page) {
            guard let request = serving.subscribers[index].mapRequest else { continue }
            takeBack(request, of: index, at: now)
            refuse(.noPage(because: error.description), id: request.id, to: index, at: now)
            serving.settleInterest(of: index, &out)
        }
    }

    /// Takes back what did not all go out of what a subscriber is sent.
    mutating func takeBack(
        _ bytes: OutputBytes, sent: Int, from connection: Connection, because failure: SendFailure,
        at now: Int64
    ) {
        guard let index = serving.place(of: connection) else { return }
        guard failure != .closed else {
            return serving.takeBack(bytes, sent: sent, from: index, because: failure, &out)
        }
        switch serving.takeBackPage(bytes, sent: sent, from: index, because: failure, out.step) {
        case .other: serving.takeBack(bytes, sent: sent, from: index, because: failure, &out)
        case .later: serving.settleInterest(of: index, &out)
        case .never(let request):
            takeBack(request, of: index, at: now)
            // Nothing goes out to it within this step.
            let error = ControlError.noPage(because: "its descriptor could not be handed over")
            let line = out.write { ServerMessage.appendError(id: request.id, error, to: &$0) }
            serving.keepBack(out.slice(line), from: index)
            serving.settleInterest(of: index, &out)
        }
    }

    private mutating func takeBack(_ request: MapRequest, of index: Int, at now: Int64) {
        guard !serving.takeBack(request, of: index, &out) else { return }
        serving.endSilence(of: index, at: now)
        settlePhase(of: index, at: now)
    }
}
