internal import CMath

/// A damped spring from 0 to 1, named as UIKit names it: by duration, damping ratio and initial velocity.
///
/// The mass is 1, k = ω², c = 2ζω, and x = 1 − ``progress(at:)`` solves x″ + c·x′ + k·x = 0 from x(0) = 1. With
/// σ = ζω and ω_d = ω·√(1 − ζ²):
///
///     progress = 1 − e^(−σt)·(cos ω_d t + (σ − v)·sin(ω_d t)/ω_d)
///     velocity =     e^(−σt)·(v·cos ω_d t + (ω² − σv)·sin(ω_d t)/ω_d)
///
/// UIKit does not document how it finds ω. ``angularFrequency`` is community-derived (framer/SpringsExample,
/// guillianbalisi/ios-spring-animations): the ω at which the envelope has sunk to ε = .001 after the duration. It agrees
/// with framer's published 3 s, ζ = .25 → k = 54.83, c = 3.702, and was never held against a device.
///
/// To turn a spring around while it moves, start a new one from where it is, with its ``velocity(at:)`` divided by the
/// distance that remains.
public struct Spring: Equatable, Sendable {
    /// T, the time until the spring counts as settled, in seconds; from .001 to 60.
    public let duration: Double
    /// ζ, no unit; from .01 to 1, where 1 does not overshoot.
    public let dampingRatio: Double
    /// v, in whole distances per second; from -1000 to 1000, positive toward the target, by default 0.
    public let initialVelocity: Double
    /// ω, of the undamped spring, in rad/s.
    public let angularFrequency: Double

    /// Creates a spring; what is out of its range becomes the nearest value within.
    public init(duration: Double, dampingRatio: Double, initialVelocity: Double = 0) {
        self.duration = duration.limited(to: 0.001...60)
        self.dampingRatio = dampingRatio.limited(to: 0.01...1)
        self.initialVelocity = initialVelocity.finiteOrZero.limited(to: -1000...1000)
        angularFrequency =
            SettlingEquation(
                dampingRatio: self.dampingRatio, distance: self.initialVelocity * self.duration
            ).solution() / self.duration
    }

    /// k, in 1/s².
    public var stiffness: Double { angularFrequency * angularFrequency }

    /// c, in 1/s.
    public var damping: Double { 2 * dampingRatio * angularFrequency }

    /// How much of the way is covered at `time`, in seconds from the start: 0 at 0, above 1 while it overshoots.
    ///
    /// An animation of it ends at ``duration`` and is at 1 from there; the spring itself is off by about ε then.
    public func progress(at time: Double) -> Double {
        let sigma = dampingRatio * angularFrequency
        let (cosine, sine) = oscillation(at: time)
        return 1 - exp(-sigma * time) * (cosine + (sigma - initialVelocity) * sine)
    }

    /// How fast ``progress(at:)`` grows at `time`, in whole distances per second.
    public func velocity(at time: Double) -> Double {
        let sigma = dampingRatio * angularFrequency
        let (cosine, sine) = oscillation(at: time)
        return exp(-sigma * time)
            * (initialVelocity * cosine + (stiffness - sigma * initialVelocity) * sine)
    }

    /// cos ω_d t and sin(ω_d t)/ω_d; the latter is t where ω_d is 0, at critical damping.
    private func oscillation(at time: Double) -> (cosine: Double, sine: Double) {
        let damped = angularFrequency * (1 - dampingRatio * dampingRatio).squareRoot()
        let phase = damped * time
        return (cos(phase), phase == 0 ? time : sin(phase) / damped)
    }
}
