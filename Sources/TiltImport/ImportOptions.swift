/// What the caller knows better than the file.
package struct ImportOptions: Equatable, Sendable {
    /// The name or node of the device to take, in a file of several; `nil` takes the first accelerometer.
    package var device: String?
    /// m/s² per count, in the place of what a recorded device says its counts are.
    package var accelScale: Double?

    package init(device: String? = nil, accelScale: Double? = nil) {
        self.device = device
        self.accelScale = accelScale
    }
}
