import CLinux
import LinuxSystem
import RecordedDevices
import TiltCore
import TiltDaemon
import TiltSensors

#if hasFeature(Embedded)
    import Runtime
#endif

/// The frames of logs, bit for bit: `tiltshadow-frames DIRECTORY FILE...` for `.iio` and `.tiltlog`.
///
/// What two processors print of the same logs must be the same. It is Embedded Swift like the daemon, and goes the daemon's
/// way from a device's bytes on.
@main enum FramesProgram {
    static func main() {
        let words: [String]
        do throws(SystemError) { words = try ProcessArguments.words() } catch {
            print(error.description + "\n", to: 2)
            exit(1)
        }
        guard let directory = words.first, words.count > 1 else {
            print("usage: tiltshadow-frames DIRECTORY FILE...\n", to: 2)
            exit(2)
        }
        var status: CInt = 0
        #if hasFeature(Embedded)
            if !string_stays_itself() {
                print("a string that is kept becomes another one\n", to: 2)
                status = 1
            }
        #endif
        for (index, path) in words.dropFirst().enumerated() {
            var text = "== " + path + "\n"
            do throws(Failure) {
                let decoded =
                    path.hasSuffix(".iio")
                    ? try device(path, below: directory + "/" + index.description) : try log(path)
                text += frames(of: decoded)
            } catch {
                text += "failed: " + error.reason + "\n"
                status = 1
            }
            print(text, to: 1)
        }
        exit(status)
    }

    private struct Failure: Error { let reason: String }

    private static func device(_ path: String, below root: String) throws(Failure) -> Decoded {
        let bytes: [UInt8]
        do throws(WholeFile.Failure) { bytes = try WholeFile.read(path, limit: 1 << 22) } catch {
            throw Failure(reason: error.description)
        }
        let tree: RecordedTree
        do throws(RecordedTree.Malformed) {
            tree = try RecordedTree(String(decoding: bytes, as: UTF8.self))
        } catch { throw Failure(reason: "a line makes no sense") }
        do throws(SystemError) { return try tree.decoded(below: root, SensorOptions()) } catch {
            throw Failure(reason: error.description)
        }
    }

    private static func log(_ path: String) throws(Failure) -> Decoded {
        var decoded = Decoded()
        do throws(SensorError) {
            let file = try LogFile(path: path)
            decoded.sensor = try file.header().sensor
            while let reading = try file.next() { decoded.readings.append(reading) }
        } catch { throw Failure(reason: error.description) }
        return decoded
    }

    /// A line a reading's times and a frame's numbers each, as the hexadecimal digits of their bits.
    private static func frames(of decoded: Decoded) -> String {
        var text = decoded.notes.map { "# " + $0 + "\n" }.joined()
        if let refusal = decoded.refusal { text += "# refused: " + refusal + "\n" }
        text += "# readings=" + decoded.readings.count.description + "\n"
        guard let sensor = decoded.sensor else { return text }
        var subscription = Settings().subscription
        subscription.include = .up
        for grain in [Replay.Grain.measured, .published] {
            var replay = Replay(
                engine: Settings().engineParameters, options: subscription, sensor: sensor, grain: grain)
            for reading in decoded.readings { replay.feed(reading) { text += line(of: $0) } }
            replay.finish { text += line(of: $0) }
            for fault in replay.faults { text += "# " + fault.description + "\n" }
        }
        return text
    }

    private static func line(of frame: Frame) -> String {
        let numbers = [
            frame.offset.x, frame.offset.y, frame.tilt?.pitch, frame.tilt?.roll, frame.up?.x, frame.up?.y,
            frame.up?.z,
        ]
        let bits = numbers.map { $0.map { String($0.bitPattern, radix: 16) } ?? "-" }
        return frame.time.nanoseconds.description + " " + frame.state.rawValue + " "
            + bits.joined(separator: " ") + "\n"
    }

    private static func print(_ text: String, to descriptor: CInt) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
