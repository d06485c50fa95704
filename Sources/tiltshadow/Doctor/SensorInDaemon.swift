import TiltCore

/// The sensor as the daemon that reads it describes it in its `status`.
struct SensorInDaemon: Equatable {
    /// Something its readings say against it.
    struct Fault: Equatable {
        var code: String
        var message: String
        var hint: String

        /// True where it is the length of gravity, without which nothing else makes sense.
        var isOfLength: Bool { code == "gravity-length" || code == "force-length" }
    }

    /// Samples a second; `nil` where the daemon does not count them.
    var rateHz: Double?
    /// Samples a second that the device was asked for; `nil` where nobody knows.
    var nominalHz: Double?
    var faults: [Fault] = []
    /// Length of gravity at rest, in g; `nil` where the daemon has seen no second of rest, or does not tell.
    var gravity: Double?

    /// The links that the daemon tells of.
    var checks: [Check] {
        [rateCheck] + gravityChecks
            + (faults.isEmpty && gravityChecks.allSatisfy { $0.verdict == .ok }
                ? [Check(.sensor, "readings", .ok, "nothing speaks against them")] : [])
            + faults.map { fault in
                Check(
                    .sensor, fault.isOfLength ? "gravity" : "readings",
                    fault.isOfLength ? .problem : .warning,
                    "\(fault.message); \(fault.hint)", advice: "tiltshadow sensors --check 20")
            }
    }

    /// The length of gravity, where none of the faults is about it.
    private var gravityChecks: [Check] {
        guard !faults.contains(where: { $0.isOfLength }) else { return [] }
        guard let gravity else {
            return [
                Check(
                    .sensor, "gravity", .skipped,
                    "not judged yet: the device has not rested since the sensor was opened; leave it alone, and run "
                        + "this again")
            ]
        }
        let check = SensorMeasurement.gravityCheck(atRest: gravity, advice: "tiltshadow sensors --check 20")
        guard check.verdict != .problem else {
            // One second of rest is no fault yet; to who may not have raw samples it is told for good.
            return [
                Check(
                    .sensor, "gravity", .skipped,
                    "\(DoctorText.number(gravity, 3)) g in one second of rest, which no other has confirmed",
                    advice: "sudo tiltshadow doctor")
            ]
        }
        return [check]
    }

    private var rateCheck: Check {
        guard let rateHz else {
            return Check(.sensor, "rate", .skipped, "the daemon reads it and does not tell its rate")
        }
        let nominal = nominalHz.map { ", \(DoctorText.number($0, 1)) Hz asked for" } ?? ""
        return Check(
            .sensor, "rate", .ok, "\(DoctorText.number(rateHz, 1)) Hz\(nominal), read by the daemon")
    }
}

extension SensorInDaemon {
    /// Reads an answer to `status`.
    init(_ status: JSONValue) {
        rateHz = status["sample_hz"]?.number
        nominalHz = status["nominal_hz"]?.number
        gravity = status["gravity_g"]?.number
        guard case .array(let list) = status.faults else { return }
        faults = list.map {
            Fault(
                code: $0["code"]?.string ?? "", message: $0["message"]?.string ?? "",
                hint: $0["hint"]?.string ?? "")
        }
    }
}
