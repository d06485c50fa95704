import TiltCore

/// The choice among the rates that an IIO driver offers.
package enum SamplingFrequency {
    /// The rate to write for at least `wanted` Hz: the lowest that is enough, else the highest there is.
    ///
    /// `available` is a list, or a range `[min step max]`; the text of a listed rate is returned as the driver wrote
    /// it, since some compare text. `nil` where nothing can be read from `available`.
    package static func choose(from available: String, atLeast wanted: Double) -> String? {
        let isRange = available.utf8.first == UInt8(ascii: "[")
        let bare = String(
            decoding: available.utf8.filter { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "]") },
            as: UTF8.self)
        let rates = bare.words.compactMap { text in
            DecimalParser.double(text).flatMap { $0.isFinite && $0 > 0 ? (text: text, value: $0) : nil }
        }
        guard isRange else {
            let enough = rates.filter { $0.value >= wanted }
            return (enough.min { $0.value < $1.value } ?? rates.max { $0.value < $1.value })?.text
        }
        let bounds = bare.words.compactMap { DecimalParser.double($0) }
        guard bounds.count == 3, bounds.allSatisfy({ $0.isFinite }), bounds[0] <= bounds[2] else {
            return nil
        }
        let (low, step, high) = (bounds[0], bounds[1], bounds[2])
        guard wanted > low else { return low.shortText }
        guard step > 0 else { return high.shortText }
        let steps = ((wanted - low) / step).rounded(.up)
        return min(high, low + steps * step).shortText
    }
}
