import TiltCore

/// Where a replay's frames go: encoded, at their own pace where that is wanted.
struct FrameSink {
    private let output: OutputFile
    private let format: FrameFormat
    private var pacer: Pacer?
    private var failure: ToolError?

    init(output: OutputFile, format: FrameFormat, isPaced: Bool) {
        self.output = output
        self.format = format
        pacer = isPaced ? Pacer() : nil
        format.appendHeader(to: &output.buffer)
    }

    /// Writes one frame; false after a failure, which ``check()`` throws.
    mutating func take(_ frame: Frame) -> Bool {
        guard failure == nil else { return false }
        pacer?.wait(for: frame)
        format.append(frame, to: &output.buffer)
        do throws(ToolError) {
            if pacer == nil { try output.flushIfLarge() } else { try output.flush() }
        } catch {
            failure = error
        }
        return failure == nil
    }

    /// Throws what went wrong in ``take(_:)``.
    func check() throws(ToolError) {
        if let failure { throw failure }
    }

    /// Writes what is left.
    func finish() throws(ToolError) {
        try check()
        try output.finish()
    }
}
