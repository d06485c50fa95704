import Foundation
import Testing

/// The real `tiltshadowd` against the kernel's own sensor drivers, in a virtual machine.
///
/// Each file of `Tests/RealKernel/scenarios` runs, one after another, in one boot: to boot costs an emulated processor as
/// much as most scenarios. `Tests/RealKernel/README.md` tells what is needed.
@Suite struct `Real kernel` {
    @Test(arguments: [Bench.kernel, .service])
    func `every check of every scenario passes in the guest`(bench: Bench) async throws {
        let scenarios = bench.scenarios
        try #require(!scenarios.isEmpty)
        let outcome = try await bench.run(scenarios)
        print(outcome.report)
        if outcome.status == Bench.cannotRun, !Bench.isRequired {
            try Test.cancel("\(outcome.lastLine)")
        }
        #expect(outcome.failures.isEmpty)
        #expect(outcome.status == 0)
        #expect(outcome.concluded == scenarios)
    }
}
