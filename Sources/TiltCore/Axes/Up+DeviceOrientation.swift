extension Up<DeviceAxes> {
    /// The direction of a browser's `deviceorientation` event, in degrees; its `alpha`, a heading, does not matter.
    ///
    ///     up = (-cos β·sin γ, sin β, cos β·cos γ)
    ///
    /// Source: W3C Device Orientation and Motion, whose angles are intrinsic Z-X′-Y″ rotations; up is the third row of the
    /// matrix in its appendix. The same formula holds for CoreMotion's pitch and roll. Where the angles leap at the vertical,
    /// from (88°, 87.1°) to (92°, -87.1°), up does not.
    public init(betaDegrees beta: Double, gammaDegrees gamma: Double) {
        let (beta, gamma) = (Double.sinCos(beta * .pi / 180), Double.sinCos(gamma * .pi / 180))
        self.init(x: -beta.cos * gamma.sin, y: beta.sin, z: beta.cos * gamma.cos)
    }
}
