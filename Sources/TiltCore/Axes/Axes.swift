/// The axes of a sensor chip as its driver reports them, before any mount matrix.
public enum SensorAxes: Sendable {}

/// The axes of the device in the hand: x to the right edge, y to the top edge, z out of the screen; right-handed.
///
/// *Up* is the unit specific force at rest in these axes: (0, 0, +1) flat and face up, (0, +1, 0) upright portrait,
/// (+1, 0, 0) with the left edge down, (-1, 0, 0) with the right edge down. This is the sign of IIO after its
/// mount matrix, of Android and of SDL; gravity as CoreMotion and HID have it is the opposite.
///
/// Angular rates follow the right-hand rule about the same axes.
public enum DeviceAxes: Sendable {}

/// The axes of the picture on the screen: like ``DeviceAxes``, turned with the display.
public enum ScreenAxes: Sendable {}
