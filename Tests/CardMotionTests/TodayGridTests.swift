import CardMotion
import Testing

@Suite struct `Today grid` {
    @Test(arguments: try Golden.read().grid)
    func `has the cells worked out independently`(row: Golden.GridRow) {
        let cells = TodayGrid(width: row.width, count: row.count).cells
        #expect(cells.count == row.cells.count)
        for (cell, golden) in zip(cells, row.cells) {
            let numbers = [cell.x, cell.y, cell.width, cell.height]
            #expect(zip(numbers, golden).allSatisfy { abs($0 - $1) < 0.0006 }, "\(cell)")
        }
    }

    @Test(arguments: [
        (375.0, 1), (699, 1), (699.999, 1), (700, 2), (768, 2), (1280, 2), (0, 1), (-5, 1), (.nan, 1),
    ])
    func `has one column below its breakpoint, two from there`(width: Double, columns: Int) {
        #expect(TodayGrid(width: width, count: 4).columns == columns)
    }

    @Test func `on a phone has one card of 335 by 430 points a row`() {
        let grid = TodayGrid(width: 375, count: 3)
        for (index, cell) in grid.cells.enumerated() {
            #expect(cell == Rectangle(x: 0, y: Double(index) * 470, width: 375, height: 470))
            #expect(
                grid.card(index) == Rectangle(x: 20, y: Double(index) * 470 + 20, width: 335, height: 430))
        }
        #expect(grid.height == 3 * 470)
    }

    @Test func `tiles every width and count without overlap or gap, but for an odd last cell`() {
        for tenths in stride(from: 7000, through: 25_600, by: 37) {
            let width = Double(tenths) / 10
            for count in 0...9 {
                let grid = TodayGrid(width: width, count: count)
                let cells = grid.cells
                for (index, cell) in cells.enumerated() {
                    #expect(cell.y == Double(index / 2) * 470 && cell.height == 470)
                    #expect(cell.x >= 0 && cell.x + cell.width <= width * (1 + 1e-15))
                    if index % 2 == 0 { #expect(cell.x == 0) }
                    if index % 2 == 1 {
                        #expect(abs(cells[index - 1].width - cell.x) < 1e-9)
                        let (wide, narrow) = (
                            max(cell.width, cells[index - 1].width), min(cell.width, cells[index - 1].width)
                        )
                        #expect(abs(wide / narrow - 2) < 1e-9)
                    }
                }
                #expect(grid.height == (cells.last.map { $0.y + $0.height } ?? 0))
            }
        }
    }

    @Test(arguments: [375.0, 1024])
    func `has a height for any count`(width: Double) {
        let grid = TodayGrid(width: width, count: .max)
        #expect(grid.count == 1_000_000)
        #expect(grid.height == TodayGrid(width: width, count: 1_000_000).height)
        #expect(grid.cell(.max).y.isFinite)
    }

    @Test func `has nothing of less than no cells`() {
        #expect(TodayGrid(width: 1024, count: -3).cells.isEmpty)
        #expect(TodayGrid(width: 1024, count: -3).height == 0)
        #expect(TodayGrid(width: 10, count: 1).card(0).width == 0)
    }
}
