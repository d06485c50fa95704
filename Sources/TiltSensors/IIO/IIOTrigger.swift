/// A source of interrupts that makes an IIO device take scans.
package struct IIOTrigger: Equatable, Sendable {
    /// Its name, which is what `current_trigger` takes.
    package let name: String
    package let directory: SysfsDirectory

    /// What a trigger is called that a person made for tiltshadow, where the device's driver has none.
    package static var ownName: String { "tiltshadow" }

    package init(name: String, directory: SysfsDirectory) {
        self.name = name
        self.directory = directory
    }

    /// True for triggers that fire only while the device moves: a sensor at rest would fall silent.
    package static func isAnyMotion(_ name: String) -> Bool {
        name.containsText("any-motion") || name.containsText("any_motion")
    }

    /// Why `device` cannot get a trigger, or `nil` where it can or needs none.
    package static func refusal(for device: IIODevice) -> String? {
        guard let current = device.directory.text("trigger/current_trigger") else { return nil }
        let chosen = choose(
            from: device.triggers(), deviceName: device.name, number: device.number,
            parent: device.directory.parent, current: current)
        guard chosen == nil else { return nil }
        return current.isEmpty
            ? "its buffer needs a trigger, and there is none for it"
            : "its trigger \"" + current + "\" fires only on motion, and there is no other"
    }

    /// The trigger to use for device `number` called `deviceName`, or `nil` where none will do.
    ///
    /// `current` is kept, since somebody set it, unless `trustsCurrent` is false and there is another: with the one that
    /// was set the device sent nothing. Otherwise the driver's own is searched by the names that drivers give:
    /// `<name>-dev<N>`, `<name>-trigger`, something with `data-rdy` for this device, then one beside the device, and last
    /// one that was made for tiltshadow by a timer.
    package static func choose(
        from triggers: [IIOTrigger], deviceName: String, number: String, parent: SysfsDirectory,
        current: String?, trustsCurrent: Bool = true
    ) -> IIOTrigger? {
        var kept: IIOTrigger?
        if let current, !current.isEmpty, !isAnyMotion(current) {
            kept =
                triggers.first { $0.name == current }
                ?? IIOTrigger(name: current, directory: SysfsDirectory(""))
        }
        if let kept, trustsCurrent { return kept }
        let usable = triggers.filter { !isAnyMotion($0.name) }
        let own = "-dev" + number
        return usable.first { $0.name == deviceName + own }
            ?? usable.first { $0.name == deviceName + "-trigger" }
            ?? usable.first {
                $0.name.containsText("data-rdy") && ($0.name.hasSuffix(own) || $0.name.hasPrefix(deviceName))
            }
            ?? usable.first { $0.directory.parent == parent }
            ?? usable.first { $0.name == ownName }
            ?? kept
    }
}
