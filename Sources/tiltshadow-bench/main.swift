import Foundation

/// Measures what the closing figures of tiltshadow are made of; it asserts nothing, machines differ.
///
/// Only `motion` and `display`, whose numbers are the same everywhere, have goals, and end with 1 where one is missed.
let usage = """
    usage: tiltshadow-bench [engine | csv | slopes | import | pose | all]
           tiltshadow-bench daemon [--seconds N] [EXECUTABLE ...]
           tiltshadow-bench storm [--seconds N] [EXECUTABLE ...]
           tiltshadow-bench phases [--seconds N] [EXECUTABLE ...]
           tiltshadow-bench fanout [--seconds N] [--pairs N] [EXECUTABLE]
           tiltshadow-bench core [TICKS]
           tiltshadow-bench motion DIRECTORY
           tiltshadow-bench display DIRECTORY
           tiltshadow-bench privacy [--amplitude A] [--noise N] [--hertz F] [--decay S] [--taps N] [--spacing S]
                  [--sway A] [--across] [--gyroscope] [--turn W] [--seed N]
                  [--rate HZ] [--gain G] [--lookahead MS] [--yaw-assist] [--changed] [--unheld]
           tiltshadow-bench replay-csv [RATE_HZ [MAPPING]] < log > frames.csv

    Build it with -c release; a debug build measures the lack of optimisation.

    """

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first ?? "all" {
case "engine": EngineBenchmark.run()
case "csv": CSVBenchmark.run()
case "slopes": SlopeBenchmark.run()
case "import": ImportBenchmark.run()
case "pose": PoseBenchmark.run()
case "all":
    EngineBenchmark.run()
    CSVBenchmark.run()
    SlopeBenchmark.run()
    ImportBenchmark.run()
    PoseBenchmark.run()
case "motion", "display":
    guard arguments.count == 2 else {
        FileHandle.standardError.write(Data(usage.utf8))
        exit(2)
    }
    do throws(MotionError) {
        let benchmark = arguments[0] == "motion" ? MotionBenchmark.run : DisplayBenchmark.run
        guard try benchmark(arguments[1]) else { exit(1) }
    } catch {
        FileHandle.standardError.write(Data("tiltshadow-bench: \(error.description)\n".utf8))
        exit(1)
    }
case "privacy":
    guard let player = PrivacyPlayer(Array(arguments.dropFirst())) else {
        FileHandle.standardError.write(Data(usage.utf8))
        exit(2)
    }
    player.run()
case "replay-csv":
    guard ReplayFilter.run(Array(arguments.dropFirst())) else { exit(1) }
case "daemon":
    guard DaemonBenchmark.run(Array(arguments.dropFirst())) else { exit(1) }
case "storm":
    guard StormBenchmark.run(Array(arguments.dropFirst())) else { exit(1) }
case "phases":
    guard PhaseBenchmark.run(Array(arguments.dropFirst())) else { exit(1) }
case "fanout":
    guard FanoutBenchmark.run(Array(arguments.dropFirst())) else { exit(1) }
case "fanout-loop", "fanout-feed", "fanout-readers", "fanout-mapped":
    exit(FanoutRun.play(arguments))
case "core":
    guard CoreBenchmark.run(Array(arguments.dropFirst())) else { exit(1) }
default:
    FileHandle.standardError.write(Data(usage.utf8))
    exit(2)
}
