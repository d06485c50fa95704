package import LinuxSystem
package import TiltCore
package import TiltSensors

/// What a daemon is built from.
package struct DaemonParts: ~Copyable {
    package var loop: EventLoop
    package var listener: UnixListener
    package var source: any SensorSource
    package var settings: Settings
    package var journal: Journal
    package var manager: ServiceManager
    /// Where to write what the sensor gives; `nil` for nowhere.
    package var recordPath: String?
    /// How large that may grow.
    package var recordLimits: RecordLimits
    /// Where gyroscopes' biases are kept.
    package var biases: BiasStore
    /// Reads the settings again for SIGHUP, giving `nil` where they are wrong, after saying why; without it SIGHUP ends.
    package var reload: (() -> Settings?)?

    package init(
        loop: EventLoop, listener: consuming UnixListener, source: any SensorSource, settings: Settings,
        journal: Journal, manager: consuming ServiceManager, recordPath: String? = nil,
        recordLimits: RecordLimits = RecordLimits(), biases: BiasStore = BiasStore(directory: nil),
        reload: (() -> Settings?)?
    ) {
        self.loop = loop
        self.listener = listener
        self.source = source
        self.settings = settings
        self.journal = journal
        self.manager = manager
        self.recordPath = recordPath
        self.recordLimits = recordLimits
        self.biases = biases
        self.reload = reload
    }
}
