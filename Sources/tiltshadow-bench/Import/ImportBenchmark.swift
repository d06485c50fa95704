import CLinux
import TiltCore
import TiltImport

/// Recordings of other programs in memory, read to readings; beside them `memchr` over the same bytes, as `wc -l` does.
enum ImportBenchmark {
    private static let samples = 100_000
    private static let repeats = 5

    static func run() {
        print("import: \(samples) samples, best and median of \(repeats), in MB per second of CPU time")
        measure("neutral CSV", Workload.csv(samples))
        measure("phyphox", ImportWorkload.phyphox(samples))
        measure("EuRoC", ImportWorkload.euroc(samples))
        measure("evemu", ImportWorkload.evemu(samples))
        measure("libinput record", ImportWorkload.libinput(samples))
        FileImportBenchmark.run([
            ("neutral CSV", Workload.csv(samples)), ("libinput record", ImportWorkload.libinput(samples)),
        ])
    }

    private static func measure(_ name: String, _ bytes: [UInt8]) {
        var reading: [Double] = []
        var counting: [Double] = []
        var (rows, lines) = (0, 0)
        for _ in 0..<repeats {
            reading.append(speed(bytes) { rows = read(bytes) })
            counting.append(speed(bytes) { lines = count(bytes) })
        }
        let figures = [reading, counting].flatMap { [$0.max() ?? 0, $0.sorted()[repeats / 2]] }
            .map { Contest.fixed($0, 0) }
        print(
            "  \(name): \(figures[0]), \(figures[1]); lines alone: \(figures[2]), \(figures[3]) "
                + "(\(rows) rows of \(lines) lines, \(bytes.count >> 20) MiB)")
    }

    /// Bytes per second of this process's own time: others on the machine slow the clock on the wall.
    static func speed(_ bytes: [UInt8], _ work: () -> Void) -> Double {
        let start = processTime()
        work()
        return Double(bytes.count) / 1e6 / (processTime() - start)
    }

    private static func processTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    private static func read(_ bytes: [UInt8]) -> Int {
        var rows = 0
        do throws(ImportError) {
            let log = try Import.log(in: bytes)
            while try log.next() != nil { rows += 1 }
        } catch {
            print("  \(error.description)")
        }
        return rows
    }

    private static func count(_ bytes: [UInt8]) -> Int {
        bytes.withUnsafeBytes { buffer in
            var lines = 0
            var rest = UnsafeRawBufferPointer(buffer)
            while let base = rest.baseAddress, let end = memchr(base, 0x0a, rest.count) {
                lines += 1
                rest = UnsafeRawBufferPointer(rebasing: rest[(UnsafeRawPointer(end) - base + 1)...])
            }
            return lines
        }
    }
}
