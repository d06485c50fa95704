import CLibevdev

/// The counts of the axes before the first event, which evemu and libinput write in comments of the description.
///
///     #   Event type 3 (EV_ABS)
///     #     Event code 0 (ABS_X)
///     #       Value      803
struct CommentedState {
    /// What has been found: the count of each axis.
    private(set) var counts: [Int32: Int32] = [:]

    private var type: Int64?
    private var code: Int64?

    /// Takes what follows the `#` of a comment.
    mutating func take(_ comment: inout ByteCursor) {
        comment.skipSpaces()
        if comment.take("Event type ") {
            type = comment.decimal()
            code = nil
        } else if comment.take("Event code ") {
            code = comment.decimal()
        } else if comment.take("Value ") {
            comment.skipSpaces()
            guard type == Int64(EV_ABS), let code, 0..<6 ~= code, let value = comment.decimal() else {
                return
            }
            counts[Int32(code)] = Int32(clamping: value)
        }
    }
}
