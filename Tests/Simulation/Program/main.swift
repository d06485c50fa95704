import Glibc
import TiltSimulation

/// The program's end: 0 where every invariant held, 1 where one broke, 2 where it was asked for nothing it knows.
let options = Options(CommandLine.arguments.dropFirst())
guard let options else {
    print(Options.usage)
    exit(2)
}
exit(Campaign(options).run())
