import TiltCore

/// The rate of a table's rows that a line above it tells.
struct StatedRate {
    /// In rows a second: 1 to 10,000, or 0.1 to 1000 where a period is told.
    let hertz: Double
    /// How it is known, where that is to be said.
    let reason: String?

    private static let possible = 1.0...10_000.0

    /// Looks at all lines above a table; `nil` where none tells one, or they tell several.
    init?(above head: [String]) {
        // HyperIMU: `@ Date:…, Sampling Rate:100ms`.
        let periods = head.compactMap { line in
            line.split(separator: ":").last.flatMap {
                $0.hasSuffix("ms") ? DecimalParser.double(String($0.dropLast(2))) : nil
            }
        }
        if let milliseconds = periods.first, Self.possible ~= milliseconds {
            hertz = 1000 / milliseconds
            reason = nil
        } else if let rate = Self.hertz(head), Self.possible ~= rate {
            hertz = rate
            reason = "\(rate.shortText) Hz stands above it"
        } else {
            return nil
        }
    }

    /// The rate in Hz that lines tell, the only one or the one that is called so: ActiGraph's `… M/d/yyyy at 30 Hz …`,
    /// OpenBCI's `%Sample Rate = 200 Hz`, PicoQuake's `data_rate = 2000.0 Hz, filter = 488 Hz`.
    private static func hertz(_ lines: [String]) -> Double? {
        var found: [(isRate: Bool, number: Double)] = []
        for line in lines {
            let words = line.lowercased().split(whereSeparator: { " =:,;\t".contains($0) }).map(String.init)
            for (index, word) in words.enumerated() where word.hasSuffix("hz") {
                let isApart = word == "hz"
                let text = isApart ? words[..<index].last ?? "" : String(word.dropLast(2))
                guard let number = DecimalParser.double(text) else { continue }
                found.append(
                    (words[..<(isApart ? max(0, index - 1) : index)].last?.hasSuffix("rate") ?? false, number)
                )
            }
        }
        let named = found.filter { $0.isRate }
        let rates = Set((named.isEmpty ? found : named).map { $0.number })
        return rates.count == 1 ? rates.first : nil
    }
}
