import Foundation
import Testing

/// The real `tiltshadowd` against the kernel's own sensor drivers, in a virtual machine.
///
/// Each file of `Tests/RealKernel/scenarios` is one case; `Tests/RealKernel/README.md` tells what is needed. Serialized,
/// because a machine keeps one processor busy.
@Suite(.serialized) struct `Real kernel` {
    @Test func `the benches have scenarios`() {
        #expect(!Bench.kernel.scenarios.isEmpty)
        #expect(!Bench.service.scenarios.isEmpty)
    }

    @Test(arguments: Bench.kernel.scenarios)
    func `every check of the scenario passes in the guest`(scenario: String) async throws {
        try await expectPasses(.kernel, [scenario])
    }

    /// All in one boot: with systemd it takes longer than most scenarios.
    @Test func `every check of the service passes in the guest with systemd`() async throws {
        try await expectPasses(.service, Bench.service.scenarios)
    }

    private func expectPasses(_ bench: Bench, _ scenarios: [String]) async throws {
        let outcome = try await bench.run(scenarios)
        print(outcome.report)
        if outcome.status == Bench.cannotRun, !Bench.isRequired {
            try Test.cancel("\(outcome.lastLine)")
        }
        #expect(outcome.failures.isEmpty)
        #expect(outcome.status == 0)
        #expect(!outcome.passes.isEmpty)
    }
}
