import CardMotion
import Foundation

/// One story of golden.json's download button.
struct GoldenDownload: Decodable, Sendable {
    /// What is done to the button, and when.
    struct Event: Decodable, Sendable {
        enum Change: Sendable {
            case state(DownloadState)
            case progress(Double)
        }
        var time: Double
        var change: Change

        init(from decoder: any Decoder) throws {
            var row = try decoder.unkeyedContainer()
            time = try row.decode(Double.self)
            switch try row.decode(String.self) {
            case "state": change = .state(try Self.state(try row.decode(String.self)))
            case "progress": change = .progress(try row.decode(Double.self))
            case let kind: throw CocoaError(.coderInvalidValue, userInfo: ["kind": kind])
            }
        }

        static func state(_ word: String) throws -> DownloadState {
            guard let state = DownloadState(rawValue: word) else {
                throw CocoaError(.coderInvalidValue, userInfo: ["state": word])
            }
            return state
        }
    }
    struct Callback: Decodable, Sendable {
        var time: Double
        var state: DownloadState

        init(from decoder: any Decoder) throws {
            var row = try decoder.unkeyedContainer()
            time = try row.decode(Double.self)
            state = try Event.state(try row.decode(String.self))
        }
    }
    struct Segment: Decodable, Sendable {
        var from: String
        var to: String
        var begin: Double
        var end: Double
        var animated: Bool
    }

    var name: String
    var events: [Event]
    var callbacks: [Callback]
    var segments: [Segment]
    var end: Double
}
