/// The versions this build speaks and calls itself.
public enum ProtocolVersion {
    /// The version of the socket protocol.
    public static let current = 1
    /// The name and version of the program, as `hello` has it.
    public static let server = "tiltshadow 0.1.0"
    /// The longest line either side may send, and the longest of a log, in bytes, LF included: 4095 and the LF.
    public static let longestLine = 4096
}
