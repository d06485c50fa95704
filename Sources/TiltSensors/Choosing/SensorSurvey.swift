import TiltCore

/// One look at the devices of a machine: which of them are accelerometers, and how good.
package struct SensorSurvey: Equatable, Sendable {
    /// What the settings say.
    package let options: SensorOptions
    /// Every device of the two subsystems.
    package let records: [DeviceRecord]

    package init(options: SensorOptions, records: [DeviceRecord]) {
        self.options = options
        self.records = records
    }

    /// Every accelerometer, best first, refused ones last; of equal ones `kept` keeps the number behind its id.
    package func candidates(keeping kept: CandidateRanking.KeptNumber? = nil) -> [SensorCandidate] {
        let pads = padPaths
        var seen: [SensorCandidate] = []
        for record in records {
            if record.isEventNode { seen += candidate(event: record, pads: pads).map { [$0] } ?? [] }
            // Triggers are in the subsystem too, but have neither node nor channels.
            if record.isIIODevice { seen += candidates(iio: record) }
        }
        // The settings may name one by its own id: which are told apart before they are judged.
        var found = CandidateRanking.withDistinctIDs(seen, keeping: kept)
        let named = found.filter { isNamed($0) }.map { $0.sysPath }
        for index in found.indices { found[index].isNamed = named.contains(found[index].sysPath) }
        found = found.map { judged($0) }
        found = CandidateRanking.withGuessMarked(CandidateRanking.sorted(found))
        // At a candidate, since whoever is told of those is to hear of it, too.
        if !found.isEmpty { found[0].namesNothing = namesNothing(of: found) }
        return found
    }

    /// What to say where the settings name a sensor and no candidate is that; `nil` where one is, or there are none at all.
    ///
    /// The matrix and the scale beside the name are meant for that sensor alone, so that they are not in force either.
    package func namesNothing(of candidates: [SensorCandidate]) -> String? {
        guard let device = options.device, !candidates.isEmpty, !candidates.contains(where: { $0.isNamed })
        else { return nil }
        var idle: [String] = []
        if options.mountMatrix != nil { idle.append("mount_matrix") }
        if options.matrixConvention != nil { idle.append("matrix_convention") }
        if options.rawSign != nil { idle.append("raw_sign") }
        if options.accelScale != nil { idle.append("accel_scale") }
        var others = ""
        for (index, name) in idle.enumerated() {
            others += (index == 0 ? ", so " : index == idle.count - 1 ? " and " : ", ") + name
        }
        if !idle.isEmpty { others += (idle.count == 1 ? " is" : " are") + " not in force either" }
        var known = ""
        for (index, candidate) in candidates.prefix(4).enumerated() {
            known += (index == 0 ? "" : ", ") + candidate.id
        }
        return "device = " + device.onOneLine(limit: 100) + " under [sensor] names no sensor" + others
            + "; there is " + known
    }

    /// What the table of known devices says of an event node.
    func known(_ input: InputNode) -> KnownAxes? {
        KnownAxes.ofNode(vendor: input.vendor, product: input.product)
    }

    /// What the table of known devices says of an IIO device.
    func known(_ device: IIODevice) -> KnownAxes? {
        let machine = SysfsDirectory(options.sysRoot + "/class/dmi/id")
        return KnownAxes.of(
            device, vendor: machine.text("sys_vendor") ?? "", product: machine.text("product_name") ?? "",
            board: SysfsDirectory(options.sysRoot + "/firmware/devicetree/base").text("compatible") ?? "")
    }

    /// The mounting of a device, and what to say about it.
    package func mounting(of record: DeviceRecord, candidate: SensorCandidate) -> MountMatrixLookup.Finding {
        lookup(of: record, candidate: candidate).resolve()
    }

    /// What there is of mount matrices for a candidate of this survey; `nil` where its device has gone.
    package func lookup(of candidate: SensorCandidate) -> MountMatrixLookup? {
        records.first { $0.sysPath == candidate.sysPath }.map { lookup(of: $0, candidate: candidate) }
    }

    /// The settings' matrix counts for the candidate they name.
    private func lookup(of record: DeviceRecord, candidate: SensorCandidate) -> MountMatrixLookup {
        let directory = SysfsDirectory(record.sysPath)
        let isOurs = settingsApply(to: candidate)
        var lookup = MountMatrixLookup(
            configured: isOurs ? options.mountMatrix : nil,
            configuredConvention: isOurs ? options.matrixConvention : nil,
            udevText: record.mountMatrix)
        if record.isIIODevice {
            let device = device(record)
            lookup.sysfsAttribute = MountMatrixLookup.attributes.first { directory.has($0) }
            lookup.sysfsText = lookup.sysfsAttribute.flatMap { directory.text($0) }
            lookup.isFromACPI = device.isFromACPI
            lookup.rawSign = device.reportsGravity ? -1 : 1
            lookup.known = known(device)
        } else {
            lookup.known = known(InputNode(directory: directory.parent))
        }
        if isOurs, let sign = options.rawSign { lookup.rawSign = sign }
        return lookup
    }

    /// The settings' scale, where it is meant for this candidate.
    package func accelScale(for candidate: SensorCandidate) -> Double? {
        settingsApply(to: candidate) ? options.accelScale : nil
    }

    /// True where the settings name this way of reading a device, and not another of the same device alone.
    private func isNamed(_ candidate: SensorCandidate) -> Bool {
        guard let wanted = options.device else { return false }
        return wanted == candidate.id || wanted == candidate.device || wanted == candidate.name
    }

    /// Scale and matrix in the settings are for the device named there, however it is read, or for any where none is.
    private func settingsApply(to candidate: SensorCandidate) -> Bool {
        options.device == nil || candidate.isNamed || isNamed(candidate)
    }

    /// The candidate with its mount matrix explained, and its rank or the reason why it has none.
    private func judged(_ candidate: SensorCandidate) -> SensorCandidate {
        guard let record = records.first(where: { $0.sysPath == candidate.sysPath }) else { return candidate }
        var candidate = candidate
        let mounting = mounting(of: record, candidate: candidate)
        candidate.mounting = mounting.mounting.mark
        candidate.details = [mounting.note] + mounting.doubts + notes(on: candidate, record)
        candidate.warnings = mounting.warnings
        if let refusal = refusal(of: candidate, record) {
            candidate.reason = refusal
            return candidate
        }
        let named = candidate.isNamed
        candidate.rank = CandidateRanking.rank(
            location: candidate.location, hasGyroscope: candidate.hasGyroscope, kind: candidate.kind,
            isNamed: named)
        if named, !isNamed(candidate) { candidate.rank? -= CandidateRanking.otherWay }
        candidate.reason = CandidateRanking.reason(
            location: candidate.location, hasGyroscope: candidate.hasGyroscope, kind: candidate.kind,
            isNamed: named)
        if candidate.kind == .evdev, !named, isOneByScaleAlone(event: record) {
            candidate.rank = CandidateRanking.last
            candidate.reason += "; an accelerometer by accel_scale alone, so behind all others"
        }
        return candidate
    }

    /// Why it cannot be used; `nil` where it can.
    private func refusal(of candidate: SensorCandidate, _ record: DeviceRecord) -> String? {
        switch candidate.kind {
        case .evdev: refusal(event: record, candidate)
        case .iioBuffer, .iioPoll: refusal(iio: device(record), candidate)
        case .log, .remote: nil
        }
    }

    /// What else a person may want to know of its driver or its device: one sentence part each.
    private func notes(on candidate: SensorCandidate, _ record: DeviceRecord) -> [String] {
        switch candidate.kind {
        case .evdev: notes(event: record, candidate)
        case .iioBuffer, .iioPoll: notes(iio: device(record), candidate)
        case .log, .remote: []
        }
    }
}
