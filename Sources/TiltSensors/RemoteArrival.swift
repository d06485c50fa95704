#if !hasFeature(Embedded)
    /// A pose of a remote sensor that has come, where they come so evenly that ticks may follow them.
    package struct RemoteArrival: Equatable, Sendable {
        /// When it would have come had it been as fast as any, in nanoseconds of our clock.
        package var due: Int64
        /// From one to the next while the device moves, in nanoseconds.
        package var period: Int64

        package init(due: Int64, period: Int64) { (self.due, self.period) = (due, period) }
    }
#endif
