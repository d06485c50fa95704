import Foundation
import RecordedDevices
import TiltCore

/// A physical statement of a log's header, checked against what was decoded and the frames made of it.
///
///     expect: pitch 30 ± 1 deg at 1.5 s          pitch, roll in deg; x, y in pt; state below
///     expect: az 9.81 ± 0.05 m/s² at 1.5 s       ax, ay, az and gravity, their length, in m/s², device axes
///     expect: gx 90 ± 2 deg/s at 1.5 s           gx, gy, gz in deg/s, device axes
///     expect: spacing 10 ± 0.1 ms                the middle one of the times between two readings; also longest-gap
///     expect: readings 200                       also frames, lost, skipped, rejected, clipped
///     expect: state tracking at 1.5 s
///     expect: no step over 0.5 pt                between the offsets of two frames
///     expect: steady within 0.2 deg after 1 s    pitch and roll
///     expect: fault gyroscope-stuck          or: no fault
///     expect: note determinant -1                a text in what `tiltshadow sensors` says; also refused
enum Expectation: Equatable {
    /// A number that has a value at an instant.
    enum Quantity: String, CaseIterable {
        case pitch, roll, x, y, ax, ay, az, gravity, gx, gy, gz

        var unit: String {
            switch self {
            case .pitch, .roll: "deg"
            case .x, .y: "pt"
            case .ax, .ay, .az, .gravity: "m/s²"
            case .gx, .gy, .gz: "deg/s"
            }
        }
    }

    /// A number of things that happened.
    enum Count: String, CaseIterable { case readings, frames, lost, skipped, rejected, clipped }

    /// A time between two readings.
    enum Interval: String, CaseIterable {
        case spacing
        case longestGap = "longest-gap"
    }

    case value(Quantity, Double, tolerance: Double, at: Double)
    case state(TrackingState, at: Double)
    case interval(Interval, milliseconds: Double, tolerance: Double)
    case count(Count, Int)
    case noStep(over: Double)
    case steady(within: Double, after: Double)
    case fault(String)
    case noFault
    case note(String)
    case refused(String)

    /// Reads the text after `expect: `; `nil` where it says none of the above.
    init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        let rest = words.dropFirst().joined(separator: " ")
        let numbers = words.map { Double($0) }
        func has(_ pattern: String) -> Bool {
            let wanted = pattern.split(separator: " ").map(String.init)
            return wanted.count == words.count
                && zip(wanted, words).allSatisfy { $0 == $1 || ($0 == "#" && Double($1) != nil) }
        }
        let first = words.first ?? ""
        if let quantity = Quantity(rawValue: first), has("\(first) # ± # \(quantity.unit) at # s"),
            let value = numbers[1], let tolerance = numbers[3], let time = numbers[6]
        {
            self = .value(quantity, value, tolerance: tolerance, at: time)
        } else if let interval = Interval(rawValue: first), has("\(first) # ± # ms"),
            let value = numbers[1], let tolerance = numbers[3]
        {
            self = .interval(interval, milliseconds: value, tolerance: tolerance)
        } else if let count = Count(rawValue: first), has("\(first) #"), let value = Int(words[1]) {
            self = .count(count, value)
        } else if has("no step over # pt"), let limit = numbers[3] {
            self = .noStep(over: limit)
        } else if has("steady within # deg after # s"), let limit = numbers[2], let time = numbers[5] {
            self = .steady(within: limit, after: time)
        } else if first == "state", words.count == 5, let state = TrackingState(rawValue: words[1]),
            has("state \(words[1]) at # s"), let time = numbers[3]
        {
            self = .state(state, at: time)
        } else if text == "no fault" {
            self = .noFault
        } else if first == "fault", words.count == 2 {
            self = .fault(words[1])
        } else if first == "note", words.count > 1 {
            self = .note(rest)
        } else if first == "refused", words.count > 1 {
            self = .refused(rest)
        } else {
            return nil
        }
    }
}
