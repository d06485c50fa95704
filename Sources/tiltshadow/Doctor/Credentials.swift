/// Who asks for a file: a user and its groups.
struct Credentials: Equatable {
    /// What to call it in messages: `the group tiltshadow`, `you`.
    var name: String
    /// The user; `nil` for one that owns nothing, such as systemd makes for a service.
    var user: UInt32?
    /// Every group it is in.
    var groups: Set<UInt32>

    /// True where permissions do not bind it; the service has no capabilities and is never this.
    var isSuperuser: Bool { user == 0 }
}
