import CLinux
import CPoses
import Foundation
import TiltCore

/// What a page of poses costs: who reads it, and the daemon that writes it.
enum PoseBenchmark {
    /// Measures `EXECUTABLE` (by default the `tiltshadowd` beside this program) in so many `--pairs` (by default 5) of
    /// `--seconds` (by default 10) each; false where something could not be measured.
    static func run(_ arguments: [String]) -> Bool {
        var (seconds, pairs, path) = (10, 5, MeasuredDaemon.besideThisProgram)
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--seconds", "--pairs":
                guard let number = rest.popFirst().flatMap({ Int($0) }), number > 0 else { return false }
                if word == "--seconds" { seconds = number } else { pairs = number }
            default: path = word
            }
        }
        let reads = (0..<9).map { _ in nanosecondsOfRead() }.sorted()
        print(
            "one read carried to the photon, in C: \(Contest.fixed(reads[4], 1)) ns of CPU "
                + "(\(Contest.fixed(reads[0], 1)) to \(Contest.fixed(reads[8], 1)))")
        do {
            try measure(path, readers: 10_000, rateHz: 144, seconds: seconds, pairs: pairs)
            return true
        } catch {
            print("  cannot measure: \(error)")
            return false
        }
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

    private static func measure(
        _ path: String, readers: Int, rateHz: Double, seconds: Int, pairs: Int
    ) throws {
        var ratios: [Double] = []
        var (ones, manies): ([Double], [Double]) = ([], [])
        for pair in 0..<pairs {
            for part in 0..<2 {
                let isOne = (pair + part) % 2 == 0
                let run = try FanoutRun(
                    .daemon(path), readers: isOne ? 1 : readers, rateHz: rateHz, seconds: seconds,
                    areMapped: !isOne)
                if isOne { ones.append(run.cpu) } else { manies.append(run.cpu) }
            }
            ratios.append(manies[pair] / max(ones[pair], 1e-9))
        }
        ratios.sort()
        let each = [ones, manies].map { Contest.fixed(Contest.median($0) / Double(seconds) * 1000, 2) }
        print(
            "\(readers) readers of a page at \(Int(rateHz)) Hz: \(each[1]) ms/s of the daemon's CPU, one subscriber "
                + "\(each[0]); ratio \(Contest.fixed(Contest.median(ratios), 2)) "
                + "(\(Contest.fixed(ratios[0], 2)), \(Contest.fixed(ratios[ratios.count - 1], 2)))")
    }
}
