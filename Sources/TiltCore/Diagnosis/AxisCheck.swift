/// Looks for an axis that keeps one count while another changes with most readings.
///
/// Noise that changes another axis three times in four is at least two counts wide, and no axis of one chip is so much
/// quieter than its neighbour that it shows nothing in hundreds of readings.
struct AxisCheck: Equatable, Sendable {
    /// The axis that is dead; `nil` while none is known to be.
    private(set) var dead: SensorAxis?

    /// Readings in one look.
    private static let length = 256
    /// The changes of another axis that it needs.
    private static let leastChanges: Int32 = 192
    /// The range of another axis, in g, where readings come only with changes, so that those tell nothing.
    private static let leastRange = 0.3
    /// Looks in a row that must agree.
    private static let confirmations = 2

    private let scale: Reading.Counts
    private let reportsOnlyChanges: Bool
    private var last: Reading.Counts?
    private var readings = 0
    /// How often each axis changed in this look, and between which counts.
    private var changes = SIMD4<Int32>()
    private var low = Reading.Counts.zero
    private var high = Reading.Counts.zero
    private var suspect: SensorAxis?
    private var confirmed = 0

    /// Creates a check of counts of `axes`; `reportsOnlyChanges` is ``SensorDescription/reportsOnlyChanges``.
    init(_ axes: Calibration.Axes, reportsOnlyChanges: Bool) {
        scale = axes.scale
        self.reportsOnlyChanges = reportsOnlyChanges
    }

    /// Takes the next counts.
    mutating func take(_ counts: Reading.Counts) {
        guard let last, readings > 0 else { return begin(counts) }
        self.last = counts
        readings += 1
        low = Reading.Counts(x: min(low.x, counts.x), y: min(low.y, counts.y), z: min(low.z, counts.z))
        high = Reading.Counts(x: max(high.x, counts.x), y: max(high.y, counts.y), z: max(high.z, counts.z))
        let (x, y, z) = (counts.x != last.x, counts.y != last.y, counts.z != last.z)
        changes &+= SIMD4(x ? 1 : 0, y ? 1 : 0, z ? 1 : 0, 0)
        if dead != nil || suspect != nil {
            if x { changed(.x) }
            if y { changed(.y) }
            if z { changed(.z) }
        }
        if readings >= Self.length { judge() }
    }

    private mutating func begin(_ counts: Reading.Counts) {
        last = counts
        readings = 1
        changes = SIMD4()
        (low, high) = (counts, counts)
    }

    /// An axis that was thought dead is not.
    private mutating func changed(_ axis: SensorAxis) {
        if dead == axis { dead = nil }
        if suspect == axis { (suspect, confirmed) = (nil, 0) }
    }

    private mutating func judge() {
        readings = 0
        let still = SensorAxis.allCases.first { changes[$0.index] == 0 }
        guard let still, isInMotion else {
            (suspect, confirmed) = (nil, 0)
            return
        }
        confirmed = suspect == still ? confirmed + 1 : 1
        suspect = still
        if confirmed >= Self.confirmations { dead = still }
    }

    /// True where some axis has changed as only one in order does.
    private var isInMotion: Bool {
        guard changes.max() >= Self.leastChanges else { return false }
        let range = max(
            (high.x - low.x) * scale.x.magnitude, (high.y - low.y) * scale.y.magnitude,
            (high.z - low.z) * scale.z.magnitude)
        return !reportsOnlyChanges || range >= Self.leastRange * standardGravity
    }
}

/// One axis of a sensor, as its chip counts them.
public enum SensorAxis: String, CaseIterable, Sendable {
    case x, y, z

    var index: Int {
        switch self {
        case .x: 0
        case .y: 1
        case .z: 2
        }
    }
}
