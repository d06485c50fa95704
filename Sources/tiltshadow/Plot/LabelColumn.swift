/// Places labels beside the ends of their lines, moved as little as keeps them apart.
enum LabelColumn {
    /// The rows for labels that would like to be at `wishes`, `spacing` apart and within `bounds`; as given, not sorted.
    static func rows(_ wishes: [Double], spacing: Double, within bounds: ClosedRange<Double>) -> [Double] {
        let order = wishes.indices.sorted { (wishes[$0], $0) < (wishes[$1], $1) }
        var rows = wishes
        var next = bounds.lowerBound
        for index in order {
            rows[index] = max(rows[index], next)
            next = rows[index] + spacing
        }
        var limit = bounds.upperBound
        for index in order.reversed() {
            rows[index] = min(rows[index], limit)
            limit = rows[index] - spacing
        }
        return rows
    }
}
