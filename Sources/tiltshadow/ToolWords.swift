/// What the tool says of itself.
enum ToolWords {
    static let abstract = "Shadow offsets from a motion sensor: watch them, record them, replay them."

    static let discussion = """
        tiltshadowd turns the tilt of this device into the offset of a card's drop shadow, 50 times a second, \
        for every program that asks on a Unix socket. This tool shows what it does and helps when it does not.

        EXAMPLES:
          tiltshadow demo                  see it work: no sensor and no daemon needed
        \(preview)\
          tiltshadow watch                 see what this device's daemon publishes
          tiltshadow status                see what the daemon does, and who listens
          tiltshadow sensors               which sensor would be used, and why
          tiltshadow record desk.tiltlog   keep the raw readings of the sensor
          tiltshadow replay desk.tiltlog   make frames of them, always the same ones
          tiltshadow plot desk.tiltlog     draw them, and what the sensor said
          tiltshadow convert phone.zip walk.tiltlog   take what another program wrote
          tiltshadow doctor                what is wrong, and what to type
          tiltshadow calibrate             find out how the sensor sits in the device
          tiltshadow rotate 90             say how the picture is turned
          tiltshadow relay publish --to URL   carry frames to an MQTT broker
          tiltshadow score desk.csv --truth gt.csv    judge them by a known pose

        EXIT STATUS:
          0 fine, 1 failed, 2 wrong use or wrong settings, 69 no sensor or no daemon
        """

    /// The commands that the embedded tool lacks.
    static let notEmbedded = ["preview"]

    #if hasFeature(Embedded)
        private static let preview = ""
    #else
        private static let preview =
            "  tiltshadow preview --demo --open see cards whose shadows move, in a browser\n"
    #endif
}
