import Foundation
import Testing

@testable import tiltshadow

/// The table of chips against what a kernel itself has: its list of modules and of the names that each takes.
///
/// One such is kept in Tests/Kernels, made by depmod; the newest of this machine is asked, too, where it has any, or the
/// folder that TILTSHADOW_MODULES names.
@Suite struct `Known chips` {
    private static let folders: [String] = {
        let kernels = (try? FileManager.default.contentsOfDirectory(atPath: "/lib/modules")) ?? []
        let newest = kernels.sorted().map { "/lib/modules/" + $0 }.last {
            FileManager.default.fileExists(atPath: $0 + "/modules.alias")
        }
        let own = BuiltProducts.source("Tests/Kernels/6.1.0-56-amd64").path
        return [own] + [ProcessInfo.processInfo.environment["TILTSHADOW_MODULES"] ?? newest].compactMap { $0 }
    }()

    @Test func `have each id once`() {
        let ids = KnownChip.all.flatMap { $0.ids }
        #expect(Set(ids).count == ids.count)
    }

    @Test(arguments: folders)
    func `have the drivers that a kernel loads for them`(folder: String) throws {
        let modules = try modulesByName(folder + "/modules.alias")
        let files = try String(contentsOfFile: folder + "/modules.dep", encoding: .utf8)
        var checked = 0
        for chip in KnownChip.all {
            let drivers = (chip.drivers + chip.drivers(on: "spi")).map { $0.module }
            for id in chip.ids {
                // What this kernel does not know is a newer one's.
                guard let loaded = modules[id] else { continue }
                checked += 1
                let named = drivers.filter { loaded.contains($0.replacing("-", with: "_")) }
                #expect(!named.isEmpty, "\(chip.name), \(id): the kernel loads \(loaded), not \(drivers)")
                for module in named { #expect(files.contains("/\(module).ko"), "\(module)") }
            }
        }
        #expect(checked > 100, "\(folder) knows only \(checked) of the ids")
    }

    /// What a kernel loads for each name of ACPI, I2C and device trees, with `_` for each hyphen.
    private func modulesByName(_ path: String) throws -> [String: Set<String>] {
        var modules: [String: Set<String>] = [:]
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
            let words = line.split(separator: " ")
            // The kept list begins with a remark.
            guard words.count == 3, words[0] == "alias" else { continue }
            let name: Substring? =
                switch words[1].prefix(4) {
                case "acpi": words[1].dropFirst(6).dropLast(2)
                case "i2c:", "spi:": words[1].dropFirst(4)
                case "of:N": words[1].split(separator: ",").last
                default: nil
                }
            if let name {
                modules[String(name), default: []].insert(String(words[2].replacing("-", with: "_")))
            }
        }
        return modules
    }
}
