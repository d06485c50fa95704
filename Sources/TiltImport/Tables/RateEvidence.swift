import TiltCore

/// The unit of a recording's rates, judged over all of it: a device that rests at first tells it when it moves.
///
/// Blocks of rows vote, each by ``RateFit``, and reading stops once one unit leads clearly.
struct RateEvidence {
    /// Rows that are judged together.
    private static let block = 1000
    /// Votes by which one unit leads where nothing more is looked at.
    private static let clearLead = 2
    /// Readings that are looked at, at most: 11 hours at 100 Hz.
    private static let mostReadings = 4_000_000
    /// Rates that are hardly any, whichever their unit.
    private static let stillness = 0.05
    /// The share of the rates that must be above that where their unit matters.
    private static let leastShare = 0.05
    /// Seconds over which the mean force is gravity's, however the device is pushed about.
    private static let settling = 1.0
    /// The cosine of the angle by which that must have turned from the first such mean before the rates can be told to
    /// fit in neither unit: 25°.
    private static let leastTurn = 0.906

    /// Votes for rad/s, less those for °/s.
    private var lead = 0
    /// True once a block of rows fitted in neither.
    private var hasMisfit = false
    /// The sum of the forces of a second, and when it began; and the first such sum.
    private var (sum, start, firstSum): (SIMD3<Double>, Int64?, SIMD3<Double>?) = (.zero, nil, nil)
    /// The least cosine between a second's and the first.
    private var leastCosine = 1.0
    private var rows: [RateFit.Row] = []
    private var force: SIMD3<Double>?
    /// Rates so far, and those that are some.
    private var (rates, turning) = (0, 0)

    /// Reads a recording whose numbers are those of its table until they tell, or to its end.
    init(over source: any ReadingSource) {
        var left = Self.mostReadings
        while left > 0, lead.magnitude < Self.clearLead {
            left -= 1
            do throws(ImportError) {
                guard let reading = try source.next() else { break }
                take(reading)
            } catch {
                // What is wrong with it is said when it is read in earnest.
                guard error.isSkippable else { break }
            }
        }
        vote()
    }

    /// The unit that fits clearly, rad/s or °/s; `nil` where neither does, or it hardly turned.
    var unit: RateUnit? { lead == 0 ? nil : lead > 0 ? .radians : .degrees }

    /// True where gravity turned for certain, and not by the rates, in either unit.
    var fitsNeither: Bool { lead == 0 && hasMisfit && matters && leastCosine < Self.leastTurn }

    /// False where the rates are so small that it makes no difference what they are in.
    var matters: Bool { Double(turning) > Self.leastShare * Double(rates) }

    /// What is to be said where they fit in neither: no unit is better than the one that is taken.
    static let misfit =
        "gravity turns by its rates neither in rad/s nor in °/s: their axes or signs are not those of the acceleration, "
        + "their unit is another, or it was shaken"

    private mutating func take(_ reading: Reading) {
        if let counts = reading.accelerometer {
            let felt = SIMD3(counts.x, counts.y, counts.z)
            force = felt
            add(felt, at: reading.time.nanoseconds)
        }
        guard let counts = reading.gyroscope else { return }
        let rate = SIMD3(counts.x, counts.y, counts.z)
        rates += 1
        if (rate * rate).sum() > Self.stillness * Self.stillness { turning += 1 }
        guard let force, force != .zero else { return }
        rows.append(RateFit.Row(time: Double(reading.time.nanoseconds) / 1e9, force: force, rate: rate))
        if rows.count == Self.block { vote() }
    }

    private mutating func add(_ force: SIMD3<Double>, at time: Int64) {
        let begin = start ?? time
        start = begin
        if Double(time &- begin) / 1e9 >= Self.settling {
            let first = firstSum ?? sum
            firstSum = first
            let lengths = ((first * first).sum() * (sum * sum).sum()).squareRoot()
            if lengths > 0 { leastCosine = min(leastCosine, (first * sum).sum() / lengths) }
            (sum, start) = (.zero, time)
        }
        sum += force
    }

    private mutating func vote() {
        switch RateFit.verdict(on: rows) {
        case .fits(let unit): lead += unit == .radians ? 1 : -1
        case .neither: hasMisfit = true
        case .unclear: break
        }
        rows.removeAll(keepingCapacity: true)
    }
}
