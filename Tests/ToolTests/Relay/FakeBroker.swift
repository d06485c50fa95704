import Foundation
import Testing

/// A broker that does what Mosquitto cannot be made to do, on a port of its own of this machine.
final class FakeBroker {
    /// What it does.
    enum Habit {
        /// Answers a login with these bytes in hexadecimal digits, and hangs up.
        case answers(String)
        /// Hangs up at the first byte.
        case hangsUp
        /// Ends each connection after some milliseconds, whatever came, as a firewall does.
        case resets(after: Int)
        /// Hangs up after the greeting.
        case kicks
        /// Sends a message of 256 MB after the greeting, whatever was asked for.
        case pours
        /// Refuses every subscription.
        case refusesSubscriptions
        /// Refuses what is published below these words.
        case refuses(String)
        /// Refuses the first two messages at once, and hangs up.
        case refusesTwo
    }

    private let directory = try? ScratchDirectory()
    private let process: RunningProgram
    private var port = 0

    init(_ habit: Habit) async throws {
        let words: [String] =
            switch habit {
            case .answers(let bytes): ["answer", bytes]
            case .hangsUp: ["hang up", ""]
            case .resets(let milliseconds): ["reset", "\(milliseconds)"]
            case .kicks: ["kick", ""]
            case .pours: ["pour", ""]
            case .refusesSubscriptions: ["deaf", ""]
            case .refuses(let topic): ["refuse", topic]
            case .refusesTwo: ["refuse two", ""]
            }
        let directory = try #require(directory)
        process = try RunningProgram(
            "/usr/bin/env", ["python3", "-u", "-c", Self.program, directory.path + "/notify"] + words)
        try await process.wait(for: "port") { !$0.lines.isEmpty }
        port = try #require(process.lines.first.flatMap { Int($0) }, "\(process.errors)")
    }

    /// Where a service manager would be told of what the relay does.
    var notifySocket: String { directory.map { $0.path + "/notify" } ?? "" }

    /// What it got, a line each: `connect` and the packet, `publish` and a topic, `took` and bytes of what it poured, `hung
    /// up`, `status` and what the service manager was told.
    var lines: [String] { process.lines }

    /// The address of a topic there.
    func address(_ topic: String) -> String { "mqtt://127.0.0.1:\(port)/\(topic)" }

    private static let program = """
        import os, socket, struct, sys, threading, time
        place, habit, words = sys.argv[1:4]
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        listener.listen(8)
        manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        manager.bind(place)
        # One write for a line: print of two threads may mix theirs.
        def say(*text): os.write(1, (" ".join(str(word) for word in text) + "\\n").encode())
        say(listener.getsockname()[1])
        def exactly(peer, count):
            got = b""
            while len(got) < count:
                part = peer.recv(count - len(got))
                if not part: raise EOFError
                got += part
            return got
        def packet(peer):
            head, length, shift = exactly(peer, 1)[0], 0, 0
            while True:
                byte = exactly(peer, 1)[0]
                length |= (byte & 127) << shift
                shift += 7
                if byte < 128: return head, exactly(peer, length)
        def serve(peer):
            try:
                if habit == "reset":
                    time.sleep(int(words) / 1000)
                    peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    return say("hung up")
                if habit == "hang up":
                    peer.recv(4096)
                    return say("hung up")
                say("connect", packet(peer)[1].hex())
                if habit == "answer":
                    peer.sendall(bytes.fromhex(words))
                    # Until the other end hangs up, too, but for one that waits for more.
                    peer.shutdown(socket.SHUT_WR)
                    while peer.recv(4096): pass
                    return
                peer.sendall(bytes([0x20, 3, 0, 0, 0]))
                if habit == "kick": return
                if habit == "pour":
                    peer.sendall(bytes([0x30, 255, 255, 255, 127]))
                    count = 0
                    try:
                        while count < 1 << 28: count += peer.send(bytes(65536))
                    except OSError: pass
                    return say("took", count)
                answers = b""
                while True:
                    head, body = packet(peer)
                    kind = head >> 4
                    if kind == 3:
                        size = struct.unpack(">H", body[:2])[0]
                        topic = body[2:2 + size].decode()
                        say("publish", topic)
                        refused = habit == "refuse" and topic.startswith(words)
                        if habit == "refuse two" and head & 6:
                            answers += bytes([0x40, 4]) + body[2 + size:4 + size] + bytes([0x87, 0])
                            if len(answers) > 6: return peer.sendall(answers)
                        elif head & 6: peer.sendall(bytes([0x40, 4]) + body[2 + size:4 + size] + bytes([0x87 if refused else 0, 0]))
                    elif kind == 8: peer.sendall(bytes([0x90, 4]) + body[:2] + bytes([0, 0x87 if habit == "deaf" else 0]))
                    elif kind == 10: peer.sendall(bytes([0xB0, 4]) + body[:2] + bytes([0, 0]))
                    elif kind == 12: peer.sendall(bytes([0xD0, 0]))
            except (OSError, EOFError): pass
            finally: peer.close()
        def status():
            while True: say("status", manager.recv(4096).decode().replace("\\n", " "))
        threading.Thread(target=status, daemon=True).start()
        while True: threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
        """
}
