import Foundation
import Testing

/// The real `tiltshadowd` against the kernel's own sensor drivers, in a virtual machine.
///
/// Each file of `Tests/RealKernel/scenarios` is one case; `Tests/RealKernel/README.md` tells what is needed. Serialized,
/// because a machine keeps one processor busy.
@Suite(.serialized) struct `Real kernel` {
    @Test func `the bench has scenarios`() {
        #expect(!Bench.scenarios.isEmpty)
    }

    @Test(arguments: Bench.scenarios)
    func `every check of the scenario passes in the guest`(scenario: String) async throws {
        let outcome = try await Bench.run(scenario)
        print(outcome.report)
        if outcome.status == Bench.cannotRun, !Bench.isRequired {
            try Test.cancel("\(outcome.lastLine)")
        }
        #expect(outcome.failures.isEmpty)
        #expect(outcome.status == 0)
        #expect(!outcome.passes.isEmpty)
    }
}
