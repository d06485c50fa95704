/// A place in a picture, in pixels to the right and down.
struct PlotPoint: Equatable {
    var x: Double
    var y: Double
}
