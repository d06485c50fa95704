/// One message for the broker.
package struct Publication: Equatable, Sendable {
    /// The whole topic.
    package var topic: String
    /// What it says: one object of JSON, without LF; empty to take a retained message away.
    package var payload: [UInt8]
    /// True where the broker is to keep it for those who come later.
    package var isRetained: Bool
    /// MQTT's quality of service, 0 or 1.
    package var quality: Int32

    package init(topic: String, payload: [UInt8], isRetained: Bool, quality: Int32) {
        (self.topic, self.payload, self.isRetained, self.quality) = (topic, payload, isRetained, quality)
    }

    /// A message of a channel of `address`.
    package init(_ channel: Channel, of address: BrokerAddress, _ payload: [UInt8]) {
        self.init(
            topic: address.topic(of: channel), payload: payload, isRetained: channel.isRetained,
            quality: channel.quality)
    }
}
