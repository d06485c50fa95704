import CLinux
import CMosquitto
import LinuxSystem
import TiltRelay

/// One connection to a broker, from the attempt to its end; another attempt is another value.
///
/// Wait until ``descriptor`` is readable, or writable where ``wantsWrite``, then call ``turn(readable:writable:)``. No call blocks
/// but for the look-up of the host's name, during which the daemon's newest frame waits in its own socket.
struct Broker: ~Copyable {
    /// How long a connection may be silent before it is asked whether it lives, in seconds.
    static let keepAlive: CInt = 10

    private let client: OpaquePointer
    private let heard: UnsafeMutablePointer<Heard>
    /// True once the socket was writable, which says that the network connection is there or refused.
    private var hasOpened = false
    /// True while TLS waits for the broker's answer: the socket is writable then, and what is to be written may not be yet.
    private var awaitsAnswer = false

    /// What the library's calls back have told.
    private struct Heard {
        var isConnected = false
        /// The last error that the library wrote to its log.
        var error: String?
        var loss: BrokerLoss?
        var other: Messages.Publisher?
    }

    private init(client: OpaquePointer, heard: UnsafeMutablePointer<Heard>) {
        (self.client, self.heard) = (client, heard)
    }

    /// Begins to connect.
    static func connect(_ login: BrokerLogin, will: Publication) throws(BrokerLoss) -> Broker {
        let heard = UnsafeMutablePointer<Heard>.allocate(capacity: 1)
        heard.initialize(to: Heard())
        guard let client = mosquitto_new(login.address.clientID, true, heard) else {
            let error = SystemError("mosquitto_new")
            heard.deinitialize(count: 1)
            heard.deallocate()
            throw .failed(error.description)
        }
        let broker = Broker(client: client, heard: heard)
        broker.listen()
        try broker.begin(login, will)
        return broker
    }

    private func begin(_ login: BrokerLogin, _ will: Publication) throws(BrokerLoss) {
        try configure(login, will)
        try check(
            mosquitto_connect_async(
                client, login.address.host, CInt(login.address.port), Self.keepAlive))
        var unsent: CInt = 1
        // What waits here is old before it leaves; the socket is writable only when all has left.
        setsockopt(
            descriptor, CInt(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &unsent,
            socklen_t(MemoryLayout.size(ofValue: unsent)))
    }

    deinit {
        mosquitto_destroy(client)
        heard.deinitialize(count: 1)
        heard.deallocate()
    }

    /// The number to watch; -1 where there is no connection.
    var descriptor: CInt { mosquitto_socket(client) }

    /// True where something is to be sent as soon as ``descriptor`` is writable.
    var wantsWrite: Bool { !hasOpened || !awaitsAnswer && mosquitto_want_write(client) }

    /// True once the broker has greeted.
    var isConnected: Bool { heard.pointee.isConnected }

    /// Somebody else who publishes on the same topic, heard of since the last call.
    func takeOther() -> Messages.Publisher? {
        defer { heard.pointee.other = nil }
        return heard.pointee.other
    }

    /// True where a frame would leave at once.
    ///
    /// Calls `poll`.
    var canTakeFrame: Bool {
        guard isConnected, !wantsWrite else { return false }
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&entry, 1, 0) == 1 && entry.revents & Int16(POLLOUT) != 0
    }

    /// Reads and writes what is there to be, and keeps the connection alive.
    mutating func turn(readable: Bool, writable: Bool) throws(BrokerLoss) {
        if writable {
            hasOpened = true
            try check(mosquitto_loop_write(client, 1))
            awaitsAnswer = !isConnected && mosquitto_want_write(client)
        }
        if readable {
            awaitsAnswer = false
            try check(mosquitto_loop_read(client, 1))
        }
        // It looks after the connection's life alone, and has several words for one that gives no sign of any.
        guard mosquitto_loop_misc(client) == cmosquitto_success else {
            throw heard.pointee.loss ?? .failed("it does not answer")
        }
        if let loss = heard.pointee.loss { throw loss }
    }

    /// Hands over a message; what the kernel does not take at once is sent by the next ``turn(readable:writable:)``.
    func publish(_ message: Publication) throws(BrokerLoss) {
        let status = message.payload.withUnsafeBytes {
            mosquitto_publish_v5(
                client, nil, message.topic, CInt($0.count), $0.baseAddress, message.quality,
                message.isRetained, nil)
        }
        try check(status)
    }

    /// Asks to hear of others' messages on `topic` from now on, and of the one that is retained there where asked for.
    func subscribe(to topic: String, withRetained: Bool) throws(BrokerLoss) {
        let options = cmosquitto_others_messages | (withRetained ? 0 : cmosquitto_no_retained)
        try check(mosquitto_subscribe_v5(client, nil, topic, 0, options, nil))
    }

    /// Says that this connection ends as it should, so that there is no last will.
    func disconnect() { _ = mosquitto_disconnect_v5(client, 0, nil) }

    private func configure(_ login: BrokerLogin, _ will: Publication) throws(BrokerLoss) {
        try check(mosquitto_int_option(client, cmosquitto_protocol_version, cmosquitto_protocol_5))
        try check(mosquitto_int_option(client, cmosquitto_no_delay, 1))
        if let user = login.user {
            try check(mosquitto_username_pw_set(client, user, login.password))
        }
        let status = will.payload.withUnsafeBytes {
            mosquitto_will_set_v5(
                client, will.topic, CInt($0.count), $0.baseAddress, will.quality, will.isRetained, nil)
        }
        try check(status)
        guard login.address.isEncrypted else { return }
        if login.authorityFile == nil {
            try check(mosquitto_int_option(client, cmosquitto_system_certificates, 1))
        }
        guard login.authorityFile != nil || login.certificateFile != nil else { return }
        // The library asks for one of the two even where the system's are taken, too.
        let directory = login.authorityFile == nil ? "/etc/ssl/certs" : nil
        let set = mosquitto_tls_set(
            client, login.authorityFile, directory, login.certificateFile, login.keyFile, nil)
        guard set == cmosquitto_success else {
            throw .insecure(
                "ca_file, certificate_file or key_file: \(String(cString: mosquitto_strerror(set)))")
        }
    }

    private func listen() {
        mosquitto_connect_v5_callback_set(client) { _, object, reason, _, _ in
            let heard = object?.assumingMemoryBound(to: Heard.self)
            if reason == 0 {
                heard?.pointee.isConnected = true
            } else {
                heard?.pointee.loss = .refused(String(cString: mosquitto_reason_string(reason)))
            }
        }
        mosquitto_disconnect_v5_callback_set(client) { _, object, reason, _ in
            // What the library itself found out is the result of a call; above are the reasons of MQTT 5.
            guard reason >= 0x80, let heard = object?.assumingMemoryBound(to: Heard.self) else { return }
            heard.pointee.loss = .failed(String(cString: mosquitto_reason_string(reason)))
        }
        mosquitto_publish_v5_callback_set(client) { _, object, _, reason, _ in
            guard reason >= 0x80, let heard = object?.assumingMemoryBound(to: Heard.self) else { return }
            heard.pointee.loss = .refused(String(cString: mosquitto_reason_string(reason)))
        }
        mosquitto_message_v5_callback_set(client) { _, object, message, _ in
            guard let heard = object?.assumingMemoryBound(to: Heard.self), let message = message?.pointee,
                let bytes = message.payload, message.payloadlen > 0
            else { return }
            let payload = UnsafeRawBufferPointer(start: bytes, count: Int(message.payloadlen))
            payload.withMemoryRebound(to: UInt8.self) {
                if let other = Messages.publisher(in: $0) { heard.pointee.other = other }
            }
        }
        mosquitto_log_callback_set(client) { _, object, level, text in
            guard level == cmosquitto_log_error, let text else { return }
            object?.assumingMemoryBound(to: Heard.self).pointee.error = String(cString: text)
        }
    }

    private func check(_ status: CInt) throws(BrokerLoss) {
        let number = clinux_errno()
        guard status != cmosquitto_success else { return }
        if let loss = heard.pointee.loss { throw loss }
        // OpenSSL's own words stand in the library's log alone.
        if let error = heard.pointee.error, status == cmosquitto_tls || error.hasPrefix("OpenSSL") {
            throw .insecure(error)
        }
        if status == cmosquitto_errno, number != 0, let words = strerror(number) {
            throw .failed(String(cString: words))
        }
        throw .failed(String(cString: mosquitto_strerror(status)))
    }
}
