import TiltCore
import TiltScore

/// What a person sees of a shadow that is drawn at each vsync, beside where it would have to be.
struct DisplayMeasures {
    /// RMS distance of what is shown from the truth when it lights up, in points, in motion.
    var error: Double?
    /// RMS of the second differences of what is shown over that of the truth, in motion.
    var judder: Double?
    /// RMS of what the second differences have beyond the truth's, in points.
    var residual: Double?
    /// The share of the steps in motion that are less than half of every step of the truth around them, in percent.
    var repeats: Double?
    /// RMS step from picture to picture at rest, in points.
    var restStep: Double?

    /// The truth's steps so long before and after are around one, in seconds.
    private static let around = 0.04
    /// Steps of the truth of no more than this are no motion that could be repeated, and of less none at all, in points.
    private static let (leastMotion, leastStep) = (0.02, 0.003)

    /// Judges `shown`, one offset for each picture of `truth`; `refresh` is the time between two, in seconds.
    init(_ shown: [ShadowOffset], _ truth: DisplayTruth, refresh: Double) {
        let pictures = truth.pictures
        error =
            pictures.indices.filter { pictures[$0].isMoving }.map {
                (shown[$0] - pictures[$0].offset).length
            }.rootMeanSquare
        judgeSecondDifferences(shown, pictures)
        judgeSteps(shown, pictures, width: Int((Self.around / refresh).rounded(.up)))
    }

    /// The mean of each over several trials.
    init(meanOf all: [DisplayMeasures]) {
        error = all.compactMap(\.error).mean
        judder = all.compactMap(\.judder).mean
        residual = all.compactMap(\.residual).mean
        repeats = all.compactMap(\.repeats).mean
        restStep = all.compactMap(\.restStep).mean
    }

    private mutating func judgeSecondDifferences(
        _ shown: [ShadowOffset], _ pictures: [DisplayTruth.Picture]
    ) {
        var (ours, theirs, beyond): ([Double], [Double], [Double]) = ([], [], [])
        for index in pictures.indices.dropFirst().dropLast() {
            let (before, now, after) = (pictures[index - 1], pictures[index], pictures[index + 1])
            guard before.isMoving, now.isMoving, after.isMoving else { continue }
            let own = shown[index + 1] - 2 * shown[index] + shown[index - 1]
            let exact = after.offset - 2 * now.offset + before.offset
            ours.append(own.length)
            theirs.append(exact.length)
            beyond.append((own - exact).length)
        }
        residual = beyond.rootMeanSquare
        judder = theirs.rootMeanSquare.flatMap { theirs in
            theirs > 0 ? ours.rootMeanSquare.map { $0 / theirs } : nil
        }
    }

    private mutating func judgeSteps(
        _ shown: [ShadowOffset], _ pictures: [DisplayTruth.Picture], width: Int
    ) {
        let exact = zip(pictures.dropFirst(), pictures).map { ($0.offset - $1.offset).length }
        var (steps, repeated, rest) = (0, 0, [Double]())
        for index in exact.indices {
            let (before, after) = (pictures[index], pictures[index + 1])
            let step = (shown[index + 1] - shown[index]).length
            if before.isAtRest, after.isAtRest, exact[index] < Self.leastStep { rest.append(step) }
            guard before.isMoving, after.isMoving else { continue }
            let least =
                exact[max(0, index - width)...min(exact.count - 1, index + width)].min() ?? 0
            guard least > Self.leastMotion else { continue }
            steps += 1
            if step < 0.5 * least { repeated += 1 }
        }
        repeats = steps > 0 ? 100 * Double(repeated) / Double(steps) : nil
        restStep = rest.rootMeanSquare
    }
}
