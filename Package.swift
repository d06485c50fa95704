// swift-tools-version: 6.2
import PackageDescription

// EMBEDDED=1 builds tiltshadowd as Embedded Swift, as it is shipped. SWIFT_UNICODE_TABLES names the toolchain's
// libswiftUnicodeDataTables.a, which Embedded Swift does not link by itself; .ci/embedded finds it.
let isEmbedded = Context.environment["EMBEDDED"] == "1"
// STATIC=1, with EMBEDDED=1: one file that needs no library. There is no libudev.a, so our own reader stands for it.
let isStatic = Context.environment["STATIC"] == "1"
// WITHOUT_TOOL=1, with EMBEDDED=1: the daemon alone, where the minutes of the tool's build count.
let hasEmbeddedTool = Context.environment["WITHOUT_TOOL"] != "1"
// WITH_FRAMES=1, with EMBEDDED=1: what Tests/Processors holds against other builds, too; a minute of one processor.
let hasFrames = !isEmbedded || Context.environment["WITH_FRAMES"] == "1"
// TICK_PROFILE, with EMBEDDED=1: what Linking/tick-profile says, as the linker reads it; .ci/embedded makes it. TICK_PROFILER
// names the toolchain's library for a daemon that counts what it does, by which .ci/order-ticks makes the former.
let (tickProfile, tickProfiler) = (
    Context.environment["TICK_PROFILE"] ?? "", Context.environment["TICK_PROFILER"] ?? ""
)
let unicodeTables = Context.environment["SWIFT_UNICODE_TABLES"] ?? ""

// FUZZER_RUNTIME names libFuzzer's library, with which Tests/Fuzz is linked then, everything compiled to tell it what was
// reached; Tests/Fuzz/run.sh finds it.
let fuzzerRuntime = Context.environment["FUZZER_RUNTIME"] ?? ""
let isFuzzed = !fuzzerRuntime.isEmpty
let coverage: [SwiftSetting] = isFuzzed ? [.unsafeFlags(["-sanitize=fuzzer", "-enable-testing"])] : []

let strict: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
    ] + coverage
// STATIC_RUNTIME names the toolchain's static libraries where programs are built for release with them, as .ci/release does. What
// is internal to modules is visible to tests then, too, so that .ci/tests needs none of them built anew: to those with `tested`,
// which whoever writes `@testable import` of another gives it.
let staticRuntime = Context.environment["STATIC_RUNTIME"] ?? ""
let isTested = !staticRuntime.isEmpty
let tested: [SwiftSetting] = isTested ? [.unsafeFlags(["-enable-testing"])] : []
// A batch of files at most for each job: for every other the compiler reads all modules again, a quarter of its work on tests.
// Nobody ships tests: they are not optimised, and what the compiler makes of them is not checked by itself. Nor does anybody
// wait for their modules, which would be made by a job of their own, an eighth of the work.
let unoptimised = [
    "-Onone", "-no-whole-module-optimization", "-enable-batch-mode", "-no-emit-module-separately",
    "-Xfrontend", "-disable-llvm-verify",
]
let tests: [SwiftSetting] =
    strict + [.unsafeFlags(["-driver-batch-size-limit", "1000"] + (isTested ? unoptimised : []))]
// Their program has the shared runtime, the only one with testing libraries. Modules that are compiled for the static one ask for
// libraries that it alone has (_FoundationCShims), whose contents are in the shared ones already. The linker looks here last.
let testsLink: [LinkerSetting] = isTested ? [.unsafeFlags(["-Xlinker", "-L\(staticRuntime)"])] : []
// .ci/embedded has the linker compile all modules as one, which drops the unused and saves 90 of 840 kB.
// Checks of exclusive access call functions that are empty here. What every module shares of text is in PlainText.
let embeddedAlone: [SwiftSetting] = [
    .enableExperimentalFeature("Embedded"),
    .unsafeFlags(["-wmo", "-Osize", "-enforce-exclusivity=unchecked"]),
]
let embedded: [SwiftSetting] =
    embeddedAlone + [.unsafeFlags(["-Xfrontend", "-import-module", "-Xfrontend", "PlainText"])]
let daemon: [SwiftSetting] = isEmbedded ? strict + embedded : strict
// A library of Embedded Swift is compiled again with each program, of which the linker keeps one copy. Without its own, of which
// nothing is left but a name, the daemon is built with a third less work, and a tick does less, too. PlainText and LinuxSystem
// are not among those: C calls functions of theirs.
#if compiler(>=6.3)
    let emptied: [SwiftSetting] = [.unsafeFlags(["-Xfrontend", "-emit-empty-object-file"])]
#else
    let emptied: [SwiftSetting] = []
#endif
let library: [SwiftSetting] = isEmbedded ? daemon + emptied : strict
let linking = "\(Context.packageDirectory)/Sources/tiltshadowd/Linking"
// The toolchain's own linker: of Debian's, only gold knew `--icf`, and Debian 13 no longer installs it.
let embeddedLink: [LinkerSetting] =
    isEmbedded
    ? [
        .unsafeFlags([
            "-use-ld=lld", "-Xlinker", "--gc-sections", "-Xlinker", "--icf=all", "-Xlinker", "-O2",
            // The daemon has functions of its own in the place of libm's, the tool calls some.
            "-Xlinker", "--as-needed",
            // What functions have in common becomes a function where that saves a byte: with 12 the daemon is 4 kB larger, and
            // a tick does the same.
            "-Xlinker", "-mllvm", "-Xlinker", "-enable-machine-outliner=always", "-Xlinker", "-mllvm",
            "-Xlinker", "-outliner-benefit-threshold=1", "-Xlinker",
            "-T\(linking)/no-unwinding.ld", unicodeTables,
            // What a tick calls lies side by side, or it takes twice as long to find it (.ci/order-ticks).
            "-Xlinker", "--symbol-ordering-file=\(linking)/tick-functions", "-Xlinker",
            "--no-warn-symbol-ordering",
        ]),
        // Three functions of it, for which a library more would be resident.
        .unsafeFlags(isStatic ? [] : ["-Xclang-linker", "-static-libgcc"]),
    ] : []
let profileLink: [LinkerSetting] =
    if !tickProfiler.isEmpty {
        [
            .unsafeFlags([
                "-Xlinker", "--lto-cs-profile-generate", "-Xlinker", "-u", "-Xlinker",
                "__llvm_profile_runtime", tickProfiler,
            ])
        ]
    } else if !tickProfile.isEmpty {
        [
            .unsafeFlags([
                "-Xlinker", "--lto-cs-profile-file=\(tickProfile)", "-Xlinker", "--no-lto-pgo-warn-mismatch",
                "-Xlinker", "-mllvm", "-Xlinker", "-split-machine-functions",
            ])
        ]
    } else {
        []
    }
let daemonLink: [LinkerSetting] =
    isEmbedded
    ? embeddedLink + profileLink
    : [
        // What the daemon calls of the Swift runtime lies side by side, or 1 MB more of it is resident (.ci/order-runtime).
        .unsafeFlags([
            "-L\(linking)", "-use-ld=lld", "-Xlinker", "--gc-sections", "-Xlinker", "--icf=safe",
            "-Xlinker", "--no-export-dynamic", "-Xlinker",
            "--symbol-ordering-file=\(linking)/runtime-functions", "-Xlinker", "--no-warn-symbol-ordering",
        ])
    ]

let systemLibraries: [Target] = [
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CMath"),
    .systemLibrary(
        name: "CLibevdev", pkgConfig: isStatic ? nil : "libevdev", providers: [.apt(["libevdev-dev"])]),
    isStatic
        ? .target(name: "GlibcNames", cSettings: [.unsafeFlags(["-Os", "-ffreestanding"])])
        : .systemLibrary(name: "CLibudev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
]

#if compiler(>=6.3)
    let olderSwift: [CSetting] = []
#else
    let olderSwift: [CSetting] = [.define("OLDER_SWIFT")]
#endif
// What the toolchain's runtime for Embedded Swift does wrong or lacks, and where the shipped daemon's ticks lie.
let embeddedRuntime: [Target] =
    isEmbedded
    ? ["EmbeddedRuntime", "TickText"].map {
        .target(name: $0, cSettings: [.unsafeFlags(["-Os", "-ffreestanding"])] + olderSwift)
    } : []

// Programs of the tests that are also built for other processors.
let processorTargets: [Target] = [
    .target(
        name: "RecordedDevices", dependencies: ["TiltCore", "LinuxSystem", "TiltSensors", "CLinux"],
        path: "Tests/RecordedDevices", swiftSettings: library),
    .executableTarget(
        name: "tiltshadow-frames",
        dependencies: [
            "TiltCore", "LinuxSystem", "TiltSensors", "TiltDaemon", "RecordedDevices", "CLinux",
        ] + (isEmbedded ? ["Runtime"] : []),
        path: "Tests/Processors/Frames", swiftSettings: daemon, linkerSettings: embeddedLink),
]
// What is asked of the runtime itself.
let runtimeCheck: [Target] =
    isEmbedded
    ? [
        .target(
            name: "Runtime", path: "Tests/Processors/Runtime", cSettings: [.unsafeFlags(["-ffreestanding"])])
    ] : []

let daemonTargets: [Target] = [
    // The one rule for strangers' text, which both of the next two need.
    .target(
        name: "PlainText", dependencies: isEmbedded ? ["EmbeddedRuntime"] : [],
        swiftSettings: tested + (isEmbedded ? strict + embeddedAlone : strict)),
    .target(name: "TiltCore", dependencies: ["CMath", "PlainText"], swiftSettings: tested + library),
    .target(
        name: "LinuxSystem", dependencies: ["CLinux", "PlainText"] + (isEmbedded ? ["TickText"] : []),
        swiftSettings: tested + daemon),
    .target(
        name: "TiltSensors",
        dependencies: [
            "TiltCore", "LinuxSystem", "CLinux", "CLibevdev", isStatic ? "GlibcNames" : "CLibudev",
        ],
        exclude: isStatic ? ["Udev/Libudev"] : [],
        swiftSettings: isStatic ? library + [.define("WITHOUT_LIBUDEV")] : library),
    .target(
        name: "TiltDaemon", dependencies: ["TiltCore", "LinuxSystem", "TiltSensors", "CLinux"],
        swiftSettings: tested + library),
    .executableTarget(
        name: "tiltshadowd", dependencies: ["TiltCore", "LinuxSystem", "TiltSensors", "TiltDaemon"],
        exclude: ["Linking"], swiftSettings: daemon, linkerSettings: daemonLink),
]

// What the tool has of the package in both builds.
let clientTargets: [Target] = [
    .systemLibrary(name: "CZlib", pkgConfig: isStatic ? nil : "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CZstd", pkgConfig: isStatic ? nil : "libzstd", providers: [.apt(["libzstd-dev"])]),
    // It looks for libsystemd when a message bus is asked, so that a build needs nothing of it.
    .systemLibrary(name: "CSystemBus"),
    .target(
        name: "TiltImport",
        dependencies: [
            "TiltCore", "LinuxSystem", "TiltSensors", "CMath", "CLinux", "CLibevdev", "CZlib", "CZstd",
        ],
        swiftSettings: library),
    // Embedded Swift has no tasks, which the sequence of frames needs.
    .target(
        name: "TiltClient", dependencies: ["TiltCore", "LinuxSystem", "CLinux"],
        exclude: isEmbedded ? ["Async", "TiltClient.docc"] : [], swiftSettings: tested + library),
    .target(name: "TiltScore", dependencies: ["TiltCore", "CMath"], swiftSettings: tested + library),
]
// The toolchain's own linker here, too: what Debian 13 has in the place of gold leaves the loader's tables open to writes.
let toolLink: [LinkerSetting] = [.unsafeFlags(["-use-ld=lld"])]

// A program of its own: no other has a library that speaks to a network. It looks for libmosquitto when it is started, so
// that a build needs nothing of it.
let relayTargets: [Target] = [
    .systemLibrary(name: "CMosquitto"),
    .target(
        name: "TiltRelay", dependencies: ["TiltCore", "TiltClient", "LinuxSystem"],
        swiftSettings: tested + strict),
    .executableTarget(
        name: "tiltshadow-relay",
        dependencies: [
            "TiltRelay", "TiltCore", "TiltSensors", "TiltDaemon", "TiltClient", "LinuxSystem", "CLinux",
            "CMosquitto",
        ],
        exclude: ["Manual"], swiftSettings: strict, linkerSettings: toolLink),
    .testTarget(
        name: "TiltRelayTests",
        dependencies: ["TiltRelay", "TiltCore", "TiltClient", "TiltSensors", "TiltDaemon", "Sessions"],
        swiftSettings: tests),
]
let toolResources: [Resource] = [
    .embedInCode("Resources/demo.tiltlog"), .embedInCode("Resources/udev.rules"),
]

// The tool as Embedded Swift: the same commands, but for those that need a package of others.
let embeddedToolTargets: [Target] = [
    // Has the name of the package whose place it takes, so that the commands are the same text in both builds.
    .target(
        name: "ArgumentParser", dependencies: ["TiltCore"], path: "Sources/SmallArguments",
        swiftSettings: library),
    .executableTarget(
        name: "tiltshadow",
        dependencies: [
            "TiltCore", "LinuxSystem", "TiltSensors", "TiltDaemon", "TiltClient", "TiltScore", "TiltImport",
            "CLinux", "CSystemBus",
            "ArgumentParser",
        ],
        exclude: [
            "Manual", "Preview", "Completions", "Commands/PreviewCommand.swift",
            "Commands/RelayCommand.swift",
            "Tiltshadow.swift",
        ],
        resources: toolResources, swiftSettings: daemon,
        linkerSettings: embeddedLink + [.linkedLibrary("m")]),
]

let toolTargets: [Target] = [
    .target(name: "CardMotion", dependencies: ["CMath"], swiftSettings: strict),
    .target(
        name: "TiltPreview",
        dependencies: [
            "TiltCore", "TiltClient", "LinuxSystem", "CLinux", "CZlib",
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
            .product(name: "NIOHTTP1", package: "swift-nio"),
        ],
        exclude: ["Page"], swiftSettings: tested + strict, plugins: ["EmbedPage"]),
    .plugin(
        name: "EmbedPage", capability: .buildTool(), dependencies: ["embed-page"],
        path: "Sources/EmbedPage"),
    .executableTarget(name: "embed-page", swiftSettings: strict),
    // In the place of what the oldest glibc that the tool runs with has not.
    .target(name: "OlderGlibc", cSettings: [.unsafeFlags(["-O2", "-ffreestanding"])]),
    .executableTarget(
        name: "tiltshadow",
        dependencies: [
            "TiltCore", "LinuxSystem", "TiltSensors", "TiltDaemon", "TiltClient", "TiltScore", "TiltImport",
            "TiltPreview", "CLinux", "CSystemBus", "OlderGlibc",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        exclude: ["Manual", "Embedded"], resources: toolResources,
        swiftSettings: tested + strict, linkerSettings: toolLink),
    // The C loop that the daemon is held against, and those who read from both.
    .target(name: "FanoutPeers", cSettings: [.unsafeFlags(["-O2"])]),
    .executableTarget(
        name: "tiltshadow-bench",
        dependencies: [
            "TiltCore", "TiltScore", "TiltClient", "TiltImport", "TiltDaemon", "TiltSensors", "LinuxSystem",
            "CLinux", "CZlib", "CZstd", "FanoutPeers", "CPoses",
            "TiltRelay",
        ],
        swiftSettings: strict),
    // The reader of poses that C programs have, for the bench and to be held against ours.
    .target(
        name: "CPoses", path: "Sources/Clients/C", sources: ["tiltshadow_pose.c"], publicHeadersPath: ".",
        cSettings: [.unsafeFlags(["-O2"])]),
    .testTarget(
        name: "PosePageTests", dependencies: ["TiltCore", "LinuxSystem", "CLinux", "CPoses"],
        path: "Tests/PosePage", exclude: ["model.py", "poses.py", "poses.txt"], swiftSettings: tests),
    .testTarget(name: "PlainTextTests", dependencies: ["PlainText"], swiftSettings: tests),
    .target(
        name: "TiltSimulation",
        dependencies: ["TiltCore", "LinuxSystem", "TiltSensors", "TiltDaemon", "CMath", "CHeap"],
        path: "Tests/Simulation/World", swiftSettings: strict),
    .systemLibrary(name: "CHeap", path: "Tests/Simulation/CHeap"),
    .executableTarget(
        name: "tiltshadow-simulate", dependencies: ["TiltSimulation"], path: "Tests/Simulation/Program",
        swiftSettings: strict),
    .testTarget(name: "TiltCoreTests", dependencies: ["TiltCore"], swiftSettings: tests),
    .target(
        name: "Strangers", dependencies: ["LinuxSystem", "CLinux"], path: "Tests/Strangers",
        swiftSettings: strict),
    .testTarget(
        name: "LinuxSystemTests", dependencies: ["LinuxSystem", "Strangers", "CLinux"], swiftSettings: tests),
    .testTarget(
        name: "TiltSensorsTests", dependencies: ["TiltCore", "LinuxSystem", "TiltSensors", "CLinux"],
        resources: [.copy("Fixtures")], swiftSettings: tests),
    .target(
        name: "Sessions", dependencies: ["TiltCore", "LinuxSystem", "TiltSensors", "TiltDaemon", "CMath"],
        path: "Tests/Sessions/Runner", swiftSettings: tested + strict),
    .testTarget(
        name: "TiltDaemonTests",
        dependencies: [
            "TiltCore", "LinuxSystem", "TiltSensors", "TiltDaemon", "Sessions", "Strangers", "CLinux",
        ],
        swiftSettings: tests),
    .testTarget(
        name: "TiltImportTests", dependencies: ["TiltCore", "TiltImport", "TiltSensors"],
        resources: [.copy("Fixtures")], swiftSettings: tests),
    .testTarget(name: "TiltScoreTests", dependencies: ["TiltCore", "TiltScore"], swiftSettings: tests),
    .testTarget(
        name: "CardMotionTests", dependencies: ["CardMotion"], exclude: ["golden.json"], swiftSettings: tests
    ),
    .testTarget(
        name: "CorpusTests",
        dependencies: [
            "TiltCore", "LinuxSystem", "TiltSensors", "TiltDaemon", "TiltImport", "RecordedDevices", "CLinux",
        ],
        swiftSettings: tests),
    .testTarget(
        name: "TiltPreviewTests",
        dependencies: [
            "TiltCore", "TiltPreview", "CZlib", .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOEmbedded", package: "swift-nio"),
            .product(name: "NIOHTTP1", package: "swift-nio"),
        ],
        swiftSettings: tests),
    .testTarget(name: "RealKernelTests", swiftSettings: tests),
    .testTarget(
        name: "ToolTests",
        dependencies: [
            "tiltshadow", "tiltshadowd", "tiltshadow-relay", "TiltClient", "TiltCore", "TiltSensors",
            "LinuxSystem", "CLinux",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        swiftSettings: tests, linkerSettings: testsLink),
    .testTarget(
        name: "TiltClientTests", dependencies: ["TiltClient", "TiltCore", "LinuxSystem", "CLinux"],
        swiftSettings: tests),
    .testTarget(name: "ServiceTests", dependencies: ["tiltshadowd"], swiftSettings: tests),
]

// Of programs this one alone is there where it links with libFuzzer, which no other does. Without, it plays the inputs that
// are kept.
let fuzzTargets: [Target] =
    [
        .executableTarget(
            name: "tiltshadow-fuzz",
            dependencies: [
                "TiltCore", "LinuxSystem", "TiltSensors", "TiltDaemon", "TiltClient", "TiltImport",
                "TiltRelay",
                "CLinux",
            ] + (isFuzzed ? ["CFuzzer"] : []),
            path: "Tests/Fuzz/Targets", swiftSettings: strict,
            linkerSettings: isFuzzed ? [.unsafeFlags([fuzzerRuntime]), .linkedLibrary("stdc++")] : [])
    ] + (isFuzzed ? [.systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer")] : [])

let package = Package(
    name: "tiltshadow",
    products: isFuzzed
        ? []
        : isEmbedded
            ? [.executable(name: "tiltshadowd", targets: ["tiltshadowd"])]
                + (hasEmbeddedTool ? [.executable(name: "tiltshadow", targets: ["tiltshadow"])] : [])
            : [
                .executable(name: "tiltshadow", targets: ["tiltshadow"]),
                .executable(name: "tiltshadowd", targets: ["tiltshadowd"]),
                .executable(name: "tiltshadow-relay", targets: ["tiltshadow-relay"]),
                .library(name: "TiltCore", targets: ["TiltCore"]),
                .library(name: "TiltClient", targets: ["TiltClient"]),
                .library(name: "CardMotion", targets: ["CardMotion"]),
            ],
    dependencies: isEmbedded || isFuzzed
        ? []
        : [
            .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
            .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        ],
    targets: systemLibraries + embeddedRuntime + daemonTargets
        + (isFuzzed ? clientTargets + relayTargets.filter { $0.type != .test } + fuzzTargets : [])
        + (hasFrames && !isFuzzed ? processorTargets + runtimeCheck : [])
        + (isEmbedded || isFuzzed ? [] : clientTargets + relayTargets + toolTargets + fuzzTargets)
        + (isEmbedded && hasEmbeddedTool ? clientTargets + embeddedToolTargets : [])
)
