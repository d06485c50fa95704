import TiltCore
import TiltDaemon

/// Where readings lie while the core is told of them.
final class ReadingRoom {
    static let most = 256
    let readings = UnsafeMutableBufferPointer<Reading>.allocate(capacity: most)
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: Connection.mostRead, alignment: 1)

    init() { readings.initialize(repeating: Reading(time: Timestamp(nanoseconds: 0))) }

    deinit {
        readings.deallocate()
        bytes.deallocate()
    }
}
