#if !hasFeature(Embedded)
    package import TiltCore

    /// How the poses of a remote sensor come: what `status` of the daemon that serves them tells.
    package struct RemoteLink: Equatable, Sendable {
        /// How much later than the fastest of them 95 of 100 come, in milliseconds.
        package var jitterMilliseconds: Double
        /// How far back in time the poses shown lie before they are carried ahead, in milliseconds.
        package var delayMilliseconds: Double
        /// From a question to the broker to its answer, in milliseconds; `nil` before the first.
        package var roundTripMilliseconds: Double?
        /// Frames heard since the start.
        package var frames: UInt64
        /// Frames lost on the way since the start, as their numbers tell.
        package var lost: UInt64
        /// Messages since the start that were none, or more than anybody sends.
        package var ignored: UInt64

        package init(
            jitterMilliseconds: Double, delayMilliseconds: Double, roundTripMilliseconds: Double?,
            frames: UInt64, lost: UInt64, ignored: UInt64
        ) {
            self.jitterMilliseconds = jitterMilliseconds
            self.delayMilliseconds = delayMilliseconds
            self.roundTripMilliseconds = roundTripMilliseconds
            self.frames = frames
            self.lost = lost
            self.ignored = ignored
        }

        /// Appends `,"remote":{…}`.
        package func append(to buffer: inout ByteBuffer) {
            buffer.append(#","remote":{"jitter_ms":"#)
            buffer.append(jitterMilliseconds, decimals: 1)
            buffer.append(#","delay_ms":"#)
            buffer.append(delayMilliseconds, decimals: 1)
            if let roundTripMilliseconds {
                buffer.append(#","round_trip_ms":"#)
                buffer.append(roundTripMilliseconds, decimals: 1)
            }
            for (key, count) in [("frames", frames), ("lost", lost), ("ignored", ignored)] {
                buffer.append(",\"")
                buffer.append(text: key)
                buffer.append("\":")
                buffer.append(Int64(clamping: count))
            }
            buffer.append("}")
        }
    }
#endif
