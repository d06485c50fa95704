/// One unit's properties, by name.
struct ServiceUnit: Equatable {
    private let properties: [String: String]

    init(_ properties: [String: String]) { self.properties = properties }

    /// The value; empty where systemd did not tell.
    subscript(_ name: String) -> String { properties[name] ?? "" }

    /// All of them, a line each.
    var text: String { properties.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)\n" }.joined() }

    /// Reads what `systemctl show` prints of several units: `key=value` lines, an empty line between two units.
    static func all(in text: String) -> [ServiceUnit] {
        var units: [[String: String]] = [[:]]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard let separator = line.firstIndex(of: "=") else {
                if line.isEmpty { units.append([:]) }
                continue
            }
            units[units.count - 1][String(line[..<separator])] = String(line[line.index(after: separator)...])
        }
        return units.filter { !$0.isEmpty }.map { ServiceUnit($0) }
    }
}
