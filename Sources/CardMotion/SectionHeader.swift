/// The heading of a section of the Today page: which day it is about, and what to call it.
///
/// It carries no text. "Yesterday" and "Saturday, June 17" are words of a language, and every shell has a library
/// for them already (ICU, `Intl`, GLib, Foundation); a second one here would be smaller and wrong. So the shell says which
/// day it is *here*, by ``CalendarDay/init(secondsSince1970:offset:)`` or from its own calendar, and puts ``title`` and
/// ``day`` into words. Whoever asks again with a new day after midnight has the headings of that day: they are equal to
/// the former ones until then, which makes asking often cheap.
public struct SectionHeader: Equatable, Sendable {
    /// What the large line says.
    public enum Title: Equatable, Sendable {
        /// The section of today.
        case today
        /// The section of the day before.
        case yesterday
        /// An older section, by its day of the week.
        case weekday(Weekday)
    }

    /// The day the section is about; its date is the small line, in upper case.
    public let day: CalendarDay
    /// What the large line says.
    public let title: Title
    /// Whether the user's picture is shown: in the topmost section only.
    public let showsPicture: Bool

    /// The headings of the newest `count` sections on a day: that day, the day before, and so on.
    public static func newest(_ count: Int, on today: CalendarDay) -> [SectionHeader] {
        (0..<max(0, count)).map { back in
            let day = today.advanced(by: -back)
            let title: Title = back == 0 ? .today : back == 1 ? .yesterday : .weekday(day.weekday)
            return SectionHeader(day: day, title: title, showsPicture: back == 0)
        }
    }

    /// A heading's height, in points; it scrolls with its section.
    public static let height = 81.0
    /// Where the small line begins, from the left and from the top, in points.
    public static let inset = 20.0
    /// Size of the small line's text, in points.
    public static let dateSize = 12.0
    /// Size of the large line's text, in points.
    public static let titleSize = 36.0
    /// Between the small line and the large one, in points.
    public static let lineGap = 2.0
    /// Width and height of the round picture, 20 points from the right, in points.
    public static let pictureSize = 35.0
}
