/// The cells of one section of the Today page: one column where it is narrow, else two thirds and one third in turn.
///
///     narrow   0        wide   0 0 1
///              1               2 3 3
///              2               4 4 5
///
/// Cell i is a wide one where i mod 4 is 0 or 3. Numbering begins anew in each section; an odd last cell keeps its own
/// width and leaves a gap.
public struct TodayGrid: Equatable, Sendable {
    /// The section's width, in points; not below 0.
    public let width: Double
    /// How many cells there are; 0 to a million, beyond which it is taken for that.
    public let count: Int
    /// The width from which on there are two columns, in points; by default 700.
    public let breakpoint: Double

    /// A cell's height, in points.
    public static let cellHeight = 470.0
    /// What a card leaves free of its cell on each side, in points.
    public static let cardMargin = 20.0
    /// The radius of a card's corners, in points.
    public static let cardRadius = 14.0

    /// Creates the grid of a section.
    public init(width: Double, count: Int, breakpoint: Double = 700) {
        self.width = max(0, width.finiteOrZero)
        self.count = count.limited(to: 0...1_000_000)
        self.breakpoint = breakpoint
    }

    /// How many cells lie side by side, 1 or 2.
    public var columns: Int { width < breakpoint ? 1 : 2 }

    /// The height of all rows, in points.
    public var height: Double { Double((count + columns - 1) / columns) * Self.cellHeight }

    /// The rectangle of the cell with this number, from the section's top left corner; any number from 0 on has one.
    public func cell(_ index: Int) -> Rectangle {
        let row = Rectangle(
            x: 0, y: Double(index / columns) * Self.cellHeight, width: width, height: Self.cellHeight)
        guard columns == 2 else { return row }
        let isWide = index % 4 == 0 || index % 4 == 3
        let third = width / 3
        var cell = row
        cell.width = isWide ? width - third : third
        // What the left neighbour leaves, so that neither a gap nor an overlap comes from rounding.
        if index % 2 == 1 { cell.x = width - cell.width }
        return cell
    }

    /// All cells, in order.
    public var cells: [Rectangle] { (0..<count).map(cell) }

    /// The rectangle of the card in a cell, from the section's top left corner.
    public func card(_ index: Int) -> Rectangle { cell(index).inset(by: Self.cardMargin) }
}
