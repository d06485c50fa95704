#if !hasFeature(Embedded)
    /// Poses that another machine's engine has made: for a daemon whose sensor is remote.
    ///
    /// They are filtered, rounded and held at rest already, and so shown as they come. Silence, the ease to the fallback and
    /// all that subscribers choose are as with any sensor.
    extension TiltEngine {
        /// Silence behind which the pose may have turned by more than a frame shows, in seconds.
        private static let unseenSilence = 0.25

        /// Takes the pose of the coming tick: up, times any factor, with the rate at which the device turns, in rad/s, in the
        /// place of counts; `reading.time` is when it was heard.
        ///
        /// One without a pose says that the other side's sensor is silent: the state is stale from then on, as if nothing had
        /// been heard for so long.
        package mutating func take(given reading: Reading) {
            guard let counts = reading.accelerometer else {
                let silent = reading.time.advanced(by: -Int64(parameters.staleAfter * 1e9) - 1)
                if let time = newest?.time, time > silent { newest?.time = silent }
                return
            }
            guard let up = Up<DeviceAxes>(of: counts) else { return }
            let rate = reading.gyroscope ?? .zero
            let next = GravityEstimate(up: up, rate: AngularRate(x: rate.x, y: rate.y, z: rate.z))
            let silence = newest.map { reading.time.seconds(since: $0.time) } ?? .infinity
            if silence > Self.unseenSilence, motion.fade > 0, let shown = motion.estimate {
                handover = Handover(from: shown, to: next, at: motion.time)
            }
            given = next
            newest = Sample(time: reading.time)
        }
    }
#endif
