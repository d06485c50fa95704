import Foundation
import PackagePlugin

/// Puts the files of a target's folder `Page` into its code, whatever they are called.
///
/// SwiftPM's own `.embedInCode` writes each byte as a number of an array: 150 kB of them take the compiler half a minute
/// and a gigabyte. As text they take a tenth of a second.
@main
struct EmbedPage: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? SourceModuleTarget else { return [] }
        let page = target.directoryURL.appending(path: "Page")
        let files = try FileManager.default.contentsOfDirectory(atPath: page.path)
            .filter { !$0.hasPrefix(".") }.sorted().map { page.appending(path: $0) }
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedPage+Files.swift")
        return [
            .buildCommand(
                displayName: "Embedding \(files.count) files of the page",
                executable: try context.tool(named: "embed-page").url,
                arguments: [output.path] + files.map(\.path), inputFiles: files, outputFiles: [output])
        ]
    }
}
