import LinuxSystem
import TiltCore

/// What is written of a sensor, and what the writer tells.
extension DaemonShell {
    func record(_ effect: DaemonEffect) {
        guard let recording else { return }
        switch effect {
        case .openLog(let suffix, let header):
            recording.open(suffix: text(suffix))
            withOutput(header) { recording.mark($0) }
        case .rotateLog(let files, let header):
            recording.rotate(keeping: files)
            withOutput(header) { recording.mark($0) }
        case .endLog(let log):
            var line = ByteBuffer(capacity: 64)
            core.appendEnd(of: log, to: &line)
            line.bytes.withUnsafeBytes { recording.mark($0) }
        case .closeLog: recording.end()
        case .writeLog(let rows):
            do throws(SystemError) {
                let isTaken = try withOutput(rows) { bytes throws(SystemError) in try recording.write(bytes) }
                if !isTaken { answer(.recordingBehind(rows)) }
            } catch {
                tellLater(.recordingFailed(error))
            }
        default: return
        }
        waitForWriter()
    }

    /// Commands that found no room go out when there is some.
    private func waitForWriter() {
        let interest: Interest = recording?.isWaitingForRoom == true ? [.readable, .writable] : .readable
        do throws(SystemError) { try recordingWatch?.update(interest) } catch {
            tellLater(.recordingFailed(error))
        }
    }

    func takeReports() {
        recording?.flush()
        while let report = recording?.report() {
            if case .failed(let error) = report { step(.recordingFailed(error)) }
        }
        waitForWriter()
    }
}
