/// What the caller knows better than the file.
package struct ImportOptions: Equatable, Sendable {
    /// The name or node of the device to take, in a file of several; `nil` takes the first accelerometer.
    package var device: String?
    /// m/s² per count, or per number of a table, in the place of what the recording says.
    package var accelScale: Double?
    /// The system of the phone, in the place of what its export says or is guessed from.
    package var platform: Platform?
    /// What the columns of a table are, which then needs no header.
    package var columns: ColumnList?
    /// The unit of a table's specific force.
    package var accelerationUnit: AccelerationUnit?
    /// The unit of a table's rates.
    package var rateUnit: RateUnit?
    /// The unit of a table's times.
    package var timeUnit: TimeUnit?
    /// Rows of a table a second, in the place of its times.
    package var sampleRate: Double?

    package init(device: String? = nil, accelScale: Double? = nil) {
        self.device = device
        self.accelScale = accelScale
    }

    /// True where something is told that only a table leaves open.
    package var areForTables: Bool { tableOption != nil || platform != nil }

    /// The first option given that says how the numbers of a table are meant.
    var tableOption: String? {
        if columns != nil { return "--columns" }
        if accelerationUnit != nil { return "--unit" }
        if rateUnit != nil { return "--rate-unit" }
        if timeUnit != nil { return "--time-unit" }
        return sampleRate == nil ? nil : "--sample-rate"
    }
}
