import CLinux
import CPoses
import Foundation
import LinuxSystem
import Synchronization
import Testing

@testable import TiltCore

/// The sequence lock: that no copy is torn, on this machine, in the instructions for another, and in every order there is.
@Suite struct `Lock of the page` {
    /// What a reader has seen, shared with its thread.
    private final class Reader {
        let copies: ThreadAnswer<[Int]>
        private let progress: Progress

        /// How many copies it has taken so far.
        private final class Progress: Sendable {
            let taken = Atomic<Int>(0)
        }

        /// True once it has run beside the writer for a while: a thread that begins late sees the end alone.
        var hasSeenEnough: Bool { progress.taken.load(ordering: .relaxed) > 200 }

        /// Reads until a page says -1; how many copies it took, how many of those were torn, how many went back in time.
        init(_ memory: UnsafeRawPointer, locked isLocked: Bool) throws(SystemError) {
            nonisolated(unsafe) let memory = memory
            let progress = Progress()
            self.progress = progress
            copies = try ThreadAnswer {
                let page = memory.assumingMemoryBound(to: tiltshadow_page.self)
                var copy = tiltshadow_page()
                var (count, torn, back) = (0, 0, 0)
                var last: Int64 = 0
                while copy.t_ns >= 0 {
                    if isLocked {
                        guard tiltshadow_read_page(page, &copy) else { continue }
                    } else {
                        memcpy(&copy, memory, 128)
                    }
                    count += 1
                    progress.taken.store(count, ordering: .relaxed)
                    let number = Double(copy.t_ns)
                    if copy.for_ns != copy.t_ns || copy.up.0 != number || copy.rate.2 != number
                        || copy.strength != number || copy.rate_hz != number
                    {
                        torn += 1
                    }
                    if copy.t_ns >= 0, copy.t_ns < last { back += 1 }
                    last = copy.t_ns
                }
                return [count, torn, back]
            }
        }
    }

    /// Writes at full speed beside eight readers, until each has taken enough copies; what they saw together.
    private static func race(locked isLocked: Bool, writes: Int) throws -> (copies: Int, torn: Int, back: Int)
    {
        let page = try SealedPage.make(name: "race", size: PosePage.size)
        let image = UnsafeMutableRawBufferPointer.allocate(byteCount: PosePage.size, alignment: 8)
        defer { image.deallocate() }
        func write(_ number: Int64) {
            // As PosePage has it, without the time that takes.
            for place in [PosePage.Place.time, PosePage.Place.target] {
                image.storeBytes(of: number, toByteOffset: place, as: Int64.self)
            }
            for place in stride(from: PosePage.Place.up, to: PosePage.size, by: 8) {
                image.storeBytes(of: Double(number), toByteOffset: place, as: Double.self)
            }
            page.write(UnsafeRawBufferPointer(image))
        }
        write(0)
        var readers: [(reader: Reader, memory: UnsafeMutableRawPointer)] = []
        for _ in 0..<8 {
            let memory = try #require(clinux_map_shared(page.descriptor, PosePage.size, 0))
            readers.append((try Reader(memory, locked: isLocked), memory))
        }
        var number: Int64 = 0
        let limit = MonotonicClock.now() + 60_000_000_000
        while number < writes
            || readers.contains(where: { !$0.reader.hasSeenEnough }) && MonotonicClock.now() < limit
        {
            number += 1
            write(number)
        }
        // More than once: one that is not locked may see the end in pieces.
        while readers.contains(where: { !hasAnswered($0.reader) }) { write(-1) }
        var sums = [0, 0, 0]
        for (reader, memory) in readers {
            let seen = reader.copies.take() ?? []
            for (index, number) in seen.enumerated() { sums[index] += number }
            munmap(memory, PosePage.size)
        }
        return (sums[0], sums[1], sums[2])
    }

    private static func hasAnswered(_ reader: Reader) -> Bool {
        var waiting = pollfd(fd: reader.copies.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, 0) > 0
    }

    @Test func `lets none of eight readers see half of what a writer at full speed writes`() throws {
        let seen = try Self.race(locked: true, writes: 60_000)
        print("lock of the page: \(seen.copies) copies of 60,000 pages and more, \(seen.torn) torn")
        #expect(seen.copies > 1000)
        #expect(seen.torn == 0 && seen.back == 0)
    }

    @Test func `is what keeps them from it`() throws {
        // Whatever the luck of one run is.
        for _ in 0..<50 where try Self.race(locked: false, writes: 40_000).torn > 0 { return }
        Issue.record("readers without the lock saw nothing torn: the test above shows nothing")
    }

    // MARK: in every order

    private static func run(_ words: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        let pipe = Pipe()
        (process.standardOutput, process.standardError) = (pipe, pipe)
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    private static func has(_ program: String) -> Bool {
        (try? run(["which", program]).status) == 0
    }

    @Test(.enabled("python3 is not installed") { has("python3") })
    func `holds in a model of weak memory, and fails there without any of its barriers`() throws {
        let (status, output) = try Self.run(["python3", `Pose page`.root.path + "/Tests/PosePage/model.py"])
        #expect(status == 0, "\(output)")
    }

    @Test(.enabled("python3 is not installed") { has("python3") })
    func `is kept by Python, whose poses are those of the others`() throws {
        let folder = `Pose page`.root.path + "/Tests/PosePage"
        let (status, output) = try Self.run(["python3", folder + "/poses.py", folder + "/poses.txt"])
        #expect(status == 0 && output.contains("326 rows"), "\(output)")
    }

    // MARK: for another processor

    /// This machine's headers, which take its own processor's part in what they declare; what is declared is the same.
    private static var headers: [String] {
        #if arch(x86_64)
            ["-D__x86_64__=1", "-isystem", "/usr/include/x86_64-linux-gnu", "-isystem", "/usr/include"]
        #else
            ["-isystem", "/usr/include/aarch64-linux-gnu", "-isystem", "/usr/include"]
        #endif
    }

    /// Compiles C for 64-bit ARM with the toolchain's own compiler, and gives the instructions of `function`; `nil` where it
    /// cannot, which is said.
    private static func instructions(of function: String, in source: String) throws -> [String]? {
        guard has("clang") else {
            print("skipped: the instructions of 64-bit ARM: the toolchain's clang is not in PATH")
            return nil
        }
        let (status, output) = try run(
            [
                "clang", "--target=aarch64-linux-gnu", "-O2", "-S", "-o", "-", "-march=armv8-a", "-std=gnu11",
            ] + headers + [source])
        guard status == 0 else {
            print("skipped: the instructions of 64-bit ARM: \(output.prefix(300))")
            return nil
        }
        let lines = output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        guard let start = lines.firstIndex(where: { $0.hasPrefix("\(function):") }) else { return [] }
        let body = lines[start...].prefix { !$0.hasPrefix(".Lfunc_end") }
        return body.filter { $0.first?.isLetter == true }.map {
            $0.replacingOccurrences(of: "\t", with: " ")
        }
    }

    @Test func `is a store with release behind a barrier on 64-bit ARM`() throws {
        let source = NSTemporaryDirectory() + "page-writer-\(getpid()).c"
        defer { unlink(source) }
        let shim = `Pose page`.root.path + "/Sources/CLinux/shim.h"
        try """
        #include "\(shim)"
        void write_page(void *page, const void *image) { clinux_write_page(page, image, 16); }
        """.write(toFile: source, atomically: true, encoding: .utf8)
        guard let code = try Self.instructions(of: "write_page", in: source) else { return }
        let barrier = try #require(code.firstIndex { $0.hasPrefix("dmb ish") && !$0.hasPrefix("dmb ishld") })
        let release = try #require(code.firstIndex { $0.hasPrefix("stlr ") })
        let stores = code.indices.filter { code[$0].hasPrefix("st") && !code[$0].hasPrefix("stlr") }
        // The odd sequence in front of the barrier, the data behind it, the even one behind all.
        #expect(stores.contains { $0 < barrier })
        #expect(stores.contains { $0 > barrier } && stores.allSatisfy { $0 < release }, "\(code)")
    }

    /// The client's in C, and the one of the Swift client and of the tool.
    @Test(arguments: [
        "#include \"Sources/Clients/C/tiltshadow_pose.c\"",
        """
        #include "Sources/CLinux/shim.h"
        int tiltshadow_read_page(const void *page, void *copy) { return clinux_read_page(page, copy, 16); }
        """,
    ])
    func `is a load with acquire and a barrier before the second look on 64-bit ARM`(reader: String) throws {
        let source = NSTemporaryDirectory() + "page-reader-\(getpid())-\(reader.count).c"
        defer { unlink(source) }
        let root = `Pose page`.root.path
        try reader.replacingOccurrences(of: "\"Sources/", with: "\"\(root)/Sources/")
            .write(toFile: source, atomically: true, encoding: .utf8)
        guard let code = try Self.instructions(of: "tiltshadow_read_page", in: source) else { return }
        let acquire = try #require(code.firstIndex { $0.hasPrefix("ldar ") || $0.hasPrefix("ldapr ") })
        let barrier = try #require(code.firstIndex { $0.hasPrefix("dmb ishld") || $0 == "dmb ish" })
        let loads = code.indices.filter { code[$0].hasPrefix("ldr ") }
        #expect(acquire < barrier)
        #expect(loads.contains { acquire < $0 && $0 < barrier } && loads.contains { $0 > barrier }, "\(code)")
    }

    /// The daemon that `.ci/embedded aarch64` has built, where it has since the lock was written last.
    private static var built: String? {
        let (program, source) = (
            `Pose page`.root.path + "/.build-embedded-aarch64/release/tiltshadowd",
            `Pose page`.root.path + "/Sources/CLinux/shim.h"
        )
        var (made, written) = (stat(), stat())
        guard stat(program, &made) == 0, stat(source, &written) == 0 else { return nil }
        return made.st_mtim.tv_sec > written.st_mtim.tv_sec && has("llvm-objdump") ? program : nil
    }

    @Test(.enabled("no such daemon for 64-bit ARM: .ci/embedded aarch64 makes one") { built != nil })
    func `is the same in the daemon for 64-bit ARM`() throws {
        let (status, output) = try Self.run(
            ["llvm-objdump", "-d", "--no-show-raw-insn", try #require(Self.built)])
        try #require(status == 0)
        // A store, a barrier, a store, and a store with release, and nothing else that orders any between them.
        var (step, isThere) = (0, false)
        for line in output.split(separator: "\n") {
            let code =
                line.split(separator: ":", maxSplits: 1).last?.split(whereSeparator: \.isWhitespace) ?? []
            switch code.first {
            case "str", "stp", "stur": step = step < 2 ? 1 : 3
            case "dmb" where code.last == "ish": step = step == 1 ? 2 : 0
            case "stlr" where step == 3:
                isThere = true
                step = 0
            case "dmb", "stlr", "ret", "bl": step = 0
            default: break
            }
        }
        #expect(isThere)
    }
}
