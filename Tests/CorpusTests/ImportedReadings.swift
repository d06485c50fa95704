import Foundation
import RecordedDevices
import TiltCore
import TiltImport

/// A log as `tiltshadow replay` reads it, whatever its format.
enum ImportedReadings {
    static func decoded(_ place: URL, _ settings: Settings) -> Decoded {
        var decoded = Decoded()
        let device = settings.sensor.device
        let options = ImportOptions(
            device: device.isEmpty ? nil : device, accelScale: settings.sensor.accelScale)
        do throws(ImportError) {
            let log = try Import.open(place.path, options)
            try read(log, into: &decoded)
        } catch { decoded.refusal = error.description }
        return decoded
    }

    private static func read(_ log: ImportedLog, into decoded: inout Decoded) throws(ImportError) {
        defer {
            decoded.sensor = log.header?.sensor
            decoded.lost = log.dropped
        }
        while true {
            do throws(ImportError) {
                guard let reading = try log.next() else { return }
                decoded.readings.append(reading)
            } catch {
                guard error.isSkippable else { throw error }
                decoded.skipped.append(error.description)
            }
        }
    }
}
