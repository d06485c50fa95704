import Foundation

/// The mount matrices of systemd's hardware database, read without any code of the project's.
struct SensorDatabase {
    /// One matrix, and the devices it is for.
    struct Entry: CustomStringConvertible {
        let names: [String]
        let text: String

        /// What `text` says, by rows; empty where it is not three rows of three numbers.
        var numbers: [[Double]] {
            let rows = text.split(separator: ";").map { row in
                row.split(separator: ",").compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
            }
            return rows.count == 3 && rows.allSatisfy { $0.count == 3 } ? rows : []
        }

        /// True where one of its keys is for a device of this name in a machine that DMI calls so; any version of either.
        func isFor(device: String, vendor: String, product: String) -> Bool {
            names.contains { key in
                let fields = key.split(separator: ":").map { $0.replacingOccurrences(of: "*", with: "") }
                func field(_ name: String) -> String? {
                    fields.first { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
                }
                // By the product's name, newer ones of ASUS by the board's; in either the kernel leaves out the spaces.
                guard fields.contains(device), let maker = field("svn"), let name = field("pn") ?? field("rn")
                else { return false }
                let model = name.replacingOccurrences(of: " ", with: "")
                let product = product.replacingOccurrences(of: " ", with: "")
                guard !model.isEmpty else { return false }
                return maker.hasPrefix(vendor) && (product.contains(model) || model.hasPrefix(product))
            }
        }

        /// The rule of Sarrus: 1 for a rotation, -1 for a reflection, 0 where a direction is lost.
        var determinant: Double {
            let m = numbers
            guard !m.isEmpty else { return .nan }
            return m[0][0] * m[1][1] * m[2][2] + m[0][1] * m[1][2] * m[2][0] + m[0][2] * m[1][0] * m[2][1]
                - m[0][2] * m[1][1] * m[2][0] - m[0][1] * m[1][0] * m[2][2] - m[0][0] * m[1][2] * m[2][1]
        }

        /// The sign of a flat, face-up reading of z: -1 for HID sensor hubs.
        var rawSign: Double { names.contains { $0.contains("HID-SENSOR") } ? -1 : 1 }

        var description: String { "\(names.first ?? "nameless"): \(text)" }
    }

    /// Where Debian's package udev has it; `nil` where it is not installed.
    static let path = ["/usr/lib/udev/hwdb.d/60-sensor.hwdb", "/lib/udev/hwdb.d/60-sensor.hwdb"]
        .first { FileManager.default.isReadableFile(atPath: $0) }

    let entries: [Entry]

    /// Reads the file: lines that match devices, then lines of properties, each after a space.
    init() throws {
        var names: [String] = []
        var entries: [Entry] = []
        var hasProperties = false
        for line in try String(contentsOfFile: Self.path ?? "", encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix(" ") {
                hasProperties = true
                let key = " ACCEL_MOUNT_MATRIX="
                if line.hasPrefix(key) {
                    entries.append(Entry(names: names, text: String(line.dropFirst(key.count))))
                }
            } else if !line.hasPrefix("#") {
                if hasProperties { names = [] }
                hasProperties = false
                names.append(String(line))
            }
        }
        self.entries = entries
    }
}
