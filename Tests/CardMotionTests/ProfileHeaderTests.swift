import CardMotion
import Testing

@Suite struct `Profile header` {
    private static let header = ProfileHeader()

    @Test func `has the numbers worked out independently`() throws {
        let rows = try Golden.read().header
        #expect(rows.count == 14)
        for (key, row) in rows {
            let pose = Self.header.pose(at: try #require(Double(key)))
            #expect(abs(pose.headerScale - row.scale) < 1e-12 && pose.headerY == row.translateY, "at \(key)")
            // The original leaves the label where it was while pulled; here it goes out of sight.
            #expect(abs(pose.labelY - (row.labelY ?? 95)) < 1e-12, "at \(key)")
            #expect(
                abs(pose.blur - row.blur) < 1e-12 && abs(pose.avatarScale - row.avatar) < 1e-6, "at \(key)")
            #expect(pose.isHeaderInFront == row.headerInFront, "at \(key)")
        }
    }

    @Test func `is continuous but for what lies in front, which changes once`() {
        var last = Self.header.pose(at: -300)
        var changes: [Double] = []
        for step in -29_999...30_000 {
            let offset = Double(step) / 100
            let pose = Self.header.pose(at: offset)
            // The steepest is the label, a point for a point.
            #expect(abs(pose.labelY - last.labelY) < 0.0101 && abs(pose.headerY - last.headerY) < 0.0101)
            #expect(
                abs(pose.avatarY - last.avatarY) < 0.004 && abs(pose.headerScale - last.headerScale) < 1e-4)
            #expect(abs(pose.blur - last.blur) < 3e-4 && abs(pose.avatarScale - last.avatarScale) < 1.1e-4)
            if pose.isHeaderInFront != last.isHeaderInFront { changes.append(offset) }
            last = pose
        }
        #expect(changes == [40.01])
    }

    @Test func `keeps the header's top edge on the screen and the avatar's bottom edge in the content`() {
        for offset in stride(from: -200.0, through: 200, by: 0.5) {
            let pose = Self.header.pose(at: offset)
            // The avatar lies from 79 to 148, scaled about its centre.
            let bottom = (79 + 69 / 2) + pose.avatarY + 69 * pose.avatarScale / 2
            #expect(abs(bottom - (79 + 69 / 2) - 69 / 2) < 1e-12)
            if offset < 0 { #expect(pose.headerY == 0 && pose.headerScale * 107 - (107 - offset) < 1e-9) }
            #expect(pose.headerY >= -40 && pose.headerY <= 0)
        }
    }

    @Test func `forgets label and blur when it is pulled after a scroll`() {
        #expect(Self.header.pose(at: 130).blur == 1 && Self.header.pose(at: 130).labelY == -35)
        #expect(Self.header.pose(at: -50).blur == 0 && Self.header.pose(at: -50).labelY == 95)
    }

    @Test(arguments: [(94.0, 0.0), (95, 0), (112.5, 0.5), (130, 1), (1e9, 1), (-1e9, 0)])
    func `keeps the blur between nothing and all of it`(offset: Double, blur: Double) {
        #expect(Self.header.pose(at: offset).blur == blur)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `takes an offset that is no number for none`(offset: Double) {
        #expect(Self.header.pose(at: offset) == Self.header.pose(at: 0))
    }
}
