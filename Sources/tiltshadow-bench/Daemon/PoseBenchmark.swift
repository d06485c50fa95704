import CLinux
import CPoses
import Foundation
import TiltCore

/// What it costs to read a page of poses; what it costs the daemon, its fan-out tells.
enum PoseBenchmark {
    static func run() {
        let reads = (0..<9).map { _ in nanosecondsOfRead() }.sorted()
        print(
            "one read carried to the photon, in C: \(Contest.fixed(reads[4], 1)) ns of CPU "
                + "(\(Contest.fixed(reads[0], 1)) to \(Contest.fixed(reads[8], 1)))")
    }

    /// The mean of many, each for another instant.
    private static func nanosecondsOfRead() -> Double {
        let estimate = GravityEstimate(
            up: Up(x: -0.3, y: 0.5, z: (1 - 0.34).squareRoot()), rate: AngularRate(x: 1, y: 0.5, z: -0.3))
        let motion = Motion(
            time: Timestamp(nanoseconds: 1_000_000_000), state: .tracking, estimate: estimate, fade: 1)
        var buffer = ByteBuffer()
        PosePage(motion, isStill: false).append(to: &buffer)
        var page = tiltshadow_page()
        withUnsafeMutableBytes(of: &page) { $0.copyBytes(from: buffer.bytes) }
        var options = tiltshadow_pose_options()
        (options.gain, options.limit, options.fallback) = (10, 16, (0, 4))
        var pose = tiltshadow_pose()
        let count = 500_000
        var (before, after) = (timespec(), timespec())
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before)
        for number in 0..<count {
            _ = tiltshadow_pose_at(&page, 1_000_000_000 + Int64(number % 20_000) * 1000, &options, &pose)
        }
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after)
        let seconds = Double(after.tv_sec - before.tv_sec) + Double(after.tv_nsec - before.tv_nsec) * 1e-9
        return seconds * 1e9 / Double(count)
    }
}
