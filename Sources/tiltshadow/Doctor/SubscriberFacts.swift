import TiltClient
import TiltCore
import TiltDaemon

/// What a subscriber gets: whether this user may be one, and a few seconds of frames.
struct SubscriberFacts: Equatable {
    /// This user by name, and by groups.
    var user: String
    var credentials: Credentials
    /// The group whose members may connect; `nil` where there is none, or where it is not the service's socket.
    var group: GroupEntry?
    /// True where the connection was refused for lack of permission.
    var isDenied: Bool
    /// True where it was the daemon that refused it, and not the socket's file.
    var isStranger = false
    var path: String
    /// Who may do what with the socket's file; `nil` where it cannot be looked at.
    var file: FileAccess?
    /// The frames; `nil` where no daemon answered.
    var frames: FrameTally?
    /// How a picture is turned whose subscriber does not say, in degrees; `nil` where that is unknown.
    var rotation: Double?
    /// How the pictures of this user are turned that follow, in degrees; `nil` where that is unknown.
    var followed: Double?
    /// The command that starts the daemon anew.
    var restart = ""
    var accounts = AccountTools.shadow
    /// What starts the service, and so makes its socket.
    var initSystem = InitSystem.systemd
}

extension SubscriberFacts {
    /// The links of a subscriber.
    var checks: [Check] {
        guard !isDenied else { return [denial] }
        guard let frames else { return [Check(.subscriber, "frames", .skipped, "no daemon sends any")] }
        return [Check(.subscriber, "permission", .ok, "\(user) may connect")]
            + frames.checks(restart: restart, socket: path == DaemonPaths.systemSocket ? nil : path)
            + rotationChecks
    }

    private var rotationChecks: [Check] {
        rotation.map {
            let text =
                $0 == 0
                ? "not turned, for whoever does not say how theirs is turned"
                : "turned by \($0.shortText) degrees by the settings, to which what a program says is added"
            let followed = followed ?? 0
            let others =
                followed == 0
                ? "" : "; by \(followed.shortText) degrees by `tiltshadow rotate`, for whoever follows"
            return [Check(.subscriber, "picture", .ok, text + others)]
        } ?? []
    }

    private var denial: Check {
        let title = "permission"
        guard let group else {
            if isStranger {
                return Check(
                    .subscriber, title, .problem, "\(user) has no active session on a seat of this machine",
                    advice: "loginctl list-sessions")
            }
            let denial = SocketDenial(path, file, to: credentials)
            return Check(
                .subscriber, title, .problem, "\(user) may not connect to \(path)\(denial.reason)",
                advice: denial.command(for: user, accounts))
        }
        guard group.members.contains(user) else {
            return Check(
                .subscriber, title, .problem,
                "\(user) is not in the group tiltshadow"
                    + (isStranger ? ", and has no active session on a seat of this machine" : ""),
                advice: accounts.add(user, to: "tiltshadow") + "   # then log in again")
        }
        guard credentials.groups.contains(group.number) else {
            return Check(
                .subscriber, title, .problem,
                "\(user) is in the group tiltshadow, but this session began before: log in again",
                advice: "newgrp tiltshadow   # for this shell alone")
        }
        return Check(
            .subscriber, title, .problem, "\(user) is in the group tiltshadow and may not connect to \(path)",
            advice: initSystem.restart)
    }
}
