import Foundation
import TiltCore

/// A log on standard input to CSV frames on standard output, through TiltCore alone: what the scores are taken from.
enum ReplayFilter {
    /// Runs to the end of the input; false where the log could not be read.
    ///
    /// `arguments` are the rate in Hz and the mapping, both optional.
    static func run(_ arguments: [String]) -> Bool {
        var options = Subscription()
        options.include = .up
        if let rate = arguments.first.flatMap({ DecimalParser.double($0) }), rate > 0 {
            options.rateHz = rate
        }
        if arguments.count > 1, let mapping = ShadowMapping(rawValue: arguments[1]) {
            options.shadow.mapping = mapping
        }
        var player = LogPlayer(options)
        var splitter = LineSplitter()
        var isReadable = true
        while isReadable, let chunk = try? FileHandle.standardInput.read(upToCount: 65536), !chunk.isEmpty {
            Array(chunk).withUnsafeBufferPointer { bytes in
                splitter.feed(bytes) { line in
                    isReadable = player.take(line)
                    return isReadable
                }
            }
            FileHandle.standardOutput.write(Data(player.output.bytes))
            player.output.removeAll()
        }
        if isReadable, player.acceptsUnfinishedLine { splitter.flush { player.take($0) } }
        player.finish()
        FileHandle.standardOutput.write(Data(player.output.bytes))
        if let error = player.error {
            FileHandle.standardError.write(Data("\(error.description)\n".utf8))
            return error.isSkippable
        }
        return true
    }
}
