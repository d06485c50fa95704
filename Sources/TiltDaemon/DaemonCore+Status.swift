import LinuxSystem
import TiltCore
import TiltSensors

/// Answers to `status`: lines of details, then the summary.
///
/// They are made as the asker reads them, so that one who never reads costs a few words of memory.
extension DaemonCore {
    /// Sends the next piece, about what a socket takes: nobody's list may hold up the frames of the others.
    mutating func continueListing(for index: Int, at now: Int64) {
        guard serving.subscribers[index].hasToTell, serving.deliveries[index].isDrained else { return }
        serving.subscribers[index].listing?.beginPiece()
        goOnListing(for: index, at: now)
    }

    private mutating func goOnListing(for index: Int, at now: Int64) {
        while let listing = serving.subscribers[index].listing, listing.hasRoom {
            guard let detail = listing.detail else {
                serving.subscribers[index].listing = nil
                scratch.removeAll()
                appendSummary(id: listing.id, for: serving.subscribers[index].peer, at: now)
                return serving.transmit(out.write(scratch.bytes), to: index, &out)
            }
            switch detail {
            case .subscribers:
                let next = serving.subscribers.indices.first {
                    $0 >= listing.position && serving.subscribers[$0].isOpen
                }
                guard let next else {
                    serving.subscribers[index].listing?.advance(to: nil)
                    continue
                }
                serving.subscribers[index].listing?.advance(to: next + 1)
                // Goes on with the answer, which comes at once.
                return out.append(
                    .weigh(serving.subscribers[next].connection, for: serving.subscribers[index].connection))
            case .candidates:
                guard let report = keeper.candidates.report(at: listing.position) else {
                    serving.subscribers[index].listing?.advance(to: nil)
                    continue
                }
                scratch.removeAll()
                report.append(id: listing.id, at: now, to: &scratch)
                sendScratch(to: index, nextPosition: listing.position + 1)
            case .recovery, .healing:
                guard listing.position < keeper.candidates.history.count else {
                    serving.subscribers[index].listing?.advance(to: nil)
                    continue
                }
                scratch.removeAll()
                let event = keeper.candidates.history[listing.position]
                event.append(as: detail, id: listing.id, to: &scratch)
                sendScratch(to: index, nextPosition: listing.position + 1)
            }
        }
    }

    private mutating func sendScratch(to index: Int, nextPosition: Int) {
        serving.transmit(out.write(scratch.bytes), to: index, &out)
        serving.subscribers[index].listing?.note(bytes: scratch.count)
        serving.subscribers[index].listing?.advance(to: nextPosition)
    }

    /// Sends the line of one subscriber to another, who asked, and goes on with the answer.
    mutating func describe(
        _ connection: Connection, to asker: Connection, unread: Int, at now: Int64
    ) {
        guard let index = serving.place(of: asker), let listing = serving.subscribers[index].listing else {
            return
        }
        if let other = serving.place(of: connection) {
            scratch.removeAll()
            // Who asks has not read this answer yet, which is no lag.
            let isAsker = other == index
            let mayHaveRaw = serving.subscribers[index].peer.mayHaveRaw
            serving.appendStatus(
                of: other, id: listing.id, isAsker: isAsker, mayHaveRaw: mayHaveRaw,
                unread: isAsker ? max(0, unread - listing.memory) : unread, at: now, to: &scratch)
            serving.transmit(out.write(scratch.bytes), to: index, &out)
            serving.subscribers[index].listing?.note(bytes: scratch.count)
        }
        goOnListing(for: index, at: now)
        serving.settleInterest(of: index, &out)
    }

    /// Appends the last line to ``scratch``, which begins with it: how much of it fits is seen by its length.
    ///
    /// A sensor that rests in silence speaks when the device is touched: how many readings have come is then for those
    /// alone who may have them.
    private mutating func appendSummary(id: RequestID?, for peer: Peer, at now: Int64) {
        scratch.append(#"{"type":"status""#)
        ServerMessage.append(id: id, to: &scratch)
        ServerMessage.append(key: "server", ProtocolVersion.server, to: &scratch)
        ServerMessage.append(key: "uptime_s", Double((now - startedAt) / 1_000_000_000), to: &scratch)
        ServerMessage.append(key: "state", engine.motion.state.rawValue, to: &scratch)
        ServerMessage.append(key: "tick_hz", ticksPerSecond(), to: &scratch)
        StatusMessage.append(key: "ticks", serving.ticks, to: &scratch)
        StatusMessage.append(key: "missed_ticks", missedTicks, to: &scratch)
        ServerMessage.append(key: "late_p50_us", Double(lateness.percentile(0.5)), to: &scratch)
        ServerMessage.append(key: "late_p99_us", Double(lateness.percentile(0.99)), to: &scratch)
        ServerMessage.append(key: "late_max_us", Double(lateness.latest / 1000), to: &scratch)
        ServerMessage.append(key: "subscribers", Double(serving.count), to: &scratch)
        StatusMessage.append(key: "dropped", serving.droppedFrames, to: &scratch)
        ServerMessage.append(
            key: "display_rotation", serving.rotations.rotation(of: peer.credentials?.uid), to: &scratch)
        if settings.shadow.displayRotation != .none {
            ServerMessage.append(key: "panel_rotation", settings.shadow.displayRotation, to: &scratch)
        }
        ServerMessage.append(sensor: keeper.description, to: &scratch)
        appendMounting()
        #if !hasFeature(Embedded)
            if let link, keeper.description?.kind == .remote { link.append(to: &scratch) }
        #endif
        inspection?.review(at: now)
        if let inspection {
            if peer.mayHaveRaw || !(keeper.description?.restsInSilence ?? false) {
                if let rate = inspection.rate.hertz(at: now) {
                    ServerMessage.append(key: "sample_hz", rate, to: &scratch)
                }
                inspection.latency.append(to: &scratch)
                if let gravity = gravity(for: peer) {
                    ServerMessage.append(
                        key: "gravity_g", min(1e6, (gravity * 100).rounded() / 100), to: &scratch)
                }
                StatusMessage.append(countsOf: inspection.inspector, to: &scratch)
            }
            StatusMessage.append(faultsOf: inspection.inspector, to: &scratch)
        }
        if let reason = recording?.reasonForEnd {
            ServerMessage.append(key: "recording_warning", stranger: reason, limit: 160, to: &scratch)
        }
        let refusal = "SIGHUP brought wrong ones, so that those before are in force: its log says more"
        if let wrong = settingsAreRefused ? refusal : keeper.namesNothing {
            ServerMessage.append(key: "settings_warning", stranger: wrong, to: &scratch)
        }
        StatusMessage.append(candidates: keeper.candidates.reports, to: &scratch)
        scratch.append("}\n")
    }

    /// By how much another length of gravity must differ from the one that was told, as a share of it.
    ///
    /// A tap of 0.5 m/s² to one side moves the middle of a second's readings by half as much, 2.6 %; the second that was
    /// told may have had one to the other side.
    private static let tellingDifference = 0.06

    /// How long gravity is at rest, in g; `nil` where that is not known.
    ///
    /// In the newest second of rest for those who may have raw samples. Others hear what was told first of the sensor, until
    /// it is wrong beyond what taps are: each second's own would tell who taps beside the device.
    private mutating func gravity(for peer: Peer) -> Double? {
        let newest = inspection?.inspector.gravity.flatMap { $0.isFinite ? $0 : nil }
        guard !peer.mayHaveRaw else { return newest }
        if let newest, !((newest - (toldGravity ?? .infinity)).magnitude <= Self.tellingDifference * newest) {
            toldGravity = newest
        }
        return toldGravity
    }

    private mutating func appendMounting() {
        guard let sensor = keeper.description else { return }
        ServerMessage.append(
            key: "device", stranger: sensor.device, limit: StatusMessage.longestText, to: &scratch)
        if let rate = sensor.rateHz { ServerMessage.append(key: "nominal_hz", rate, to: &scratch) }
        ServerMessage.append(key: "mount_matrix", sensor.mounting.matrix.description, to: &scratch)
        ServerMessage.append(key: "mount_source", sensor.mounting.source.rawValue, to: &scratch)
        if sensor.restsInSilence, sensor.kind != .log {
            let isTold = sensor.isLookedAtWhileSilent
            ServerMessage.append(key: "silence", isTold ? "checked" : "unknown", to: &scratch)
        }
    }
}

extension Serving {
    /// Appends the line of a subscriber for somebody who asked; `unread` is the memory that the kernel holds for it.
    ///
    /// How long the raw samples are that wait for it tells of them: it is for those alone who may have them.
    fileprivate func appendStatus(
        of index: Int, id: RequestID?, isAsker: Bool, mayHaveRaw: Bool, unread: Int, at now: Int64,
        to buffer: inout ByteBuffer
    ) {
        let (subscriber, delivery) = (subscribers[index], deliveries[index])
        buffer.append(#"{"type":"subscriber""#)
        ServerMessage.append(id: id, to: &buffer)
        if let credentials = subscriber.peer.credentials {
            if credentials.pid > 0 {
                StatusMessage.append(key: "pid", UInt64(credentials.pid), to: &buffer)
            }
            StatusMessage.append(key: "uid", UInt64(credentials.uid), to: &buffer)
            StatusMessage.append(key: "gid", UInt64(credentials.gid), to: &buffer)
        }
        if let command = subscriber.peer.command {
            ServerMessage.append(key: "command", stranger: command, to: &buffer)
        }
        ServerMessage.append(
            key: "connected_s", Double((now - subscriber.connectedAt) / 1_000_000_000), to: &buffer)
        let subscription = subscription(of: index)
        ServerMessage.append(key: "rate_hz", subscription.rateHz, to: &buffer)
        ServerMessage.append(phase: subscription.phase, to: &buffer)
        ServerMessage.append(key: "display_rotation", subscription.shadow.displayRotation, to: &buffer)
        if subscription.rotation == .follow { buffer.append(#","rotation":"follow""#) }
        buffer.append(subscriber.isPaused ? #","paused":true"# : #","paused":false"#)
        if let demand = subscriber.pageDemand {
            ServerMessage.append(key: "page_hz", demand.rateHz, to: &buffer)
        }
        if subscriber.isAway { buffer.append(#","away":true"#) }
        StatusMessage.append(key: "dropped", delivery.droppedEver, to: &buffer)
        ServerMessage.append(
            key: "lag_ms", Double(lag(of: index, unread: unread, at: now) / 1_000_000), to: &buffer)
        if mayHaveRaw || !subscription.include.contains(.raw) {
            StatusMessage.append(key: "queued_bytes", UInt64(unread + subscriber.heldBytes), to: &buffer)
        }
        buffer.append(isAsker ? ",\"self\":true}\n" : "}\n")
    }

    /// How old the oldest frame is that was sent and not read, in nanoseconds; 0 where it has read them all.
    private func lag(of index: Int, unread: Int, at now: Int64) -> Int64 {
        let waiting = deliveries[index].isWaiting ? subscribers[index].waiting?.time.nanoseconds : nil
        guard let oldest = deliveries[index].sentFrames.oldest(in: unread) ?? waiting else { return 0 }
        return max(0, now - oldest)
    }
}
