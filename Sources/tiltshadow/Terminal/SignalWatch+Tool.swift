import LinuxSystem

extension SignalWatch {
    /// Blocks the signals that end a command, so that it can put things back before it goes.
    static func openForCommand() throws(ToolError) -> SignalWatch {
        do throws(SystemError) { return try open() } catch { throw .system(error) }
    }

    /// Takes the signals that wait: one left over would end the process as soon as signals are let through again.
    func takeAll() {
        while read() != nil {}
    }
}
