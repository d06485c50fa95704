import TiltCore

/// What the daemon must say before anything else is believed.
package enum Greeting {
    /// The `hello` in the first message of a connection, which was `line`; `nil` for a `goodbye`, after which it ends.
    ///
    /// - Throws: ``ClientError/notTiltshadow(firstLine:)``, ``ClientError/unsupportedVersion(found:supported:server:)`` or
    ///   ``ClientError/refused(_:)``.
    package static func hello(
        in event: ClientEvent?, line: UnsafeBufferPointer<UInt8>
    ) throws(ClientError) -> Hello? {
        switch event {
        case .hello(let hello)?:
            guard hello.protocolVersion == ProtocolVersion.current else {
                throw .unsupportedVersion(
                    found: hello.protocolVersion, supported: ProtocolVersion.current, server: hello.server)
            }
            return hello
        case .refused(let refusal)?: throw .refused(refusal)
        case .goodbye?: return nil
        case .frame?, .sensor?, .accepted?, .status?, .other?, nil:
            throw .notTiltshadow(firstLine: start(of: line))
        }
    }

    /// How a line begins, for messages.
    package static func start(of line: UnsafeBufferPointer<UInt8>) -> String {
        String(decoding: line.prefix(120), as: UTF8.self).excerpt
    }
}
