import TiltSensors

/// The processor of a Qualcomm chip that has the motion sensors to itself: Linux reaches it by messages (QRTR) alone.
///
/// Sources: postmarketOS's wiki on the Snapdragon Sensor Core; github.com/sdm660-mainline/linux/pull/82 for the older
/// generation, whose kernel driver makes IIO devices; github.com/ROCKNIX/distribution/pull/3005 for the newer one, where
/// a program feeds them to the module `sns_iio`.
struct SensorCore: Equatable {
    /// Its directory, such as `/sys/class/remoteproc/remoteproc0`.
    let path: String
    /// What it runs, such as `qcom/sdm845/slpi.mbn`.
    let firmware: String
    /// What the kernel says of it: `running`, `offline`, `crashed`.
    let state: String
    /// The modules that make IIO devices of its sensors, where this kernel has one.
    let shim: String?

    /// Modules of kernels for such machines, the older generation's first.
    private static let shims = ["qcom_smgr", "sns_iio"]

    /// True where it is the processor for audio: smaller chips have the sensors there, most boards none at all.
    var isOfAudio: Bool { firmware.contains("adsp") }

    /// The link of the sensor core, where there is no other sensor.
    var check: Check {
        let title = "sensor core"
        guard !isOfAudio else {
            return Check(
                .kernel, title, .skipped,
                "if this machine has motion sensors, they may sit behind its audio processor (\(firmware)); "
                    + (shim.map { "the module \($0) makes IIO devices of them" }
                        ?? "kernels with " + Self.shims.joined(separator: " or ")
                        + " make IIO devices of them"))
        }
        let what = "the sensors of this machine sit behind Qualcomm's sensor core (\(firmware))"
        guard state == "running" else {
            return Check(
                .kernel, title, .problem, "\(what), which is \(state)",
                advice: "echo start | sudo tee \(path)/state")
        }
        if let shim {
            return Check(
                .kernel, title, .problem, "\(what); the module \(shim) makes IIO devices of them",
                advice: "sudo modprobe \(shim)")
        }
        return Check(
            .kernel, title, .problem,
            "\(what), which is no IIO device: libssc reads it from user space, and kernels with "
                + Self.shims.joined(separator: " or ") + " make one of it; tiltshadow reads the latter",
            advice: "ls /sys/bus/iio/devices; cat /sys/class/remoteproc/remoteproc*/firmware")
    }

    /// The core of a Qualcomm machine, by its device tree and its processors; `nil` on any other.
    static func of(_ machine: Machine, isLoadable: (String) -> Bool) -> SensorCore? {
        guard machine.text("/proc/device-tree/compatible")?.contains("qcom,") == true else { return nil }
        let processors = machine.directory("/sys/class/remoteproc")
        let found = processors.names().compactMap { name -> SensorCore? in
            let directory = processors.directory(name)
            let firmware = directory.text("firmware") ?? directory.text("name") ?? ""
            guard ["slpi", "sdsp", "ssc", "adsp"].contains(where: { firmware.contains($0) }) else {
                return nil
            }
            return SensorCore(
                path: "/sys/class/remoteproc/" + name, firmware: firmware,
                state: directory.text("state") ?? "unknown", shim: shims.first(where: isLoadable))
        }
        // Where there is a processor for sensors alone, it has them; the audio's has them on smaller chips.
        return found.first { !$0.firmware.contains("adsp") } ?? found.first
    }
}
