import CLinux
import Foundation
import Testing

extension Executable {
    @Suite struct `Sleep of the machine` {
        /// Lets CLOCK_BOOTTIME run ahead by eight hours for each letter of a file, and leaves the other clocks alone.
        private static let clocks = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <stdlib.h>
            #include <sys/stat.h>
            #include <time.h>
            int clock_gettime(clockid_t id, struct timespec *time) {
                static int (*real)(clockid_t, struct timespec *);
                struct stat nights;
                if (!real) *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
                int result = real(id, time);
                if (id == CLOCK_BOOTTIME && stat(getenv("NIGHTS"), &nights) == 0) time->tv_sec += nights.st_size * 28800;
                return result;
            }

            """

        /// A daemon that plays a log on a machine that sleeps with each call of the closure; `nil` without a C compiler.
        private func daemon(in directory: ScratchDirectory) throws -> (
            DaemonProcess, sleep: () throws -> Void
        )? {
            let library = directory.path("clocks.so")
            let source = try directory.write("clocks.c", Self.clocks)
            let compiler = Process()
            compiler.executableURL = URL(fileURLWithPath: "/usr/bin/cc")
            compiler.arguments = ["-Wall", "-Werror", "-shared", "-fPIC", "-o", library, source, "-ldl"]
            guard FileManager.default.isExecutableFile(atPath: "/usr/bin/cc") else {
                print("skipped: the machine's sleep: there is no /usr/bin/cc")
                return nil
            }
            guard DaemonBinary.loadsLibraries else {
                print("skipped: the machine's sleep: a static daemon loads no library that plays it")
                return nil
            }
            try compiler.run()
            compiler.waitUntilExit()
            try #require(compiler.terminationStatus == 0)
            let log = try directory.write("l.csv", TestLog.rocking())
            let daemon = try DaemonProcess(
                in: directory, ["--replay", log, "--loop", "--set", "sensor.hold_s=0"],
                environment: ["LD_PRELOAD": library, "NIGHTS": directory.path("nights")])
            var nights = ""
            return (
                daemon,
                {
                    nights += "."
                    try Data(nights.utf8).write(
                        to: URL(fileURLWithPath: directory.path("nights")), options: .atomic)
                }
            )
        }

        private func dropped(_ frames: [TestMessage]) -> [Double] { frames.map { $0.number("dropped") ?? 0 } }

        @Test func `is told to those who were served, and to nobody who came or went on after it`() throws {
            let directory = try ScratchDirectory()
            guard let (daemon, sleep) = try daemon(in: directory) else { return }
            let first = try daemon.subscribe()
            _ = try first.frames(3)
            try sleep()
            // A busy machine may have missed some before.
            let late = try first.next("frame") { ($0.number("dropped") ?? 0) > 1000 }
            // Eight hours at 50 Hz, and what a busy machine misses besides.
            #expect((late.number("dropped") ?? 0) >= 1_440_000)

            // One pauses, and nobody else is there: the daemon idles.
            _ = try first.ask(#"{"type":"pause"}"#)
            try sleep()
            let second = try daemon.subscribe()
            let frames = try second.frames(3)
            #expect(frames.first?.number("seq") == 1)
            #expect(dropped(frames).allSatisfy { $0 < 1000 }, "\(frames)")
            _ = try first.ask(#"{"type":"resume"}"#)
            #expect(dropped(try first.frames(3)).allSatisfy { $0 < 1000 })
        }
    }
}
