/// What an event node says it can do, whoever read it: libevdev from the device, or an importer from a recording.
package struct EvdevAbilities: Equatable, Sendable {
    /// One absolute axis, as `struct input_absinfo` has it.
    package struct Axis: Equatable, Sendable {
        /// The least and the greatest count; equal where the driver does not tell.
        package let minimum: Int32
        package let maximum: Int32
        /// Counts per unit; 0 where the driver does not tell.
        package let resolution: Int32

        package init(minimum: Int32, maximum: Int32, resolution: Int32) {
            self.minimum = minimum
            self.maximum = maximum
            self.resolution = resolution
        }

        /// The counts it can report; `nil` where the driver left minimum and maximum equal.
        package var range: ClosedRange<Double>? {
            minimum < maximum ? Double(minimum)...Double(maximum) : nil
        }
    }

    /// The node, for messages.
    package var path: String
    /// The device's name, by which quirks are known.
    package var name: String
    /// True where the node has `INPUT_PROP_ACCELEROMETER`.
    package var hasAccelerometerProperty = false
    /// How many absolute axes it has, of any kind.
    package private(set) var axisCount = 0

    /// `ABS_X`, `ABS_Y`, `ABS_Z`, `ABS_RX`, `ABS_RY`, `ABS_RZ`, which are 0 to 5; `nil` where it lacks one.
    private var axes: [Axis?] = [nil, nil, nil, nil, nil, nil]

    package init(path: String, name: String) {
        self.path = path
        self.name = name
    }

    /// Adds an axis by its code; of one beyond the six only the number is kept.
    package mutating func add(_ axis: Axis, code: Int32) {
        guard 0..<6 ~= code else {
            axisCount += 1
            return
        }
        if axes[Int(code)] == nil { axisCount += 1 }
        axes[Int(code)] = axis
    }

    /// The axis with this code, or `nil` where the node lacks it or it is none of the six.
    package func axis(_ code: Int32) -> Axis? { 0..<6 ~= code ? axes[Int(code)] : nil }
}
