package import TiltCore

extension Mounting {
    /// A number that tells one mounting from another, for who only wants to know whether it has changed: FNV-1a of what it is
    /// made of.
    package var mark: UInt64 {
        var mark: UInt64 = 0xCBF2_9CE4_8422_2325
        let m = matrix.matrix
        for row in [m.x, m.y, m.z] {
            for value in [row.x, row.y, row.z] { mark = (mark ^ value.bitPattern) &* 0x100_0000_01B3 }
        }
        let source: UInt64 =
            switch source {
            case .config: 0
            case .udev: 1
            case .sysfs: 2
            case .table: 3
            case .identity: 4
            }
        let signs: UInt64 = (convention == .hid ? 8 : 0) | (rawSign < 0 ? 16 : 0)
        return (mark ^ (source | signs)) &* 0x100_0000_01B3
    }
}
