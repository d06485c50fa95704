import CPoses
import Foundation
import Testing

@testable import TiltCore

/// The page of a pose: one layout for the daemon, for C and for whoever reads the manual.
@Suite struct `Pose page` {
    static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private static var page: PosePage {
        var page = PosePage()
        page.state = .stale
        page.flags = [.hasPose, .gyroscope]
        (page.panelRotation, page.displayRotation) = (.quarter, .threeQuarters)
        page.time = Timestamp(nanoseconds: 81_234_567_890_123)
        page.target = Timestamp(nanoseconds: -5)
        page.up = Up(x: 0.1, y: -0.2, z: 0.9)
        page.rate = AngularRate(x: 1, y: 2, z: 3)
        (page.strength, page.fade, page.yaw, page.rateHz) = (0.75, 0.5, -0.25, 144)
        return page
    }

    private static func bytes(_ page: PosePage) -> [UInt8] {
        var buffer = ByteBuffer()
        page.append(to: &buffer)
        return buffer.bytes
    }

    @Test(arguments: [PosePage(), PosePage.ended(at: Timestamp(nanoseconds: 7)), `Pose page`.page])
    func `says what was written`(page: PosePage) {
        let bytes = Self.bytes(page)
        #expect(bytes.count == PosePage.size)
        #expect(bytes.starts(with: Array("TILTPOSE".utf8)))
        #expect(bytes.withUnsafeBytes { PosePage($0) } == page)
    }

    @Test(arguments: [
        (0, 0), (PosePage.Place.version, 2), (PosePage.Place.size, 64), (PosePage.Place.state, 3),
    ])
    func `refuses bytes that are no page of this version`(place: Int, value: Int) {
        var bytes = Self.bytes(Self.page)
        bytes[place] = UInt8(value)
        #expect(bytes.withUnsafeBytes { PosePage($0) } == nil)
        #expect(bytes.prefix(127).withUnsafeBytes { PosePage($0) } == nil)
    }

    @Test func `stands in C's header at the same places`() throws {
        let places = [
            "magic": PosePage.Place.magic, "version": PosePage.Place.version, "size": PosePage.Place.size,
            "sequence": PosePage.Place.sequence, "state": PosePage.Place.state,
            "flags": PosePage.Place.flags, "t_ns": PosePage.Place.time, "for_ns": PosePage.Place.target,
            "up": PosePage.Place.up, "rate": PosePage.Place.rate, "strength": PosePage.Place.strength,
            "fade": PosePage.Place.fade, "yaw": PosePage.Place.yaw, "rate_hz": PosePage.Place.rateHz,
        ]
        var found: [String: Int] = [:]
        found["magic"] = MemoryLayout<tiltshadow_page>.offset(of: \.magic)
        found["version"] = MemoryLayout<tiltshadow_page>.offset(of: \.version)
        found["size"] = MemoryLayout<tiltshadow_page>.offset(of: \.size)
        found["sequence"] = MemoryLayout<tiltshadow_page>.offset(of: \.sequence)
        found["state"] = MemoryLayout<tiltshadow_page>.offset(of: \.state)
        found["flags"] = MemoryLayout<tiltshadow_page>.offset(of: \.flags)
        found["t_ns"] = MemoryLayout<tiltshadow_page>.offset(of: \.t_ns)
        found["for_ns"] = MemoryLayout<tiltshadow_page>.offset(of: \.for_ns)
        found["up"] = MemoryLayout<tiltshadow_page>.offset(of: \.up)
        found["rate"] = MemoryLayout<tiltshadow_page>.offset(of: \.rate)
        found["strength"] = MemoryLayout<tiltshadow_page>.offset(of: \.strength)
        found["fade"] = MemoryLayout<tiltshadow_page>.offset(of: \.fade)
        found["yaw"] = MemoryLayout<tiltshadow_page>.offset(of: \.yaw)
        found["rate_hz"] = MemoryLayout<tiltshadow_page>.offset(of: \.rate_hz)
        #expect(found == places)
        #expect(MemoryLayout<tiltshadow_page>.size == PosePage.size)
        #expect(TILTSHADOW_PAGE_ENDED.rawValue == PosePage.Flags.ended.rawValue)
        #expect(TILTSHADOW_PAGE_HAS_POSE.rawValue == PosePage.Flags.hasPose.rawValue)
        #expect(TILTSHADOW_PAGE_STILL.rawValue == PosePage.Flags.still.rawValue)
        #expect(TILTSHADOW_PAGE_GYROSCOPE.rawValue == PosePage.Flags.gyroscope.rawValue)
        for (state, number) in [
            (TILTSHADOW_NONE, TrackingState.none), (TILTSHADOW_STALE, .stale),
            (TILTSHADOW_TRACKING, .tracking),
        ] { #expect(Int64(state.rawValue) == number.number) }
    }

    @Test func `stands in the manual at the same places`() throws {
        let manual = try Self.text("Sources/tiltshadow/Manual/tiltshadow-protocol.7")
        let places = [
            (PosePage.Place.magic, "magic"), (PosePage.Place.version, "version"),
            (PosePage.Place.size, "size"),
            (PosePage.Place.sequence, "sequence"), (PosePage.Place.state, "state"),
            (PosePage.Place.flags, "flags"), (PosePage.Place.time, "t_ns"), (PosePage.Place.target, "for_ns"),
            (PosePage.Place.up, "up"), (PosePage.Place.rate, "rate"), (PosePage.Place.strength, "strength"),
            (PosePage.Place.fade, "fade"), (PosePage.Place.yaw, "yaw"), (PosePage.Place.rateHz, "rate_hz"),
        ]
        for (place, name) in places { #expect(manual.contains("\n\(place)\t\(name)\t"), "\(place) \(name)") }
    }
}
