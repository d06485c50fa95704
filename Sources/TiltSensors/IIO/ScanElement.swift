/// One channel of an IIO scan, as `scan_elements` describes it.
package struct ScanElement: Equatable, Sendable {
    /// The channel, such as `in_accel_x` or `in_timestamp`.
    package let name: String
    /// Its place among the enabled ones; has gaps and is not the order of a directory listing.
    package let index: Int
    /// How it is stored.
    package let type: ScanType

    package init(name: String, index: Int, type: ScanType) {
        self.name = name
        self.index = index
        self.type = type
    }
}
