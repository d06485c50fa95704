import Foundation
import TiltCore
import TiltScore

/// A recording of both sensors with its true orientation.
struct Trial {
    /// The file's name without its endings.
    let name: String
    /// Samples in device axes.
    let samples: [Sample]
    /// Up in device axes, too.
    let truth: Truth

    /// All trials of a folder, in the order of their names; none where there is no such folder.
    static func all(in folder: String) throws(MotionError) -> [Trial] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let names = files.compactMap { file in
            [".imu.csv", ".imu.csv.gz"].first { file.hasSuffix($0) }.map { String(file.dropLast($0.count)) }
        }
        var trials: [Trial] = []
        for name in Set(names).sorted() { trials.append(try Trial(folder: folder, name: name)) }
        return trials
    }

    private init(folder: String, name: String) throws(MotionError) {
        self.name = name
        let base = folder + "/" + name
        var truth = TruthReader()
        try TrialFile.forEachLine(of: base + ".gt.csv") { line, number in
            do throws(TruthError) {
                try truth.read(line, number: number)
                return nil
            } catch {
                return error.description
            }
        }
        var reader = LogReader()
        var samples: [Sample] = []
        var search: SignSearch?
        try TrialFile.forEachLine(of: base + ".imu.csv") { line, number in
            do throws(LogError) {
                if let reading = try reader.read(line, number: number), let header = reader.header {
                    if samples.isEmpty { search = truth.signSearch(of: header.sensor) }
                    search?.take(reading)
                    samples.append(header.sensor.sample(from: reading))
                }
                return nil
            } catch {
                return error.description
            }
        }
        self.samples = samples
        let mounting = reader.header?.sensor.mounting ?? .identity
        do throws(TruthError) { self.truth = try truth.finish(mounting, mending: search?.found) } catch {
            throw .malformed(path: base + ".gt.csv", reason: error.description)
        }
    }
}
