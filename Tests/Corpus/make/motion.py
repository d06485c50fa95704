"""A device's motion, by formula: where up points in device axes, what a sensor then feels, and noise that repeats.

Device axes: x to the right edge, y to the top edge, z out of the screen. Flat and face up, up is (0, 0, 1).
"""
import math

G = 9.80665  # m/s² per g
DEGREE = math.pi / 180


class Tilt:
    """Flat, then within a second, from `begin` to `begin` + `ramp` seconds, to a pitch and a roll in degrees."""

    def __init__(self, pitch=30, roll=-20, begin=0.4, ramp=0.8, start_pitch=0, start_roll=0):
        self.pitch, self.roll, self.begin, self.ramp = pitch, roll, begin, ramp
        self.start_pitch, self.start_roll = start_pitch, start_roll

    def share(self, t):
        """How far the motion has come, 0 to 1: a smooth step, whose greatest slope is 1.5 / ramp."""
        s = min(1, max(0, (t - self.begin) / self.ramp))
        return s * s * (3 - 2 * s)

    def angles(self, t):
        """Pitch and roll in degrees."""
        s = self.share(t)
        return (self.start_pitch + s * (self.pitch - self.start_pitch),
                self.start_roll + s * (self.roll - self.start_roll))

    def up(self, t):
        """The unit vector up, whose pitch and roll are those of angles()."""
        pitch, roll = self.angles(t)
        x, y = -math.sin(roll * DEGREE), math.sin(pitch * DEGREE)
        return (x, y, math.sqrt(max(0, 1 - x * x - y * y)))

    def rate(self, t):
        """The angular rate in rad/s: up' × up, the one that turns up as the motion does, without a spin about it."""
        u = self.up(t)
        h = 1e-4
        before, after = self.up(t - h), self.up(t + h)
        d = [(b - a) / (2 * h) for a, b in zip(before, after)]
        return (d[1] * u[2] - d[2] * u[1], d[2] * u[0] - d[0] * u[2], d[0] * u[1] - d[1] * u[0])


class Held(Tilt):
    """Held in one pose."""

    def __init__(self, pitch=0, roll=0):
        super().__init__(pitch, roll, start_pitch=pitch, start_roll=roll)


class Noise:
    """White noise that is the same every time: sums of four numbers of SplitMix64, nearly Gaussian."""

    def __init__(self, seed):
        self.state = seed

    def uniform(self):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & mask
        return ((z ^ z >> 31) >> 11) / (1 << 53)

    def gauss(self):
        """Mean 0, deviation 1."""
        return (sum(self.uniform() for _ in range(4)) - 2) * math.sqrt(3)

    def vector(self, deviation):
        return [deviation * self.gauss() for _ in range(3)]


def force(motion, t, noise, deviation_g=0.003):
    """Specific force in g: up, and noise of 3 mg, which is a phone's."""
    return [a + n for a, n in zip(motion.up(t), noise.vector(deviation_g))]


def rate_degrees(motion, t, noise, deviation=0.1):
    """Angular rate in °/s, with noise of 0.1 °/s."""
    return [w / DEGREE + n for w, n in zip(motion.rate(t), noise.vector(deviation))]


def sony(v):
    """Device axes → hid-sony's and hid-playstation's: x right, y out of the face, z towards the player. hid-steam's, too."""
    return v[0], v[2], -v[1]


def nintendo(v):
    """Device axes → hid-nintendo's: x to the triggers, y left, z out of the face."""
    return v[1], -v[0], v[2]


def settled(motion, at, tolerance=0.7):
    """The lines of a header that say what must come out: the motion's own angles at an instant."""
    pitch, roll = motion.angles(at)
    return [f"pitch {pitch:g} ± {tolerance:g} deg at {at:g} s", f"roll {roll:g} ± {tolerance:g} deg at {at:g} s"]


def header(about):
    """The header of a log: a dictionary of texts and, for quoted, expect and set, lists of texts."""
    lines = []
    for key in ["device", "driver", "odd", "quoted", "made", "set", "expect"]:
        values = about.get(key, [])
        for value in [values] if isinstance(values, str) else values:
            words, line = value.split(), f"# {key}:"
            for word in words:
                if len(line) + len(word) > 118:
                    lines.append(line)
                    line = "#  "
                line += " " + word
            lines.append(line)
    return lines + ["#"]
