import CLibevdev
package import TiltCore

/// Which axes of an event node are what, and what a count of them is worth.
package struct EvdevLayout: Equatable, Sendable {
    /// The codes of three axes.
    package struct Axes: Equatable, Sendable {
        var x: Int32
        var y: Int32
        var z: Int32

        static var directional: Axes { Axes(x: ABS_X, y: ABS_Y, z: ABS_Z) }
        static var rotational: Axes { Axes(x: ABS_RX, y: ABS_RY, z: ABS_RZ) }

        var all: [Int32] { [x, y, z] }

        /// One bit for each code; they are 0 to 5.
        package var bits: UInt32 { all.reduce(0) { $0 | 1 << UInt32($1) } }

        func counts(of device: borrowing EvdevDevice) -> Reading.Counts {
            Reading.Counts(
                x: Double(device.value(x)), y: Double(device.value(y)), z: Double(device.value(z)))
        }

        package func store(_ value: Double, of axis: Int32, in counts: inout Reading.Counts) {
            if axis == x { counts.x = value }
            if axis == y { counts.y = value }
            if axis == z { counts.z = value }
        }
    }

    /// Where the specific force is.
    package let accelerometerAxes: Axes
    /// Where the angular rate is; `nil` without a gyroscope or without its scale.
    package let gyroscopeAxes: Axes?
    /// Counts to m/s² and rad/s.
    package let calibration: Calibration
    /// True where a count may be anything, so that a ``LearnedScale`` makes milli-g of it.
    package let learnsScale: Bool
    /// All absolute axes of the node.
    package let axisCount: Int

    /// Looks at an open device.
    ///
    /// - Throws: ``SensorError/notAnAccelerometer(path:name:)`` or ``SensorError/unknownScale(path:name:)``.
    package init(of device: borrowing EvdevDevice, accelScale: Double?) throws(SensorError) {
        try self.init(of: device.abilities, accelScale: accelScale)
    }

    /// Looks at what a node can do.
    ///
    /// The kernel's resolution is in counts per g and per °/s (`include/uapi/linux/input.h`), but only where the node
    /// has `INPUT_PROP_ACCELEROMETER`; elsewhere it would be per millimetre.
    ///
    /// - Throws: ``SensorError/notAnAccelerometer(path:name:)`` or ``SensorError/unknownScale(path:name:)``.
    package init(of device: EvdevAbilities, accelScale: Double?) throws(SensorError) {
        let (path, name) = (device.path, device.name)
        let quirk = EvdevQuirk.named(name)?.content
        var axes = Axes.directional
        var countsPerG: Double?
        var hasUnknownScale = false
        switch quirk {
        case .axes(let counts):
            countsPerG = counts
        case .rotationAxes(let counts):
            axes = .rotational
            countsPerG = counts
        case .unusable:
            throw .notAnAccelerometer(path: path, name: name)
        case .unknownScale:
            hasUnknownScale = true
        case nil:
            break
        }
        guard axes.all.allSatisfy({ device.axis($0) != nil }) else {
            throw .notAnAccelerometer(path: path, name: name)
        }

        /// Unit per count on each axis, or `nil` where one of them has no resolution.
        func perCount(_ axes: Axes, _ unit: Double) -> Reading.Counts? {
            guard let x = device.axis(axes.x), let y = device.axis(axes.y), let z = device.axis(axes.z),
                x.resolution > 0, y.resolution > 0, z.resolution > 0
            else { return nil }
            return Reading.Counts(
                x: unit / Double(x.resolution), y: unit / Double(y.resolution), z: unit / Double(z.resolution)
            )
        }

        let hasProperty = device.hasAccelerometerProperty
        var scale: Reading.Counts?
        if hasProperty { scale = perCount(axes, standardGravity) }
        if scale == nil, let countsPerG {
            scale = Calibration.Axes(scale: standardGravity / countsPerG).scale
        }
        if let accelScale { scale = Calibration.Axes(scale: accelScale).scale }
        let learnsScale = scale == nil && hasUnknownScale
        if learnsScale { scale = Calibration.Axes(scale: standardGravity / LearnedScale.countsPerG).scale }
        guard let scale else { throw .unknownScale(path: path, name: name) }

        var gyroscope: Reading.Counts?
        if hasProperty, axes == .directional, Axes.rotational.all.allSatisfy({ device.axis($0) != nil }) {
            gyroscope = perCount(.rotational, .pi / 180)
        }
        self.learnsScale = learnsScale
        accelerometerAxes = axes
        gyroscopeAxes = gyroscope == nil ? nil : .rotational
        /// The widest of the three ranges; `nil` where one axis has none, or they are too narrow to be true.
        ///
        /// acer-wmi tells ±16384 counts, which is 1 g, and reports up to 2 g: a device that lies flat is not clipped.
        func range(_ axes: Axes, leastSpan: Double) -> ClosedRange<Double>? {
            guard let x = device.axis(axes.x)?.range, let y = device.axis(axes.y)?.range,
                let z = device.axis(axes.z)?.range
            else { return nil }
            let low = min(x.lowerBound, y.lowerBound, z.lowerBound)
            let high = max(x.upperBound, y.upperBound, z.upperBound)
            return high - low < leastSpan || learnsScale ? nil : low...high
        }
        calibration = Calibration(
            accelerometer: .init(scale: scale, range: range(axes, leastSpan: Self.leastSpan(scale))),
            gyroscope: gyroscope.map { .init(scale: $0, range: range(.rotational, leastSpan: 0)) })
        axisCount = device.axisCount
    }

    /// The counts from -1.5 g to 1.5 g: any accelerometer can tell gravity from the end of its range.
    private static func leastSpan(_ scale: Reading.Counts) -> Double {
        3 * standardGravity / min(scale.x.magnitude, scale.y.magnitude, scale.z.magnitude)
    }
}
