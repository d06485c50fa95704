import TiltCore

/// CSV text in, CSV frames out, in memory and in chunks as a file would come.
enum CSVBenchmark {
    private static let chunkSize = 65536

    static func run() {
        let samples = 200_000
        let text = Workload.csv(samples)
        let rates = Workload.csv(samples, hasRates: true)
        Contest(
            title: "csv", samples: samples,
            entries: [
                .init(name: "lines only") { lines(text) },
                .init(name: "lines and rows") { rows(text) },
                .init(name: "CSV to CSV frames, 50 Hz") { frames(text, rateHz: 50) },
                .init(name: "CSV to CSV frames, 200 Hz") { frames(text, rateHz: 200) },
                .init(name: "with rates, 50 Hz") { frames(rates, rateHz: 50) },
            ]
        ).run()
    }

    private static func feed(_ text: [UInt8], _ body: (LineSplitter.Line) -> Bool) {
        var splitter = LineSplitter()
        text.withUnsafeBufferPointer { bytes in
            var start = 0
            while start < bytes.count {
                let end = min(bytes.count, start + chunkSize)
                splitter.feed(UnsafeBufferPointer(rebasing: bytes[start..<end]), body)
                start = end
            }
        }
    }

    private static func lines(_ text: [UInt8]) -> Double {
        var count = 0
        feed(text) { _ in
            count += 1
            return true
        }
        return Double(count)
    }

    private static func rows(_ text: [UInt8]) -> Double {
        var reader = LogReader()
        var line = 0
        feed(text) { part in
            line += 1
            guard case .whole(let bytes) = part else { return false }
            return (try? reader.read(bytes, number: line)) != nil || line == 1
        }
        return Double(reader.rows)
    }

    private static func frames(_ text: [UInt8], rateHz: Double) -> Double {
        var options = Subscription()
        options.rateHz = rateHz
        options.include = .up
        var player = LogPlayer(options)
        var bytes = 0
        feed(text) { line in
            let isFine = player.take(line)
            if player.output.count > chunkSize {
                bytes += player.output.count
                player.output.removeAll()
            }
            return isFine
        }
        player.finish()
        return Double(bytes + player.output.count)
    }
}
