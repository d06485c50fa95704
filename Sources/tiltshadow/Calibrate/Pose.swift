import TiltCore

/// A pose in which one of the device's axes is vertical, so that gravity says where that axis is in the sensor.
enum Pose: String, CaseIterable {
    case flat
    case upright
    case rightEdgeDown = "right-edge-down"
    case faceDown = "face-down"
    case leftEdgeDown = "left-edge-down"
    case topEdgeDown = "top-edge-down"

    /// The poses of a guided sequence of three or six, in their order.
    static func sequence(_ count: Int) -> [Pose] { Array(allCases.prefix(count)) }

    /// Up in device axes (Axes.swift has the signs).
    var up: MatrixRow {
        switch self {
        case .flat: MatrixRow(x: 0, y: 0, z: 1)
        case .upright: MatrixRow(x: 0, y: 1, z: 0)
        case .rightEdgeDown: MatrixRow(x: -1, y: 0, z: 0)
        case .faceDown: MatrixRow(x: 0, y: 0, z: -1)
        case .leftEdgeDown: MatrixRow(x: 1, y: 0, z: 0)
        case .topEdgeDown: MatrixRow(x: 0, y: -1, z: 0)
        }
    }

    /// One word or two.
    var shortName: String {
        switch self {
        case .flat: "flat"
        case .upright: "upright"
        case .rightEdgeDown: "right down"
        case .faceDown: "face down"
        case .leftEdgeDown: "left down"
        case .topEdgeDown: "top down"
        }
    }

    /// The pose as the beginning of a sentence.
    var words: String {
        switch self {
        case .flat: "face up on a table"
        case .upright: "with its top edge up"
        case .rightEdgeDown: "on its right edge"
        case .faceDown: "face down on a table"
        case .leftEdgeDown: "on its left edge"
        case .topEdgeDown: "on its top edge"
        }
    }

    /// What the person is asked to do; edges are those of the screen as one reads it.
    var request: String {
        switch self {
        case .flat: "Lay it flat on a table, face up."
        case .upright: "Stand it upright as you read it: bottom edge on the table, top edge up."
        case .rightEdgeDown: "Stand it on its right edge: turn it a quarter clockwise."
        case .faceDown: "Lay it face down."
        case .leftEdgeDown: "Stand it on its left edge: a quarter counterclockwise from upright."
        case .topEdgeDown: "Stand it on its top edge: upside down."
        }
    }
}
