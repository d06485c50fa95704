/// Compares how gravity turns with what the rates say where a hand tilts slowly: over windows of two seconds.
///
/// As in ``AxesWindow``, the change of the mean force from one window to the next is y = ∫ w·(a × (R·ω + b)) dt, with
/// R the way to read the rates and b their bias, which over seconds turns as far as a hand does and so belongs to what
/// is fitted. All of it is linear in the nine entries of R and the three of b: the sums of least squares are kept, and
/// each of the 48 ways to confuse axes, scaled or not, is judged by them. Rates that are right leave a thousandth of slow
/// motion unexplained, negated ones four times all of it.
struct SlowAxesCheck: Equatable, Sendable {
    /// Rates further apart than this make no integral, in seconds: 10 Hz.
    static let longestGap = 0.105
    /// Windows of half a second in one.
    private static let windows = 4
    /// The time that they take, in seconds.
    private static let length = 4 * AxesWindow.length
    /// Forces that a window of half a second must have.
    private static let leastForces = 4
    /// The least change of gravity that counts, in g: 7° from one window to the next.
    private static let leastChange = 0.12
    /// The variation of the force's length, in g, that halves a window's weight: gravity alone has none.
    private static let halvingSpread = 0.1
    /// What remains of the past with each window that counts.
    private static let memory = 0.95
    /// The weight of windows that must have been seen.
    private static let leastWeight = 2.5
    /// The squared change of gravity that must have been seen, in g².
    private static let leastTotal = 0.25
    /// The square of how much less is known of a change of gravity, in g, than of a bias, in rad/s: 0.05 of each.
    private static let biasWeight = 1.0
    /// The largest unexplained share of a reading that explains the motion.
    private static let bestRest = 0.12
    /// Rates that are wrong leave this many times that share, and ``margin`` more.
    private static let wrongRatio = 3.0
    /// Rates that are right leave at most this many times that share, and ``margin`` more.
    private static let rightRatio = 1.5
    private static let margin = 0.3
    /// Verdicts in a row that must agree.
    private static let confirmations = 3
    /// Factors that are no matter of units: a poor scale.
    private static let trueFactors = 0.6...1.6
    /// The cosine of a turn, 45°, that no vehicle makes at a length of 1 g: what accelerates so hard makes 1.4 g of it.
    private static let largeTurn = 0.5.squareRoot()
    /// Lengths of a mean force, in g, at which hardly anything but gravity is felt.
    private static let gravity = 0.96...1.04
    /// How many windows such a turn counts for, half a minute: the motion that is judged is as old.
    private static let turnLasts = 15

    private static let unknowns = 12

    /// Every way to read the rates, the straight one first.
    private let readings = RateAxes.all
    /// Half seconds that are gathered into a window.
    private var gathered = 0
    private var now = Window()
    private var before: Window?
    /// Σ w·Aᵀ·A by rows, and Σ w·Aᵀ·y: first the entries of R by rows, then b.
    private var normal = [Double](repeating: 0, count: unknowns * unknowns)
    private var right = [Double](repeating: 0, count: unknowns)
    private var row = [Double](repeating: 0, count: unknowns)
    /// Σ w·y·y, in g², and Σ w.
    private var (total, weight) = (0.0, 0.0)
    /// Verdicts in a row that found the rates wrong; and right.
    private var (wrongInARow, rightInARow) = (0, 0)
    /// Where gravity was lately, how many windows ago, and for how many more a large turn from there counts.
    private var (reference, age, turnedFor) = (Acceleration<DeviceAxes>.zero, Int.max, 0)

    /// Two seconds, or the half seconds of them so far.
    private struct Window: Equatable, Sendable {
        var forces = 0
        var sum = Acceleration<DeviceAxes>.zero
        var (lengths, squares) = (0.0, 0.0)
        var (products, risingProducts) = (Matrix3.zero, Matrix3.zero)
        var (integral, risingIntegral) = (Acceleration<DeviceAxes>.zero, Acceleration<DeviceAxes>.zero)

        var mean: Acceleration<DeviceAxes> { sum / Double(max(1, forces)) }
        /// The variance of the force's length.
        var variance: Double {
            let mean = lengths / Double(max(1, forces))
            return max(0, squares / Double(max(1, forces)) - mean * mean)
        }

        /// Adds the next half second, before which this share of the window has passed.
        mutating func add(_ part: AxesWindow, from share: Double, of count: Double) {
            forces += part.forces
            sum = sum + part.sum
            lengths += part.lengths
            squares += part.squares
            products = products + part.products
            risingProducts = risingProducts + share * part.products + (1 / count) * part.risingProducts
            integral = integral + part.integral
            risingIntegral = risingIntegral + share * part.integral + (1 / count) * part.risingIntegral
        }
    }

    /// Takes the next half second; `nil` until something is known that was not before.
    @inline(never)
    mutating func take(_ part: AxesWindow) -> AxesEvidence.Verdict? {
        guard !part.isSpoilt, part.longestInterval <= Self.longestGap, part.forces >= Self.leastForces else {
            (gathered, now, before) = (0, Window(), nil)
            return nil
        }
        now.add(part, from: Double(gathered) / Double(Self.windows), of: Double(Self.windows))
        gathered += 1
        guard gathered == Self.windows else { return nil }
        defer { (gathered, now, before) = (0, Window(), now) }
        noteTurn(to: now.mean)
        guard let before else { return nil }
        let change = now.mean - before.mean
        guard change.length > Self.leastChange else { return nil }
        let spread = max(now.variance, before.variance) / (Self.halvingSpread * Self.halvingSpread)
        add(
            change, products: before.risingProducts + now.products - now.risingProducts,
            integral: before.risingIntegral + now.integral - now.risingIntegral, weight: 1 / (1 + spread))
        return confirmed(verdict)
    }

    /// Looks whether gravity has turned further than anything but turning the device makes it.
    private mutating func noteTurn(to mean: Acceleration<DeviceAxes>) {
        turnedFor = max(0, turnedFor - 1)
        age = min(age, Self.turnLasts) + 1
        guard Self.gravity ~= mean.length else { return }
        if age <= Self.turnLasts {
            guard mean.dot(reference) < Self.largeTurn * mean.length * reference.length else { return }
            turnedFor = Self.turnLasts
        }
        (reference, age) = (mean, 0)
    }

    /// Adds a change of gravity, in g, to the sums.
    private mutating func add(
        _ y: Acceleration<DeviceAxes>, products: Matrix3, integral: Acceleration<DeviceAxes>, weight w: Double
    ) {
        for index in normal.indices { normal[index] *= Self.memory }
        for index in right.indices { right[index] *= Self.memory }
        total = total * Self.memory + w * y.dot(y)
        weight = weight * Self.memory + w
        // (a × ω')ₓ = aᵧ·ω'_z − a_z·ω'ᵧ, and so on.
        add(y.x, minus: products.z, 1, plus: products.y, 2, minus: integral.z, plus: integral.y, w)
        add(y.y, minus: products.x, 2, plus: products.z, 0, minus: integral.x, plus: integral.z, w)
        add(y.z, minus: products.y, 0, plus: products.x, 1, minus: integral.y, plus: integral.x, w)
    }

    /// Adds one component: what stands before two rows of R, and before the same two entries of b.
    private mutating func add(
        _ y: Double, minus: MatrixRow, _ first: Int, plus: MatrixRow, _ second: Int, minus firstBias: Double,
        plus secondBias: Double, _ w: Double
    ) {
        for index in row.indices { row[index] = 0 }
        (row[3 * first], row[3 * first + 1], row[3 * first + 2]) = (-minus.x, -minus.y, -minus.z)
        (row[3 * second], row[3 * second + 1], row[3 * second + 2]) = (plus.x, plus.y, plus.z)
        (row[9 + first], row[9 + second]) = (-firstBias, secondBias)
        for i in row.indices where row[i] != 0 {
            right[i] += w * row[i] * y
            for j in row.indices { normal[Self.unknowns * i + j] += w * row[i] * row[j] }
        }
    }

    /// Lets a verdict through that was found a few times in a row.
    private mutating func confirmed(_ verdict: AxesEvidence.Verdict) -> AxesEvidence.Verdict {
        switch verdict {
        case .unknown: (wrongInARow, rightInARow) = (0, 0)
        case .right:
            (wrongInARow, rightInARow) = (0, rightInARow + 1)
            if rightInARow >= Self.confirmations { return .right }
        case .wrong:
            (wrongInARow, rightInARow) = (wrongInARow + 1, 0)
            if wrongInARow >= Self.confirmations { return verdict }
        }
        return .unknown
    }
}

extension SlowAxesCheck {
    /// What one way to read the rates explains, with the bias that suits it best: Σ y·p, Σ p·p, and Σ y·y without that bias.
    private struct Fit {
        let (agreement, power, total): (Double, Double, Double)

        /// The factor that the rates need.
        var factor: Double {
            let factor = power > 0 ? max(0, agreement / power) : 0
            return SlowAxesCheck.trueFactors ~= factor ? 1 : factor
        }

        /// What stays unexplained, in g², with a factor.
        func rest(_ factor: Double) -> Double { total - 2 * factor * agreement + factor * factor * power }
    }

    /// What all of it says.
    private var verdict: AxesEvidence.Verdict {
        guard weight >= Self.leastWeight, total >= Self.leastTotal, let biases else { return .unknown }
        let straight = fit(.straight, biases)
        let asIs = straight.rest(1) / total
        var best = Double.infinity
        for axes in readings {
            let fit = fit(axes, biases)
            if isOfUnits(fit.factor) { best = min(best, fit.rest(fit.factor) / total) }
        }
        if asIs < Self.rightRatio * best + Self.margin { return .right }
        guard best < Self.bestRest, asIs > Self.wrongRatio * best + Self.margin else { return .unknown }
        // Axes are wrong only where no factor on the right ones does nearly as well.
        if straight.rest(straight.factor) < min(Self.bestRest, Self.wrongRatio * best + 0.05) * total {
            return isOfUnits(straight.factor)
                ? .wrong(.straight, factor: straight.factor) : .unknown
        }
        var found = AxesEvidence.Verdict.unknown
        var mistakes = Int.max
        for axes in readings where axes.mistakes < mistakes {
            let fit = fit(axes, biases)
            let factor = fit.factor
            guard isOfUnits(factor), fit.rest(factor) <= (1.2 * best + 0.01) * total else { continue }
            mistakes = axes.mistakes
            found = .wrong(axes, factor: factor)
        }
        return found
    }

    /// True for a factor of rates that are right, or in °/s; or in rad/s, but taken for °/s.
    ///
    /// That only where the device was turned: braking tips a car by a tenth of what the force turns, and by a hundredth a
    /// train.
    private func isOfUnits(_ factor: Double) -> Bool {
        Self.trueFactors ~= factor || Self.trueFactors ~= factor * 180 / .pi
            || turnedFor > 0 && Self.trueFactors ~= factor * .pi / 180
    }

    /// The inverse of the biases' own sums; `nil` where there is none.
    private var biases: Matrix3? {
        func entry(_ i: Int, _ j: Int) -> Double {
            normal[Self.unknowns * (9 + i) + 9 + j] + (i == j ? Self.biasWeight : 0)
        }
        let x = MatrixRow(x: entry(0, 0), y: entry(0, 1), z: entry(0, 2))
        let y = MatrixRow(x: entry(1, 0), y: entry(1, 1), z: entry(1, 2))
        let z = MatrixRow(x: entry(2, 0), y: entry(2, 1), z: entry(2, 2))
        let determinant = Matrix3(x, y, z).determinant
        guard determinant > 0 else { return nil }
        // Symmetric, and so is its inverse.
        return Matrix3(y.cross(z) / determinant, z.cross(x) / determinant, x.cross(y) / determinant)
    }

    private func fit(_ axes: RateAxes, _ biases: Matrix3) -> Fit {
        let sources = (axes.x.rawValue, axes.y.rawValue, axes.z.rawValue)
        /// The place of an entry of R that is not 0, and its sign.
        func entry(_ line: Int, _ source: Int8) -> (place: Int, sign: Double) {
            (3 * line + Int(source.magnitude) - 1, source < 0 ? -1 : 1)
        }
        let (x, y, z) = (entry(0, sources.0), entry(1, sources.1), entry(2, sources.2))
        /// R with a row of the sums.
        func sum(_ line: Int) -> Double {
            let start = Self.unknowns * line
            return x.sign * normal[start + x.place] + y.sign * normal[start + y.place]
                + z.sign * normal[start + z.place]
        }
        let power = x.sign * sum(x.place) + y.sign * sum(y.place) + z.sign * sum(z.place)
        let agreement = x.sign * right[x.place] + y.sign * right[y.place] + z.sign * right[z.place]
        let crossed = MatrixRow(x: sum(9), y: sum(10), z: sum(11))
        let unread = MatrixRow(x: right[9], y: right[10], z: right[11])
        return Fit(
            agreement: agreement - crossed.dot(biases(unread)), power: power - crossed.dot(biases(crossed)),
            total: total - unread.dot(biases(unread)))
    }
}
