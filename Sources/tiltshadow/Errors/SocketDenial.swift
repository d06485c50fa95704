/// Why a user may not connect to a socket, by what its file says, and what lets them in.
struct SocketDenial: Equatable {
    /// What bars the way.
    enum Bar: Equatable {
        /// A directory above it, which may not even be looked into.
        case directory
        /// It is another kind of file.
        case kind
        /// The members of this group may, and the user is none.
        case group(String)
        /// Nobody may but this user, and the superuser.
        case owner(String)
        /// Nothing that the file says.
        case other
    }

    let path: String
    let bar: Bar

    /// By the file as it is now, of whoever runs this.
    init(_ path: String) { self.init(path, FileAccess(of: path), to: .own()) }

    init(_ path: String, _ file: FileAccess?, to who: Credentials) {
        self.path = path
        guard let file else {
            bar = .directory
            return
        }
        guard file.isSocket else {
            bar = .kind
            return
        }
        let isForGroup = file.mode & 0o020 != 0
        if file.allows(.write, to: who) {
            bar = .other
        } else if isForGroup, file.group != 0, !who.groups.contains(file.group) {
            bar = .group(Account.group(file.group))
        } else {
            bar = .owner(Account.user(file.owner))
        }
    }

    /// What to try, in words.
    var advice: String { advice(.of(Machine())) }

    func advice(_ accounts: AccountTools) -> String {
        switch bar {
        case .directory:
            "its directory is closed to you: name a socket of your own, or run this as who has that one"
        case .kind: "it is no socket: name tiltshadow's with --socket or TILTSHADOW_SOCKET"
        case .group(let group):
            "it is for the group \(group): `\(accounts.add("\"$USER\"", to: group))`, and log in again"
        case .owner(let owner):
            "it is for \(owner) alone: run this as \(owner), or give that daemon `--set socket.group=` and a group of yours"
        case .other: "the file lets you in, so something above it does not: `namei -l \(path.shellWord)`"
        }
    }

    /// What to type, where that lets `user` in.
    func command(for user: String, _ accounts: AccountTools = .shadow) -> String {
        switch bar {
        case .group(let group): accounts.add(user, to: group) + "   # then log in again"
        case .owner(let owner): "sudo -u \(owner) tiltshadow doctor --socket \(path.shellWord)"
        case .directory, .kind, .other: "namei -l \(path.shellWord)"
        }
    }

    /// Why, behind `joe may not connect to /s`; empty where that is unknown.
    var reason: String {
        switch bar {
        case .directory: ": its directory is closed to others"
        case .kind: ": it is no socket"
        case .group(let group): ": it is for the group \(group)"
        case .owner(let owner): ": it is for \(owner) alone"
        case .other: ""
        }
    }
}
