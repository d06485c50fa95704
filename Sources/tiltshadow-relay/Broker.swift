import CLinux
import CMosquitto
import LinuxSystem
import TiltCore
import TiltRelay

/// One connection to a broker, from the attempt to its end; another attempt is another value.
///
/// Wait until ``descriptor`` is readable, or writable where ``wantsWrite``, then call ``turn(_:)``. No call blocks
/// but for the look-up of the host's name, during which the daemon's newest frame waits in its own socket.
struct Broker: ~Copyable {
    /// How long a connection may be silent before it is asked whether it lives, in seconds.
    static let keepAlive: CInt = 10
    /// The longest packet that the broker may send, in bytes: more than anything that the relay understands.
    private static let mostBytes: UInt32 = 8192

    private let client: OpaquePointer
    private let heard: UnsafeMutablePointer<BrokerWords>
    /// True once the socket was writable, which says that the network connection is there or refused.
    private var hasOpened = false
    /// True where a connection speaks TLS.
    private let isEncrypted: Bool
    /// True while TLS waits for the broker's answer: the socket is writable then, and what is to be written may not be yet.
    private var awaitsTLS = false

    private init(client: OpaquePointer, heard: UnsafeMutablePointer<BrokerWords>, isEncrypted: Bool) {
        (self.client, self.heard, self.isEncrypted) = (client, heard, isEncrypted)
    }

    /// Begins to connect: to publish, with a last will, or without one to hear what is said on the topic's children.
    ///
    /// `attempt` counts those in a row that no broker greeted, from 0 on: each tries the host's addresses of another family.
    static func connect(
        _ login: BrokerLogin, will: Publication?, attempt: UInt32
    ) throws(BrokerLoss) -> Broker {
        // Many may read one topic, and a broker ends the older session of one name.
        let name =
            will != nil
            ? login.address.clientID
            : "tiltshadow-reader-" + String(UInt64.random(in: .min ... .max), radix: 16)
        // Where it does not take a name, the library's own end closes descriptor 0.
        guard mosquitto_validate_utf8(name, CInt(name.utf8.count)) == cmosquitto_success else {
            throw .failed("libmosquitto does not take the topic \(login.address.topic.quoted)")
        }
        let heard = UnsafeMutablePointer<BrokerWords>.allocate(capacity: 1)
        heard.initialize(to: BrokerWords(ownTopic: login.address.topic, isReader: will == nil))
        guard let client = mosquitto_new(name, true, heard) else {
            let error = SystemError("mosquitto_new")
            heard.deinitialize(count: 1)
            heard.deallocate()
            throw .failed(error.description)
        }
        let broker = Broker(client: client, heard: heard, isEncrypted: login.address.isEncrypted)
        BrokerWords.listen(to: client)
        try broker.begin(login, will, attempt)
        return broker
    }

    private func begin(
        _ login: BrokerLogin, _ will: Publication?, _ attempt: UInt32
    ) throws(BrokerLoss) {
        try configure(login, will)
        var limits: OpaquePointer?
        defer { mosquitto_property_free_all(&limits) }
        try check(mosquitto_property_add_int32(&limits, cmosquitto_most_bytes, Self.mostBytes))
        // Only the connection that blocks takes properties; without a host it keeps them for the next one, and fails.
        _ = mosquitto_connect_bind_v5(client, nil, 0, Self.keepAlive, nil, limits)
        let status = mosquitto_connect_bind_async(
            client, login.address.host, CInt(login.address.port), Self.keepAlive,
            cmosquitto_origin(login.address.host, attempt))
        guard status != cmosquitto_lookup else {
            throw .failed(
                "no address is known for \(login.address.host.quoted): is it spelt right, and is the network there?"
            )
        }
        try check(status)
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
    var wantsWrite: Bool { !hasOpened || !awaitsTLS && mosquitto_want_write(client) }

    /// True once the broker has greeted.
    var isConnected: Bool { heard.pointee.isConnected }

    /// The topics that we can do without and that the broker refused since the last call, with its word.
    func takeRefused() -> [(topic: String, reason: String)] {
        defer { heard.pointee.refused = [] }
        return heard.pointee.refused
    }

    /// Why the broker does not let us hear others, said since the last call.
    func takeDeafness() -> String? {
        defer { heard.pointee.deafness = nil }
        return heard.pointee.deafness
    }

    /// True while the broker has not said of every message with quality 1 whether it takes it.
    var awaitsAnswer: Bool { !heard.pointee.awaited.isEmpty }

    /// True once the broker took a message for a topic.
    func hasTaken(_ topic: String) -> Bool { heard.pointee.taken.contains(topic) }

    /// True where the broker took a message for a topic since the last call.
    func takeTaken(_ topic: String) -> Bool { heard.pointee.taken.remove(topic) != nil }

    /// True once all that was retained has come, after ``listen(to:withRetained:)``.
    var hasRead: Bool { heard.pointee.hasRead }

    /// True where a frame would leave at once.
    ///
    /// Calls `poll`.
    var canTakeFrame: Bool {
        guard isConnected, !wantsWrite else { return false }
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&entry, 1, 0) == 1 && entry.revents & Int16(POLLOUT) != 0
    }

    /// Reads and writes what is there to be, by what `poll` said of ``descriptor``, and keeps the connection alive.
    mutating func turn(_ events: CInt) throws(BrokerLoss) {
        if events != 0, !hasOpened {
            // The library hides a refusal behind TLS, and tries for ever.
            try checkSocket()
            if events & POLLHUP != 0 { try checkPeer() }
            hasOpened = true
        }
        if events & POLLOUT != 0 {
            try check(mosquitto_loop_write(client, 1))
            awaitsTLS = !isConnected && mosquitto_want_write(client)
        }
        if events & ~POLLOUT != 0 {
            awaitsTLS = false
            try check(mosquitto_loop_read(client, 1))
        }
        if events & (POLLHUP | POLLERR | POLLNVAL) != 0 { try checkEnd() }
        // It looks after the connection's life alone, and has several words for one that gives no sign of any.
        guard mosquitto_loop_misc(client) == cmosquitto_success else {
            throw heard.pointee.loss ?? .failed("it does not answer")
        }
        if let loss = heard.pointee.loss { throw loss }
    }

    /// Calls `getsockopt` with `SO_ERROR`.
    private func checkSocket() throws(BrokerLoss) {
        var number: CInt = 0
        var length = socklen_t(MemoryLayout.size(ofValue: number))
        guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &length) == 0 else {
            throw .failed(SystemError("getsockopt").description)
        }
        if number != 0 { throw loss(number) }
    }

    /// What an error of the socket says.
    ///
    /// Where TLS ran into it, which of them it is is a matter of who was faster; the library puts `EPROTO` in its place.
    private func loss(_ number: CInt) -> BrokerLoss {
        if isEncrypted, [ECONNRESET, EPIPE, EPROTO].contains(number) { return lossByPeer }
        return .failed(strerror(number).map { String(cString: $0) } ?? "error \(number)")
    }

    /// The other side has ended the connection.
    private var lossByPeer: BrokerLoss {
        isEncrypted && !isConnected ? Self.closedInTLS : .failed("the connection was closed")
    }

    /// Where TLS wrote before the answer came, it has taken the socket's error away: one that was refused never had a round
    /// trip.
    ///
    /// Calls `getpeername` and `getsockopt` with `TCP_INFO`.
    private func checkPeer() throws(BrokerLoss) {
        var peer = sockaddr()
        var length = socklen_t(MemoryLayout.size(ofValue: peer))
        guard getpeername(descriptor, &peer, &length) != 0, clinux_errno() == ENOTCONN else { return }
        var info = tcp_info()
        length = socklen_t(MemoryLayout.size(ofValue: info))
        guard getsockopt(descriptor, CInt(IPPROTO_TCP), TCP_INFO, &info, &length) == 0, info.tcpi_rtt == 0,
            let words = strerror(ECONNREFUSED)
        else { throw Self.closedInTLS }
        throw .failed(String(cString: words))
    }

    /// A broker that only just starts, or a proxy before one that is away.
    private static var closedInTLS: BrokerLoss {
        .failed("it closed the connection before its greeting: does it speak TLS at that port?")
    }

    /// The other side hung up: nothing comes after what is there to be read.
    ///
    /// Calls `recv` with `MSG_PEEK`.
    private func checkEnd() throws(BrokerLoss) {
        if let loss = heard.pointee.loss { throw loss }
        try checkSocket()
        var byte: UInt8 = 0
        guard recv(descriptor, &byte, 1, CInt(MSG_PEEK | MSG_DONTWAIT)) > 0 else { throw lossByPeer }
    }

    /// Hands over a message; what the kernel does not take at once is sent by the next ``turn(_:)``.
    func publish(_ message: Publication) throws(BrokerLoss) {
        var number: CInt = 0
        let status = message.payload.withUnsafeBytes {
            mosquitto_publish_v5(
                client, &number, message.topic, CInt($0.count), $0.baseAddress, message.quality,
                message.isRetained, nil)
        }
        try check(status)
        if message.quality > 0 { heard.pointee.awaited[number] = message.topic }
    }

    /// Asks to hear hellos and states from now on, our own, too, which tells that we do and what stands there, and what is
    /// retained where asked for; ``hasRead`` says when that has come.
    func listen(to address: BrokerAddress, withRetained: Bool) throws(BrokerLoss) {
        let options = withRetained ? 0 : cmosquitto_no_retained
        try check(mosquitto_subscribe_v5(client, nil, address.topic(of: .state), 0, options, nil))
        var number: CInt = 0
        try check(mosquitto_subscribe_v5(client, &number, address.topic(of: .hello), 0, options, nil))
        heard.pointee.helloRequest = number
        guard withRetained else { return }
        // Nobody has asked for that; the answer comes after what is retained.
        try check(mosquitto_unsubscribe_v5(client, &number, address.topic(of: .frame), nil))
        heard.pointee.lastRequest = number
    }

    /// What was said since the last call of what was asked for.
    func takeMessages() -> [BrokerWords.Message] {
        defer { heard.pointee.messages.removeAll(keepingCapacity: true) }
        return heard.pointee.messages
    }

    /// Asks for what is said on a topic, retained or from now on, or for the broker's answer alone.
    func hear(_ topic: String, onlyAnswer: Bool = false) throws(BrokerLoss) {
        var number: CInt = 0
        let options = cmosquitto_others_messages | (onlyAnswer ? cmosquitto_no_retained : 0)
        try check(mosquitto_subscribe_v5(client, &number, topic, 0, options, nil))
        heard.pointee.asked = (number, MonotonicClock.now())
    }

    /// Asks for it no more.
    func hearNoMore(_ topic: String) throws(BrokerLoss) {
        try check(mosquitto_unsubscribe_v5(client, nil, topic, nil))
    }

    /// From a question to the broker's answer, in nanoseconds, measured since the last call.
    func takeRoundTrip() -> Int64? {
        defer { heard.pointee.roundTrip = nil }
        return heard.pointee.roundTrip
    }

    /// Says that this connection ends as it should, so that there is no last will.
    func disconnect() { _ = mosquitto_disconnect_v5(client, 0, nil) }

    private func configure(_ login: BrokerLogin, _ will: Publication?) throws(BrokerLoss) {
        try check(mosquitto_int_option(client, cmosquitto_protocol_version, cmosquitto_protocol_5))
        try check(mosquitto_int_option(client, cmosquitto_no_delay, 1))
        if let user = login.user {
            try check(mosquitto_username_pw_set(client, user, login.password))
        }
        if let will {
            let status = will.payload.withUnsafeBytes {
                mosquitto_will_set_v5(
                    client, will.topic, CInt($0.count), $0.baseAddress, will.quality, will.isRetained, nil)
            }
            try check(status)
        }
        guard login.address.isEncrypted else { return }
        if login.authorityFile == nil {
            try check(mosquitto_int_option(client, cmosquitto_system_certificates, 1))
        }
        guard login.authorityFile != nil || login.certificateFile != nil else { return }
        // The library asks for one of the two even where the system's are taken, too.
        let directory = login.authorityFile == nil ? "/etc/ssl/certs" : nil
        let set = mosquitto_tls_set(
            client, login.authorityFile, directory, login.certificateFile, login.keyFile
        ) { _, _, _, client in
            // Nobody is there to be asked.
            BrokerWords.of(mosquitto_userdata(OpaquePointer(client)))?.pointee.lose(
                .insecure("key_file needs a password, and there is none for it: write it without one"))
            return 0
        }
        guard set == cmosquitto_success else {
            throw .insecure(
                "ca_file, certificate_file or key_file: \(String(cString: mosquitto_strerror(set)))")
        }
    }

    private func check(_ status: CInt) throws(BrokerLoss) {
        let number = clinux_errno()
        guard status != cmosquitto_success else { return }
        if let loss = heard.pointee.loss { throw loss }
        // OpenSSL's own words stand in the library's log alone.
        if let error = heard.pointee.error, status == cmosquitto_tls || error.hasPrefix("OpenSSL") {
            throw error.contains("unexpected eof") ? Self.closedInTLS : .insecure(error)
        }
        // That of Debian 13 (2.0.21) writes before the connection is there, and keeps to itself why it never was.
        if status == cmosquitto_tls {
            throw .failed(
                "the connection was refused, or closed before a greeting: is a broker there that speaks TLS?")
        }
        if status == cmosquitto_errno {
            throw number == 0 ? .failed("it does not speak MQTT") : loss(number)
        }
        if status == cmosquitto_no_memory { throw .failed("it sends a message that is too long") }
        throw .failed(String(cString: mosquitto_strerror(status)))
    }
}
