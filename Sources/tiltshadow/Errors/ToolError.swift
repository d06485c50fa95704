import CLinux
import LinuxSystem
import TiltClient
import TiltCore
import TiltDaemon
import TiltImport
import TiltScore
import TiltSensors

#if !hasFeature(Embedded)
    import TiltPreview
#endif

/// Why a command could not do what it was asked, and what to try.
enum ToolError: Error, Equatable {
    /// A log cannot be read.
    case imported(path: String, ImportError)
    /// Every row of a log was refused: how many, and what is wrong with the first.
    case noRow(path: String, refused: Int, first: ImportError)
    /// A truth cannot be used.
    case truth(path: String, TruthError)
    /// A log's clock goes back in row after row: its rows are not in the order of time.
    case unordered(path: String, line: Int)
    /// Row after row has the same time.
    case repeated(path: String, line: Int)
    /// A log cannot be written as evemu, as one of its sensors has no reading.
    case lacking(path: String, LogLack)
    /// The file to write is the file being read.
    case sameFile(path: String)
    /// The reader of our output has gone: not a failure, the rest is not wanted.
    case outputClosed
    /// The daemon cannot be followed.
    case client(ClientError)
    /// The daemon went before all frames had come that were to be counted.
    case daemonLeft(ClientError)
    /// The daemon answers and has no sensor, or one that fell silent.
    case notTracking(TrackingState)
    /// Readings are needed of the daemon's sensor, and it has none.
    case daemonLacksSensor
    /// A sensor cannot be used.
    case sensor(SensorError)
    /// No sensor of this machine can be used, of as many as were found.
    case noSensor(found: Int)
    /// No sensor has the name that was given.
    case unknownSensor(String, known: [String])
    /// The sensor that was named cannot be used.
    case refusedSensor(String, reason: String)
    /// The settings cannot have another file beside them.
    case dropIn(path: String, SystemError)
    /// What has the name of the file beside the settings cannot be replaced, even where that is asked for.
    case foreignDropIn(path: String, reason: String)
    /// The file beside the settings has a line that calibration did not write.
    case foreignLine(path: String, line: Int, String)
    /// The settings are a user's own, and the daemon is the system's.
    case othersSettings(path: String)
    /// There is a file already.
    case exists(path: String)
    /// There is a file where recordings rotate, and it is none.
    case notARecording(path: String)
    /// The log was to take the place of another user's file.
    case othersFile(path: String, owner: UInt32)
    /// The log was to go to a FIFO that nobody reads.
    case unreadPipe(path: String)
    /// The log could not be written on.
    case recording(SystemError, rows: Int)
    /// A log could not be written on, and so many of its rows are whole.
    case recordingCut(SystemError, path: String, rows: Int)
    /// The sensor with this name gave no reading, so that the log is empty.
    case nothingRecorded(String)
    /// The file that was to be checked is wrong; one line for each thing.
    case settings(String)
    /// The file that was to be checked cannot be read.
    case unreadable(path: String, WholeFile.Failure)
    /// The settings to work by are wrong, of a file or of options: wrong use, as the daemon has it.
    case refusedSettings(String)
    /// The daemon's program is not where it belongs.
    case noDaemonProgram(directory: String)
    /// No daemon has said a word in the time that there was.
    case nothingHeard
    /// Fewer frames came in the time that there was than were asked for.
    case framesMissing(Int, of: Int)
    /// What the tool was asked for cannot be read.
    case arguments(SystemError)
    /// A daemon that says other things has not answered a request within so many seconds.
    case unanswered(path: String, seconds: Int)
    /// An answer that is longer than any daemon's.
    case endlessAnswer(path: String)
    /// No command has this name; what was probably meant, if any.
    case unknownCommand(String, meant: String?)
    /// The relay's program is not installed.
    case noRelayProgram
    /// The daemon of the demo ended; this is what it said.
    case daemonFailed(String)
    /// Nobody can be served at the socket that was named.
    case listener(UnixListenerError)
    #if !hasFeature(Embedded)
        /// The page cannot be served.
        case preview(PreviewError)
    #endif
    /// This build of the tool lacks a command.
    case notBuiltIn(String)
    /// No program that makes pixels of SVG is installed.
    case noRenderer
    /// The program that makes pixels of SVG failed; this is what it said.
    case renderer(String, said: String)
    /// A person is to be guided and there is no terminal.
    case noTerminal
    /// A person, or a signal, ended the work before it was done.
    case interrupted
    /// The daemon keeps raw readings from this user; this is what it said.
    case rawNotPermitted(String)
    /// Of these poses, in their order, only the first were found; `why` is what was wrong with the last rest.
    case posesMissing([Pose], found: Int, why: String?)
    /// The poses fit no way of mounting a sensor.
    case mirroredPoses
    /// The device did not rest for so many seconds; the text says why nothing came, where nothing did.
    case noRest(seconds: Double, String?)
    /// Nobody here knows how this sensor is mounted now.
    case unknownMounting(String)
    /// The daemon uses another mounting than the settings at hand say.
    case otherMounting(String)
    /// The daemon changed its sensor while poses were taken.
    case otherSensor(before: String, now: String)
    /// The pose that is to be level is upside down.
    case upsideDown
    /// The sensor with this name reads no force at rest.
    case noGravity(String)
    /// The daemon does not know a request, and took it for another.
    case oldDaemon
    /// All was said; the process is to end with this status.
    case ended(status: Int32)
    /// Any other failed call.
    case system(SystemError)

    /// The exit status of wrong use, as shells have it.
    static let wrongUse: Int32 = 2
    /// The exit status where there is no sensor or no daemon: `EX_UNAVAILABLE` of sysexits.h.
    static let unavailable: Int32 = 69

    /// The exit status of `status` where the daemon has no sensor.
    static let noSensor: Int32 = 3
    /// The exit status of `status` where the daemon's sensor fell silent.
    static let silentSensor: Int32 = 4

    /// What the process ends with.
    var exitCode: Int32 {
        switch self {
        case .outputClosed: 0
        case .ended(let status): status
        #if !hasFeature(Embedded)
            case .preview: 1
        #endif
        case .notTracking(.stale): Self.silentSensor
        case .notTracking: Self.noSensor
        case .arguments(let error): error.errno == EILSEQ ? Self.wrongUse : 1
        case .refusedSettings, .unknownCommand: Self.wrongUse
        case .client(.noSocket), .client(.notListening), .client(.notASocket), .noSensor, .unknownSensor,
            .daemonLacksSensor, .noRelayProgram,
            .nothingHeard, .framesMissing:
            Self.unavailable
        case .client, .daemonLeft, .unanswered, .endlessAnswer, .imported, .noRow, .truth, .unordered,
            .repeated,
            .lacking, .sameFile, .sensor, .refusedSensor,
            .dropIn,
            .foreignDropIn, .foreignLine, .othersSettings,
            .exists, .notARecording, .othersFile, .unreadPipe, .recording, .recordingCut, .nothingRecorded,
            .settings, .unreadable,
            .noDaemonProgram, .daemonFailed, .listener, .notBuiltIn, .noRenderer, .renderer, .noTerminal,
            .interrupted,
            .rawNotPermitted, .posesMissing, .mirroredPoses, .noRest, .unknownMounting, .otherMounting,
            .otherSensor,
            .upsideDown, .noGravity, .oldDaemon, .system:
            1
        }
    }
}

extension ToolError {
    /// Why a request to the daemon at the other end of `connection` has no answer after `nanoseconds`.
    static func unanswered(by connection: ClientConnection, after nanoseconds: Int64) -> ToolError {
        guard connection.hello != nil else { return .client(.silent(path: connection.path)) }
        return .unanswered(path: connection.path, seconds: Int(nanoseconds / 1_000_000_000))
    }
}

extension ToolError: CustomStringConvertible {
    /// What happened, quoting what was given.
    var description: String {
        switch self {
        case .imported(let path, let error): "\(path): \(error.description)"
        case .noRow(let path, let count, let error):
            "\(path): the log holds no samples: \(count == 1 ? "1 row was" : "\(count) rows were") refused, the first "
                + "in \(error.description)"
        case .truth(let path, let error): "\(path): \(error.description)"
        case .unordered(let path, let line):
            "\(path): line \(line): time goes back in \(LogInput.mostBackwardRows) rows in a row"
        case .repeated(let path, let line):
            "\(path): line \(line): time is the same in more than \(LogInput.mostBackwardRows) rows in a row"
        case .lacking(let path, .acceleration):
            "\(path): no acceleration, and evemu makes an accelerometer that reads 0 of it"
        case .lacking(let path, .rates):
            "\(path): no rates, and evemu makes a gyroscope that reads 0 of its columns of them"
        case .sameFile(let path): "\(path) is the log itself; it was left alone"
        case .outputClosed: "the reader of the output has gone"
        case .client(let error), .daemonLeft(let error): error.description
        case .unanswered(let path, let seconds):
            "\(path.onOneLine()) speaks, and did not answer a request within \(seconds) seconds"
        case .endlessAnswer(let path): "\(path.onOneLine()) sends an answer that has no end"
        case .notTracking(.stale): "the daemon's sensor fell silent"
        case .notTracking, .daemonLacksSensor: "the daemon has no sensor"
        case .sensor(let error): error.description
        case .noSensor(0): "this machine has no motion sensor that Linux knows of"
        case .noSensor(let found): "none of the \(found) sensors found can be used"
        case .unknownSensor(let name, _): "there is no sensor \"\(name)\""
        case .refusedSensor(let name, let reason): "\"\(name)\" cannot be used: \(reason)"
        case .dropIn(let path, let error): "nothing was put into \(path): \(error.description)"
        case .foreignDropIn(let path, let reason): "nothing was put into \(path): \(reason)"
        case .foreignLine(let path, let line, let text):
            "nothing was put into \(path): its line \(line) is not calibrate's: \(text.quoted)"
        case .othersSettings(let path):
            "nothing was put into \(path).d: the daemon that serves \(DaemonPaths.systemSocket) is the system's and reads "
                + DaemonPaths.systemSettings
        case .exists(let path): "\(path) is there already"
        case .notARecording(let path): "\(path) is there already, and no recording to put aside"
        case .othersFile(let path, let owner):
            "\(path) is of user \(owner), who could read what is recorded to it"
        case .unreadPipe(let path): "\(path) is a FIFO that nobody reads"
        case .recording(let error, let rows): "recording ended after \(rows) rows: \(error.recordingReason)"
        case .recordingCut(let error, let path, let rows):
            "recording ended with \(rows) whole rows in \(path): \(error.description)"
        case .nothingRecorded(let name): "nothing was recorded: \(name) gave no reading"
        case .settings(let text), .refusedSettings(let text): text
        case .unreadable("-", _): "- is no file, and standard input goes by another name here"
        case .unreadable(_, let failure): failure.description
        case .noDaemonProgram(let directory): "there is no tiltshadowd beside this program in \(directory)"
        case .nothingHeard: "no daemon said a word in that time"
        case .framesMissing(let count, let wanted): "only \(count) of \(wanted) frames came in that time"
        case .arguments(let error) where error.errno == EILSEQ: error.description
        case .arguments(let error): "cannot read its own command line: \(error.description)"
        case .unknownCommand(let name, _): "tiltshadow has no command \(name.quoted)"
        case .noRelayProgram: "tiltshadow-relay is not installed"
        case .daemonFailed(let text): "the daemon failed: \(text)"
        case .listener(let error): error.description
        #if !hasFeature(Embedded)
            case .preview(let error): error.description
        #endif
        case .notBuiltIn(let name): "this tiltshadow was built without \(name)"
        case .ended(let status): "ended with \(status)"
        case .noRenderer: "a PNG needs another program, and none of those known is installed"
        case .renderer(let program, let text): "\(program) made no picture: \(text)"
        case .noTerminal: "poses are asked for on a terminal, and this is none"
        case .interrupted: "ended before it was done; nothing was written"
        case .rawNotPermitted(let text): "the daemon gives this user no raw readings: \(text)"
        case .posesMissing(let poses, let found, let why):
            (found == 0
                ? "no rest was found"
                : poses.prefix(found).map { $0.shortName }.joined(separator: ", ") + " found, then no rest")
                + " that is \(poses[found].shortName)" + (why.map { ": \($0)" } ?? "")
        case .mirroredPoses: "no mounting was found: the poses make a mirror image"
        case .noRest(let seconds, let fault):
            fault ?? "the device did not lie still within \(seconds.shortText) seconds"
        case .unknownMounting(let name): "how \(name) is mounted now is not known here"
        case .otherMounting(let name):
            "the daemon's mounting of \(name) is another than the one in the settings read here"
        case .otherSensor(let before, let now):
            "the daemon went over from \(before) to \(now); nothing was written"
        case .oldDaemon: "this daemon is older than the tool: it recentred nobody but this connection"
        case .noGravity(let name): "\(name) reads 0 at rest, and no gravity"
        case .upsideDown: "the device lies on its face, which is no level"
        case .system(let error): error.description
        }
    }

    /// True where there is nothing to say.
    var isSilent: Bool {
        switch self {
        case .outputClosed, .ended: true
        default: false
        }
    }

    /// True where the text is of several lines, which other programs wrote.
    var hasLines: Bool {
        switch self {
        case .settings, .refusedSettings, .daemonFailed, .renderer: true
        default: false
        }
    }

    /// The next thing to try.
    var hint: String? {
        switch self {
        case .imported(_, let error): error.hint
        case .noRow:
            "write seconds, m/s² and rad/s, or tell the units that it has: --time-unit, --unit, --rate-unit; "
                + "`tiltshadow convert --help` lists the formats that are read"
        case .truth(_, let error): error.hint
        case .unordered: "sort the rows by time, or cut the log where its clock was set back"
        case .repeated: ImportError.cureOfRepetition
        case .lacking(_, .acceleration): "write a .tiltlog or CSV of it"
        case .lacking(_, .rates):
            "write a .tiltlog or CSV, or leave them out: --columns t,ax,ay,az,-,-,-"
        case .sameFile: "name another file to write"
        case .outputClosed: nil
        case .client(.accessDenied(let path)): SocketDenial(path).advice
        case .client(let error): error.hint
        case .unanswered, .endlessAnswer: ClientError.silent(path: "").hint
        case .daemonLeft: "give it --wait, too: then it connects again, and goes on counting"
        case .notTracking(.stale):
            "turn the device: some sensors report changes only; then see the candidates"
        case .notTracking:
            "see above why each candidate is not used; `tiltshadow sensors` lists this machine's, `tiltshadow doctor` says more"
        case .daemonLacksSensor:
            "see `tiltshadow status`, which says why each candidate is not used; --device SENSOR opens one without the daemon"
        case .sensor(let error): error.hint
        case .noSensor(0):
            "see it work without one: `tiltshadow demo`; for the kernel's view: `ls /sys/bus/iio/devices`"
        case .noSensor: "read the reasons above; `tiltshadow demo` needs no sensor"
        case .unknownSensor(_, let known):
            known.isEmpty
                ? "there are none at all; `tiltshadow demo` needs no sensor" : known.joined(separator: ", ")
        case .refusedSensor: "`tiltshadow sensors` tells which can be used"
        case .dropIn(_, let error):
            switch error.errno {
            case EACCES, EPERM: "run it with sudo, or without --apply to see the lines"
            case EROFS:
                "where /etc cannot be written, run it without --apply and put the lines into what /etc is made from, or into "
                    + DaemonPaths.vendorSettings
            default: "run it without --apply to see the lines"
            }
        case .foreignDropIn: "move it away, or run it without --apply to see the lines"
        case .foreignLine:
            "give the file another name, such as 50-own.conf, or give --force to replace it"
        case .othersSettings(let path):
            "run it with sudo; for a daemon of your own, name its settings: --config \(path)"
        case .exists: "choose another name, or give --force to replace it"
        case .notARecording, .othersFile: "choose another name, or take that one away"
        case .unreadPipe: "start its reader first; or record to -, and pipe that on"
        case .recording(let error, _), .recordingCut(let error, _, _):
            error.errno == 28 ? "free some space; the log is valid up to its last whole row" : error.hint
        case .nothingRecorded:
            "move the device meanwhile, as some sensors report only changes; then see `tiltshadow doctor`"
        case .refusedSettings: nil
        case .settings: "see `tiltshadow config --defaults`"
        case .unreadable("-", _): "name the file; /dev/stdin is what is piped in"
        case .unreadable(_, .late): "name a regular file, or have its writer come to an end"
        case .unreadable(_, .system(let error)): error.hint
        case .noDaemonProgram: "build or install both: `swift build` makes them side by side"
        case .nothingHeard, .framesMissing: "give it more --seconds, or see `tiltshadow doctor`"
        case .arguments(let error): error.errno == EILSEQ ? error.hint : "is /proc mounted?"
        case .unknownCommand(_, let meant):
            meant.map { "did you mean `tiltshadow \($0)`?" } ?? "see `tiltshadow --help`"
        case .noRelayProgram:
            "install the package tiltshadow-relay; from the sources, `Sources/build.sh --relay`"
        case .daemonFailed: "report what it said"
        case .listener(let error): error.hint
        #if !hasFeature(Embedded)
            case .preview(let error): error.hint
        #endif
        case .notBuiltIn:
            "`tiltshadow watch` shows the same in a terminal; the page is in the tool that Sources/build.sh makes on x86_64"
        case .ended: nil
        case .noRenderer: "`apt install librsvg2-bin`, or inkscape; or -o with a name that ends with .svg"
        case .renderer: "write SVG: -o with a name that ends with .svg"
        case .noTerminal:
            "run it in a terminal; or `tiltshadow record poses.tiltlog`, then `tiltshadow calibrate --log poses.tiltlog`"
        case .interrupted: nil
        case .rawNotPermitted:
            "`sudo tiltshadow calibrate`; or `sudo usermod -aG \(RawAccess.groupName) $USER`, and log in again"
        case .posesMissing(let poses, _, _):
            "rest a second and a half in each pose, in this order: "
                + poses.map { $0.rawValue.replacing("-", with: " ") }.joined(separator: ", ")
        case .mirroredPoses: "do it again, with --poses 6 where it stays so"
        case .noRest: "lay it down and leave it alone"
        case .unknownMounting: "run it on the machine with the sensor, or name a sensor with --device"
        case .otherMounting: "name the settings the daemon was started with: --config FILE"
        case .otherSensor: "begin again; --device SENSOR keeps to one"
        case .oldDaemon: "install the same version of both"
        case .noGravity:
            "see `tiltshadow sensors`; of a log, whether its columns are those of the acceleration"
        case .upsideDown: "turn it face up"
        case .system(let error): error.hint
        }
    }
}
