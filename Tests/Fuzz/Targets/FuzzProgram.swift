import CLinux
import LinuxSystem

#if canImport(CFuzzer)
    import CFuzzer
#endif

/// `tiltshadow-fuzz TARGET [LIBFUZZER OPTION | CORPUS]…`: runs one target under libFuzzer; where it was built without,
/// `tiltshadow-fuzz TARGET FILE…` gives it each of these files once.
@main struct FuzzProgram {
    static func main() {
        guard CommandLine.arguments.count > 1, let target = FuzzTarget(rawValue: CommandLine.arguments[1])
        else {
            print("usage: tiltshadow-fuzz TARGET [LIBFUZZER OPTION | CORPUS]...")
            print("targets: " + FuzzTarget.allCases.map(\.rawValue).joined(separator: " "))
            return
        }
        #if canImport(CFuzzer)
            // libFuzzer sees itself called without the target's name, which stands where its program's name belongs.
            var count = CommandLine.argc - 1
            var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
            _ = LLVMFuzzerRunDriver(&count, &arguments, target.callback)
        #else
            for path in CommandLine.arguments.dropFirst(2) { play(path, target) }
        #endif
    }

    #if !canImport(CFuzzer)
        /// Names the file before: what it does may end the program.
        private static func play(_ path: String, _ target: FuzzTarget) {
            print(path)
            fflush(nil)
            do throws(WholeFile.Failure) {
                let bytes = try WholeFile.read(path, limit: longest)
                bytes.withUnsafeBufferPointer { _ = target.callback($0.baseAddress, $0.count) }
            } catch {
                fatalError(error.description)
            }
        }

        /// In bytes; no input that is kept is longer.
        private static let longest = 1 << 20
    #endif
}
