import CFuzzer

/// `tiltshadow-fuzz TARGET [LIBFUZZER OPTION | CORPUS]…`: runs one target under libFuzzer.
@main struct FuzzProgram {
    static func main() {
        guard CommandLine.arguments.count > 1, let target = FuzzTarget(rawValue: CommandLine.arguments[1])
        else {
            print("usage: tiltshadow-fuzz TARGET [LIBFUZZER OPTION | CORPUS]...")
            print("targets: " + FuzzTarget.allCases.map(\.rawValue).joined(separator: " "))
            return
        }
        // libFuzzer sees itself called without the target's name, which stands where its program's name belongs.
        var count = CommandLine.argc - 1
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
        _ = LLVMFuzzerRunDriver(&count, &arguments, target.callback)
    }
}
