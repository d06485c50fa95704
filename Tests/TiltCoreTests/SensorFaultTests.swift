import Testing
import TiltCore

@Suite struct `Sensor fault` {
    @Test(
        arguments: [
            (.gravityLength(ratio: 0.102), "0.102 times", "is it in g"),
            (.gravityLength(ratio: 1.5), "1.50 times", "set accel_scale"),
            (.gravityLength(ratio: 0), "0.000 times", "no scale mends"),
            (.forceLength(ratio: 102), "102 times gravity", "--unit mg"),
            (.gravityLength(ratio: 101.9), "102 times", "thousandths of g"),
            (.forceLength(ratio: 0), "0.000 times", "its chip sleeps"),
            (.forceLength(ratio: 0.102), "0.102 times gravity, whatever the motion", "is it in g"),
            (.forceLength(ratio: 0.01), "0.010 times gravity", "was gravity taken out"),
            (.forceLength(ratio: 3), "3.00 times gravity", "--accel-scale"),
            (.deadAxis(.y), "y of the accelerometer never changes", "tiltshadow record"),
            (.deadRate(.z), "z of the gyroscope never changes", "tiltshadow record"),
            (.interval(seconds: 20), "20.0 s apart", "--time-unit"),
            (.interval(seconds: 1e-5), "10.0 µs apart", "--time-unit"),
            (.alwaysFaceDown, "face down only", "raw_sign"),
            (.rateScale(factor: 57.3), "57.3 times as fast as gravity", "in °/s instead of rad/s"),
            (.rateScale(factor: 1 / 57.3), "turns 57.3 times as fast", "converted from °/s twice"),
            (.rateScale(factor: 1000), "1000 times", "scale"),
            (.rateAxes(RateAxes(.y, .x, .minusZ)), "(gy,gx,-gz)", "mount matrix"),
            (.clipping(.gyroscope), "the gyroscope is at the end", "range"),
            (.spikes(.accelerometer), "the accelerometer gives values", "tiltshadow record"),
            (.stuck(.gyroscope), "not used", "driver"),
        ] as [(SensorFault, String, String)])
    func `says what was measured and what to try`(fault: SensorFault, what: String, hint: String) {
        #expect(fault.description.contains(what), "\(fault.description)")
        #expect(fault.hint.contains(hint), "\(fault.hint)")
    }
}
