import ArgumentParser

/// A command of the tool, as the embedded build runs it.
protocol ToolCommand: ParsableCommand {
    /// Does what was asked for.
    mutating func run() throws(ToolError)
}
