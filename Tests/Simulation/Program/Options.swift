/// What the command line asks for.
struct Options {
    enum Task {
        case seconds(Double, from: UInt64)
        case seeds(ClosedRange<UInt64>)
        /// The seeds of a file, one a line.
        case kept(String)
        case replay(String)
    }

    var task = Task.seconds(10, from: 1)
    /// Happenings in the life of one seed.
    var steps = 20_000
    /// The most subscribers at a time.
    var people = 300
    /// The same in a steady world.
    static let steadyPeople = 20
    /// Twenty subscribers that read, for hours.
    var isSteady = false
    /// True where what was found is shortened.
    var shrinks = true
    /// True where a failure does not end the run: the first of each invariant is told at the end.
    var goesOn = false
    /// True where each event and effect is told.
    var isTraced = false
    /// Where the session of a failure goes; nowhere but to the screen where it is `nil`.
    var sessionPath: String?
    /// Where to write once a minute what was done so far; nowhere where it is `nil`.
    var progressPath: String?

    static let usage = """
        usage: tiltshadow-simulate [--seconds N [--from SEED]] [--seeds A...B | --seeds FILE] [--seed S] [--replay FILE]
               [--steps K] [--people N] [--steady] [--no-shrink] [--go-on] [--trace] [--session FILE]
               [--progress FILE]
        """

    init() {}

    init?(_ arguments: ArraySlice<String>) {
        var rest = arguments
        func number<Number: LosslessStringConvertible>(_ text: String?) -> Number? {
            text.flatMap { Number($0) }
        }
        while let word = rest.popFirst() {
            switch word {
            case "--seconds":
                guard let seconds: Double = number(rest.popFirst()) else { return nil }
                task = .seconds(seconds, from: 1)
            case "--from":
                guard case .seconds(let seconds, _) = task, let seed: UInt64 = number(rest.popFirst()) else {
                    return nil
                }
                task = .seconds(seconds, from: seed)
            case "--seeds":
                guard let text = rest.popFirst() else { return nil }
                let bounds = text.split(separator: ".").compactMap { UInt64($0) }
                task =
                    bounds.count == 2 && bounds[0] <= bounds[1] ? .seeds(bounds[0]...bounds[1]) : .kept(text)
            case "--seed":
                guard let seed: UInt64 = number(rest.popFirst()) else { return nil }
                task = .seeds(seed...seed)
            case "--steps":
                guard let count: Int = number(rest.popFirst()) else { return nil }
                steps = count
            case "--people":
                guard let count: Int = number(rest.popFirst()), count > 0 else { return nil }
                people = count
            case "--steady":
                isSteady = true
                people = Self.steadyPeople
            case "--go-on": goesOn = true
            case "--no-shrink": shrinks = false
            case "--trace": isTraced = true
            case "--session":
                guard let path = rest.popFirst() else { return nil }
                sessionPath = path
            case "--progress":
                guard let path = rest.popFirst() else { return nil }
                progressPath = path
            case "--replay":
                guard let path = rest.popFirst() else { return nil }
                task = .replay(path)
            default: return nil
            }
        }
    }
}
