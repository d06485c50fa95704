import Foundation
import Testing

/// The Rust client and its programs of Tests/Clients, compiled once for all tests.
enum RustPrograms {
    /// The directory where they are: beside the other programs of this package.
    static let built = Task {
        let script = """
            set -e
            mkdir -p "$2"
            # Put in place whole: other tests beside these run them, and make them, too.
            out=$(mktemp -d "$2/new.XXXXXX")
            trap 'rm -rf "$out"' EXIT
            rust() { rustc --edition 2021 -D warnings --out-dir "$out" -L "$out" "$@"; }
            root=$1
            rust --crate-name tiltshadow --crate-type rlib "$root/Sources/Clients/Rust/src/lib.rs"
            rust --extern tiltshadow "$root/Tests/Clients/check.rs"
            rust --extern tiltshadow "$root/Tests/Clients/check_pose.rs"
            rust --extern tiltshadow --crate-name golden "$root/Tests/Clients/Display/check.rs"
            mv "$out"/* "$2"
            """
        let directory = BuiltProducts.path("rust")
        let run = try await ToolRun.program(
            "/bin/sh", ["-c", script, "sh", BuiltProducts.source("").path, directory])
        #expect(run.status == 0, "\(run.errors)")
        return directory
    }
}

/// The crate of Sources/Clients/Rust as somebody has it who was given its package: by cargo, without a registry.
@Suite struct `The Rust client` {
    @Test func `passes its own tests, and its example prints a card's shadow`() async throws {
        let tools = ["cargo", "rustdoc"]
        guard tools.allSatisfy({ InstalledPrograms.have($0, for: "the crate of the client in rust") }) else {
            return
        }
        let directory = try ScratchDirectory()
        let packing = """
            set -e
            cp -r "$2" "$1/sources"
            cd "$1/sources"
            cargo package --offline --no-verify --allow-dirty
            mkdir ../crate
            tar -xzf target/package/tiltshadow-*.crate --strip-components 1 -C ../crate
            cd ../crate
            cargo test --offline
            """
        let sources = BuiltProducts.source("Sources/Clients/Rust").path
        let tests = try await ToolRun.program(
            "/bin/sh", ["-c", packing, "sh", directory.path, sources],
            environment: ["TILTSHADOW_POSES": BuiltProducts.source("Tests/PosePage/poses.txt").path])
        #expect(tests.status == 0, "\(tests.output) \(tests.errors)")
        // Those of the client, and those of its page.
        let passed = tests.output.matches(of: /test result: ok. (\d+) passed/).compactMap { Int($0.1) }
        #expect(passed.contains(46) && passed.contains(3), "\(tests.output)")

        let daemon = try await RunningDaemon()
        let script = "cd \"$1/crate\" && cargo run -q --offline --example card -- 90 | head -n 3"
        let card = try await ToolRun.program(
            "/usr/bin/env", ["timeout", "-s", "KILL", "60", "sh", "-c", script, "sh", directory.path],
            environment: ["TILTSHADOW_SOCKET": daemon.socket])
        #expect(card.lines.count == 3 && card.errors.contains("is there"), "\(card.errors)")
        for line in card.lines {
            let style = /box-shadow: -?[0-9.]+px -?[0-9.]+px 16px rgba\(0, 0, 0, 0.35\);/
            #expect(line.wholeMatch(of: style) != nil && !line.contains("-0px"), "\(line)")
        }
    }
}
