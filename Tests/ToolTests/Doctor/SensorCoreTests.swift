import Testing

@testable import tiltshadow

@Suite struct `Qualcomm's sensor core` {
    private func core(_ state: String, firmware: String = "qcom/sdm845/slpi.mbn", modules: String = "") throws
        -> SensorCore?
    {
        let tree = try MachineTree([
            "proc/device-tree/compatible": "oneplus,enchilada\0qcom,sdm845\0",
            "proc/sys/kernel/osrelease": "6.1.0\n", "lib/modules/6.1.0/modules.dep": modules,
            "sys/class/remoteproc/remoteproc0/firmware": "qcom/sdm845/modem.mbn\n",
            "sys/class/remoteproc/remoteproc1/firmware": firmware + "\n",
            "sys/class/remoteproc/remoteproc1/state": state + "\n",
        ])
        return KernelFacts.gather(tree.machine).sensorCore
    }

    @Test func `is told by its firmware, and by what reads it`() throws {
        let core = try #require(try core("running"))
        #expect(core.path == "/sys/class/remoteproc/remoteproc1")
        #expect(core.check.verdict == .problem)
        for word in ["libssc", "qcom_smgr", "sns_iio", "slpi.mbn"] {
            #expect(core.check.detail.contains(word))
        }
    }

    @Test func `is started where it does not run`() throws {
        #expect(
            try core("offline")?.check.advice
                == "echo start | sudo tee /sys/class/remoteproc/remoteproc1/state")
    }

    @Test(arguments: ["qcom_smgr", "sns_iio"])
    func `gets the module that makes IIO devices of it, where the kernel has one`(module: String) throws {
        let core = try core("running", modules: "kernel/drivers/iio/common/qcom_smgr/\(module).ko:\n")
        #expect(core?.check.advice == "sudo modprobe \(module)")
    }

    @Test func `is the audio processor where there is no other, and none on other machines`() throws {
        #expect(try core("running", firmware: "qcom/sc7280/adsp.mbn")?.firmware == "qcom/sc7280/adsp.mbn")
        #expect(try core("running", firmware: "qcom/sc7280/cdsp.mbn") == nil)
        // Most boards with one have no motion sensor at all.
        for state in ["running", "offline"] {
            let audio = try #require(try core(state, firmware: "qcom/sc7280/adsp.mbn"))
            #expect(audio.check.verdict == .skipped && audio.check.detail.contains("may sit behind"))
            #expect(KernelFacts(sensorCore: audio).explainsAbsence == false)
        }
        #expect(KernelFacts(sensorCore: try core("running")).explainsAbsence)
        let other = try MachineTree([
            "proc/device-tree/compatible": "pine64,pinephone\0allwinner,sun50i-a64\0",
            "sys/class/remoteproc/remoteproc0/firmware": "adsp.mbn\n",
        ])
        #expect(KernelFacts.gather(other.machine).sensorCore == nil)
    }
}
