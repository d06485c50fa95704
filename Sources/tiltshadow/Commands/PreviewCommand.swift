import ArgumentParser
import CLinux
import LinuxSystem
import TiltClient
import TiltCore
import TiltImport
import TiltPreview

/// `tiltshadow preview`: a page with cards whose shadows move, in a browser.
struct PreviewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Show cards whose shadows move, on a page in a browser.",
        discussion: """
            Serves one page on this machine and streams the daemon's frames to it. Each open page is a subscriber of \
            its own with options of its own; the daemon may be restarted, or started later, without a reload. The \
            address is the first line that is printed. Ctrl-C ends it.

            Only programs of this machine are let in, but all of them: while it runs, every user of this machine can \
            read the tilt from the port, whatever the daemon's socket allows. --listen with another address than \
            loopback lets in everybody who reaches it. Browsers must come by an address or as localhost; --allow-host \
            names another host by which they may. A phone's own motion, which goes before what is played, a browser tells \
            only to pages at https or localhost: with --listen it needs a proxy that has a certificate, named by \
            --allow-host, or the ssh below.

            EXAMPLES:
              tiltshadow preview --open
              tiltshadow preview --demo --open
              tiltshadow preview --replay desk.tiltlog --port 0
              ssh -L 8017:127.0.0.1:8017 tablet tiltshadow preview

            EXIT STATUS:
              0 ended by Ctrl-C or SIGTERM, 1 failed, 2 wrong use
            """)

    @Option(parsing: .unconditional, help: "The TCP port, 0 to 65535; 0 takes any that is free.")
    var port = PreviewOptions.defaultPort

    @Option(help: ArgumentHelp("The IP address to listen on.", valueName: "address"))
    var listen = "127.0.0.1"

    @Option(
        help: ArgumentHelp(
            "Answer to this name, too, as a reverse proxy's; may be given several times.", valueName: "name"))
    var allowHost: [String] = []

    @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"), completion: .file())
    var socket: String?

    @Option(
        help: ArgumentHelp(
            "Play this log again and again in place of a daemon's sensor; any that `tiltshadow convert` reads.",
            valueName: "file"),
        completion: .file())
    var replay: String?

    @Flag(help: "Play the simulated motion of `tiltshadow demo`; no sensor and no daemon needed.")
    var demo = false

    @Flag(help: "Open the page in the browser (xdg-open).")
    var open = false

    @Option(
        help: ArgumentHelp("Read the page's files from here at each request.", visibility: .hidden),
        completion: .directory)
    var pageDirectory: String?

    func validate() throws(ValidationError) {
        try WatchCommand.checkSocket(socket)
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port \(port): expected 0 to 65535")
        }
        guard PreviewServer.isAddress(listen) else {
            throw ValidationError("--listen \(listen): expected an IP address, such as 127.0.0.1 or ::1")
        }
        for name in allowHost where !Self.isHostName(name) {
            throw ValidationError("--allow-host \(name): expected the name of a host, such as tablet.lan")
        }
        if [socket != nil, replay != nil, demo].filter({ $0 }).count > 1 {
            throw ValidationError("give one of --socket, --replay and --demo")
        }
        if let replay, replay == "-" || Self.isStream(replay) {
            throw ValidationError("--replay \(replay): expected a file, since it is played again and again")
        }
    }

    /// True for a pipe, a socket or a device, which can be read but once; a folder may hold a recording.
    private static func isStream(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        return ![mode_t(S_IFREG), mode_t(S_IFDIR)].contains(status.st_mode & mode_t(S_IFMT))
    }

    /// Letters, digits, dots and hyphens: no port, no pattern.
    private static func isHostName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 253 && !name.hasPrefix(".") && !name.hasPrefix("-")
            && name.utf8.allSatisfy {
                (0x61...0x7a).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x2d || $0 == 0x2e
            }
    }

    mutating func run() throws(ToolError) {
        // Until the daemon of a log and its files are gone, no signal may end us; and no thread may exist before this.
        let signals = try SignalWatch.openForCommand()
        if let replay {
            let log = try ServedLog(replay, ImportOptions())
            try serve(playing: log.path, source: .replay, until: signals)
        } else if demo {
            try serve(playing: nil, source: .demo, until: signals)
        } else {
            let path = Console.current.socket(socket)
            do { _ = try ClientConnection(path: path) } catch {
                Diagnostics.note("\(error.description); the page waits for it", hint: error.hintBesidePage)
            }
            try serve(PreviewOptions(socket: path), until: signals)
        }
    }

    /// Serves what a daemon of our own plays.
    private func serve(
        playing log: String?, source: PreviewOptions.Source, until signals: borrowing SignalWatch
    ) throws(ToolError) {
        var daemon = try DemoDaemon.start(playing: log)
        try daemon.waitUntilReady()
        var options = PreviewOptions(socket: daemon.socket)
        options.source = source
        guard try serve(options, until: signals, orEndOf: daemon.descriptor) else { throw daemon.end }
    }

    /// Serves until a signal comes, or a child whose descriptor this is has ended; false where that was it.
    @discardableResult
    private func serve(
        _ options: PreviewOptions, until signals: borrowing SignalWatch, orEndOf child: CInt = -1
    ) throws(ToolError) -> Bool {
        var options = options
        options.address = listen
        options.port = port
        options.pageDirectory = pageDirectory
        options.allowedHosts = allowHost
        let server: PreviewServer
        do throws(PreviewError) { server = try .start(options) } catch {
            guard case .portInUse = error else { throw .preview(error) }
            throw .preview(.portInUse(port, holder: PortHolder.named(of: port)))
        }
        defer { server.stop() }
        let output = OutputFile.standardOutput()
        output.buffer.append(text: server.url + "\n")
        try output.flush()
        if !server.isLoopback {
            Diagnostics.warn(
                "everybody who reaches \(listen) can see how this device is held, and change how it is shown")
        }
        for name in allowHost {
            Diagnostics.warn(
                "whoever decides where \(name) leads can see how this device is held, and change how it is shown"
            )
        }
        if open { Browser.open(server.url) }
        let isReadable = DescriptorWait.readable([signals.descriptor, child], nanoseconds: nil)
        signals.takeAll()
        return isReadable[0] || !isReadable[1]
    }
}
