import ArgumentParser
import TiltCore

/// The check of an option that is a number.
enum OptionRange {
    /// Refuses a value outside its range, quoting it.
    static func check(_ option: String, _ value: Double, _ range: ClosedRange<Double>) throws(ValidationError)
    {
        guard !range.contains(value) else { return }
        let (low, high) = (range.lowerBound.shortText, range.upperBound.shortText)
        throw ValidationError("\(option) \(value.shortText): expected \(low) to \(high)")
    }
}
