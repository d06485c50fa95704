import Foundation

/// A Fibonacci lattice: `count` points spread evenly over the unit sphere, the same at every run.
struct SphereLattice: Sequence, IteratorProtocol {
    let count: Int
    private var index = 0

    init(count: Int) { self.count = count }

    mutating func next() -> (x: Double, y: Double, z: Double)? {
        guard index < count else { return nil }
        let z = 1 - (2 * Double(index) + 1) / Double(count)
        let angle = Double(index) * Double.pi * (3 - 5.0.squareRoot())
        let radius = (1 - z * z).squareRoot()
        index += 1
        return (radius * cos(angle), radius * sin(angle), z)
    }
}

/// For files that do not import Foundation.
func cosine(_ angle: Double) -> Double { cos(angle) }
/// For files that do not import Foundation.
func sine(_ angle: Double) -> Double { sin(angle) }
