import ArgumentParser
import CLinux
import LinuxSystem
import TiltClient
import TiltCore

/// `tiltshadow doctor`: every link from the kernel to a subscriber, and what to type where one is broken.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check everything from the kernel to a subscriber, and say what to type.",
        discussion: """
            Looks at kernel, devices, permissions, sensor, settings, service, daemon and frames, in the order in \
            which a sample passes them; the first broken link is the last line. It is a subscriber for two seconds, \
            longer where the daemon sends fewer than two frames a second, \
            and up to four more where the daemon has just opened its sensor and has not judged it, and opens the sensor itself only where nobody has it. As root it sees more: sudo tiltshadow doctor.

            With --report everything goes into one text file to attach to a bug, with a log of five seconds, the \
            settings and the last lines of the journal, as far as there are any.

            EXAMPLES:
              tiltshadow doctor
              tiltshadow doctor --report             writes tiltshadow-report.txt
              sudo tiltshadow doctor --report bug.txt

            EXIT STATUS:
              0 all is well, warnings included; 1 something is broken; 2 wrong use
            """)

    @Flag(help: "Write everything to one text file.")
    var report = false

    @Argument(
        help: ArgumentHelp(
            "The report to write; - is standard output. (default: \(DoctorCommand.defaultReport))",
            valueName: "file"), completion: .file())
    var path: String?

    @Flag(help: "Replace a report that is there.")
    var force = false

    @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"), completion: .file())
    var socket: String?

    @OptionGroup var file: SettingsFileOption

    private static let defaultReport = "tiltshadow-report.txt"

    func validate() throws(ValidationError) {
        try WatchCommand.checkSocket(socket)
        guard report || path == nil else { throw ValidationError("a file goes with --report") }
        guard report || !force else { throw ValidationError("--force goes with --report") }
        if let path { try PackedName.refuse(path, "tiltshadow doctor --report -") }
    }

    mutating func run() throws(ToolError) {
        let target = path ?? Self.defaultReport
        if report, target != "-", !force, access(target, F_OK) == 0 { throw ToolError.exists(path: target) }
        var examiner = Examiner(
            machine: Machine(), socket: Console.current.socket(socket), settingsPath: file.config,
            isForReport: report)
        // As a shell has it for SIGINT.
        guard let examination = try examiner.examine() else { throw .ended(status: 130) }
        // On standard output the report has them.
        if !report || target != "-" { try show(examination.checks) }
        if report {
            let output = try OutputFile.open(target, overwrite: force)
            let report = DoctorReport(examination, examiner)
            output.buffer.append(text: report.text)
            try output.finish()
            if target != "-" { Diagnostics.note("wrote \(target): \(report.privacy)") }
        }
        if examination.checks.contains(where: { $0.verdict == .problem }) { throw .ended(status: 1) }
    }

    private func show(_ checks: [Check]) throws(ToolError) {
        let text = DoctorText(
            width: TerminalScreen.widthOfOutput, isColoured: TextStyle.ofStandardOutput.isOn)
        let output = OutputFile.standardOutput()
        output.buffer.append(text: text.text(checks.map { $0.printable }))
        try output.flush()
    }
}
