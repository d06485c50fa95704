extension [Bool] {
    /// The runs of true entries, as ranges of indices.
    var spans: [Range<Int>] {
        var spans: [Range<Int>] = []
        var start: Int?
        for (index, isInside) in enumerated() {
            switch (isInside, start) {
            case (true, nil): start = index
            case (false, .some(let first)):
                spans.append(first..<index)
                start = nil
            default: break
            }
        }
        if let start { spans.append(start..<count) }
        return spans
    }
}
