import TiltClient
import TiltCore

/// A display whose client reads a page of poses at each vsync, and carries it to the instant that the picture lights up.
struct PagedDisplay {
    /// What was shown, one offset a vsync.
    let shown: [ShadowOffset]
    /// How often the daemon was woken up for it, a second.
    let wakeUps: Double

    /// Plays every so many samples of `trial` to a page that is written so many times a second.
    init(_ trial: Trial, every: Int, rateHz: Double, _ display: Display) {
        let readings = stride(from: 0, to: trial.samples.count, by: every).map { Reading(trial.samples[$0]) }
        var daemon = VirtualDaemon(readings, subscribers: 1)
        daemon.ask(.map(PageDemand(rateHz: rateHz)), by: 0, at: VirtualDaemon.origin - 20_000_000)
        var mapper = ShadowMapper()
        var ticks = 0
        shown = display.vsyncs(until: trial.end).map { vsync in
            let now = Timestamp(seconds: vsync).nanoseconds + VirtualDaemon.origin
            // What is written at a tick is there as soon as a frame would be.
            let there = now - Int64(FrameStream.delivery * 1e9)
            while let tick = daemon.nextTick, tick <= there {
                daemon.tick()
                ticks += 1
            }
            guard let page = daemon.page else { return .zero }
            let photon = now + Int64(display.refresh * 1e9)
            mapper.options.lookaheadMilliseconds = min(
                100, Double(photon - page.target.nanoseconds) * 1e-6)
            var motion = page.motion
            motion.time = Timestamp(nanoseconds: photon)
            return mapper.view(of: motion)?.offset ?? .zero
        }
        wakeUps = Double(ticks) / max(trial.end, display.refresh)
    }
}
