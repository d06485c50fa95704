import Foundation
import TiltCore

/// The C++ reference of VQF (the Python package `vqf`), running beside us and timed on demand.
final class ReferenceProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let data: URL

    /// Reads the samples once, then times one `updateBatch` for each line it gets, in nanoseconds.
    private static let program = """
        import sys, time
        import numpy as np
        from vqf import VQF
        a = np.fromfile(sys.argv[1]).reshape(-1, 6)
        acc, gyr = np.ascontiguousarray(a[:, :3]), np.ascontiguousarray(a[:, 3:])
        print("ready", flush=True)
        for line in sys.stdin:
            v = VQF(float(sys.argv[2]))
            start = time.perf_counter_ns()
            v.updateBatch(gyr, acc)
            print(time.perf_counter_ns() - start, flush=True)
        """

    /// Starts it on `samples` that are `interval` seconds apart; `nil` where there is no Python or no such package.
    init?(_ samples: [Sample], interval: Double) {
        let numbers = samples.flatMap { sample -> [Double] in
            guard let a = sample.acceleration, let g = sample.angularRate else { return [] }
            return [a.x, a.y, a.z, g.x, g.y, g.z]
        }
        data = FileManager.default.temporaryDirectory.appendingPathComponent("tiltshadow-bench-\(getpid())")
        guard (try? numbers.withUnsafeBytes({ try Data($0).write(to: data) })) != nil else { return nil }
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", Self.program, data.path, interval.description]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil, readLine() == "ready" else {
            try? FileManager.default.removeItem(at: data)
            return nil
        }
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: data)
    }

    /// Seconds that one `updateBatch` over all samples takes.
    func time() -> Double? {
        guard (try? input.fileHandleForWriting.write(contentsOf: Data("go\n".utf8))) != nil else {
            return nil
        }
        return Double(readLine()).map { $0 * 1e-9 }
    }

    /// The next line of the process; empty at its end.
    private func readLine() -> String {
        var line = Data()
        while let byte = try? output.fileHandleForReading.read(upToCount: 1), byte.first != nil,
            byte != Data([10])
        {
            line += byte
        }
        return String(decoding: line, as: UTF8.self)
    }
}
