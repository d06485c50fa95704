/// What pending hotplug events say.
package enum HotplugNews: Equatable, Sendable {
    /// No sensor came or went.
    case nothing
    /// The set of candidates may have changed.
    case changed
    /// Events were lost (`ENOBUFS`): whatever is known of the devices is out of date.
    case overrun
}
