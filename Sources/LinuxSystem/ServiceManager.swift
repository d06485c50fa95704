package import CLinux
internal import PlainText

/// The service manager that started this process, told of its state as sd_notify(3) describes.
///
/// Nothing happens where no manager asked to be told, that is, where `NOTIFY_SOCKET` is not set. The protocol is
/// one datagram a message; libsystemd would bring six libraries for it.
package struct ServiceManager: ~Copyable {
    /// The longest wait for a busy manager, in milliseconds, before the process is up; only what it must know is worth one.
    private static let timeout = 1000
    /// The same from then on, where others wait meanwhile.
    private static let shortTimeout = 100

    private let socket: DatagramSocket?
    /// How often to call ``keepAlive()``, in nanoseconds: half of what the manager tolerates; `nil` where it does
    /// not watch this process.
    package let watchdogPeriod: Int64?

    /// Reads `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`.
    package init(environment: Environment, processID: pid_t = getpid()) {
        if let address = environment["NOTIFY_SOCKET"].flatMap(UnixAddress.init(serviceManagerText:)) {
            socket = try? .open(to: address, timeout: Self.timeout)
        } else {
            socket = nil
        }
        watchdogPeriod = Self.watchdogPeriod(environment, processID)
    }

    /// The process is up, or has finished reloading.
    package func ready(status: String) {
        send("READY=1\nSTATUS=\(oneLine(status))")
        socket?.setTimeout(Self.shortTimeout)
    }

    /// What the process does at present, in one line, for `systemctl status`.
    package func status(_ text: String) {
        send("STATUS=\(oneLine(text))", isPatient: false)
    }

    /// The process begins to reload; ``ready(status:)`` ends it.
    ///
    /// - Parameter now: nanoseconds of ``MonotonicClock``, by which `Type=notify-reload` pairs it with `SIGHUP`.
    package func reloading(at now: Int64) {
        send("RELOADING=1\nMONOTONIC_USEC=\(now / 1000)")
    }

    /// The process begins to end, which takes no longer for a manager that hangs.
    package func stopping() {
        send("STOPPING=1", isPatient: false)
    }

    /// The process is alive; due every ``watchdogPeriod``.
    package func keepAlive() {
        send("WATCHDOG=1", isPatient: false)
    }

    private func send(_ message: String, isPatient: Bool = true) {
        guard socket != nil else { return }
        var message = message
        // A manager that is gone or does not answer is no reason to fail.
        message.withUTF8 { _ = socket?.send(UnsafeRawBufferPointer($0), isPatient: isPatient) }
    }

    /// The text without line breaks: a second line would be another assignment.
    private func oneLine(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.append(visible: text)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The longest watchdog time that is kept, in microseconds: 142 years.
    ///
    /// Half of one that is much longer, added to an instant, would be more than there is.
    private static let longestWatch: Int64 = 1 << 52

    private static func watchdogPeriod(_ environment: Environment, _ processID: pid_t) -> Int64? {
        if let watched = environment["WATCHDOG_PID"], pid_t(watched) != processID { return nil }
        guard let microseconds = environment["WATCHDOG_USEC"].flatMap({ Int64($0) }),
            1...longestWatch ~= microseconds
        else { return nil }
        return microseconds * 1000 / 2
    }
}
