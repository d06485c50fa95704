import TiltCore

extension KnownAxes {
    /// Every row; of two that fit, the first counts.
    ///
    /// Where a reading was published in other units or by another program, it stands here as the driver reports it. A
    /// pad's device axes are those of its face: x to the right, y away from the player, z out of the buttons.
    ///
    /// HORI's and 8BitDo's pads are not among them: no driver of Linux makes an event node of their motion sensors (SDL
    /// reads them by hidraw, and github.com/v1993/evdevhook2/issues/29 found none), so that nobody quotes a reading of one.
    /// In their mode for a Switch they are Nintendo's, by its vendor and product numbers, and have those rows.
    package static var all: [KnownAxes] { sony + valve + nintendo + handhelds + boards }

    /// x right, y out of the face, z towards the player: hid-sony and hid-playstation alike.
    private static var sonyMatrix: String { "1,0,0;0,0,-1;0,1,0" }

    private static var sony: [KnownAxes] {
        [
            // drivers/hid/hid-sony.c: x - 511, 511 - z, 511 - y of the report, which read 494, 475, 396 here. The same
            // page has the other five poses.
            KnownAxes(
                name: "DualShock 3", key: .node(vendor: "054c", products: "0268"), matrix: sonyMatrix,
                place: .pad, source: "github.com/nefarius/DsHidMini, docs/MOTION.md",
                sighting: Sighting(
                    pose: "flat on a desk", x: -17, y: 115, z: 36, countsPerG: 113),
                udevIsForOtherAxes: noScreen),
            // As the report has it, which drivers/hid/hid-playstation.c only calibrates.
            KnownAxes(
                name: "DualShock 4", key: .node(vendor: "054c", products: "05c4|09cc|0ba0"),
                matrix: sonyMatrix, place: .pad, source: "github.com/ricardoquesada/bluepad32/issues/52",
                sighting: Sighting(
                    pose: "on a table", x: -223, y: 8300, z: 1393, countsPerG: 8192),
                udevIsForOtherAxes: noScreen),
            // 0.24, 9.53, 1.55 m/s² by SDL, which scales the report and turns nothing.
            KnownAxes(
                name: "DualSense", key: .node(vendor: "054c", products: "0ce6|0df2"), matrix: sonyMatrix,
                place: .pad, source: "github.com/libsdl-org/SDL/issues/8931",
                sighting: Sighting(
                    pose: "flat on the table", x: 200, y: 7961, z: 1295, countsPerG: 8192),
                udevIsForOtherAxes: noScreen),
            KnownAxes(
                name: "Sony pad", key: .node(vendor: "054c", products: ""), matrix: sonyMatrix, place: .pad,
                source: "Sony's other pads", sighting: nil, udevIsForOtherAxes: noScreen),
        ]
    }

    private static var valve: [KnownAxes] {
        [
            // The HID report c100 5903 7e40 is 193, 857, 16510; drivers/hid/hid-steam.c makes x, z, -y of it, as SDL does.
            // Decks with either display have this product number.
            KnownAxes(
                name: "Steam Deck", key: .node(vendor: "28de", products: "1205"), matrix: sonyMatrix,
                place: .display,
                source: "github.com/mmmaisel/SDL, src/joystick/hidapi/SDL_hidapi_steamdeck.c",
                sighting: Sighting(
                    pose: "flat on its back", x: 193, y: 16510, z: -857, countsPerG: 16384),
                udevIsForOtherAxes:
                    "systemd's entry turns x and y to the panel, whose top is the device's left edge, and was made with "
                    + "a changed iio-sensor-proxy")
        ]
    }

    /// drivers/hid/hid-nintendo.c: "X: positive is pointing toward the triggers, Y: … to the left, Z: … up (out of the
    /// buttons/sticks)"; the right Joy-Con is turned to that by the driver.
    private static var nintendoMatrix: String { "0,-1,0;1,0,0;0,0,1" }

    private static var nintendo: [KnownAxes] {
        [
            // evtest of a clone; x had not changed, so that it was not sent.
            KnownAxes(
                name: "Switch Pro Controller", key: .node(vendor: "057e", products: "2009"),
                matrix: nintendoMatrix, place: .pad, source: "github.com/C0rn3j/sc-controller/issues/83",
                sighting: Sighting(pose: "at rest", x: nil, y: 54, z: 4175, countsPerG: 4096),
                udevIsForOtherAxes: noScreen),
            // 0.080, 9.938, -1.441 m/s² by SDL, whose axes (right, up, towards the player) are put back into the driver's.
            KnownAxes(
                name: "Joy-Con (L)", key: .node(vendor: "057e", products: "2006"), matrix: nintendoMatrix,
                place: .pad, source: "github.com/libsdl-org/SDL/issues/14377",
                sighting: Sighting(
                    pose: "at rest", x: 602, y: -33, z: 4151, countsPerG: 4096),
                udevIsForOtherAxes: noScreen),
            // "When I stand it on the IR sensor the first value goes to 1": the driver passes the first on as it is.
            KnownAxes(
                name: "Joy-Con (R)", key: .node(vendor: "057e", products: "2007"), matrix: nintendoMatrix,
                place: .pad, source: "github.com/dekuNukem/Nintendo_Switch_Reverse_Engineering/pull/34",
                sighting: Sighting(
                    pose: "standing on its infrared camera", x: 1, y: nil, z: nil, countsPerG: 1),
                udevIsForOtherAxes: noScreen),
            // x to the left, y to the player: +1 g lying on its right side, standing on its infrared camera, and with
            // the A button up. hid-wiimote passes the report on.
            KnownAxes(
                name: "Wii Remote", key: .node(vendor: "057e", products: "0306|0330"),
                matrix: "-1,0,0;0,-1,0;0,0,1", place: .pad, source: "wiili.org, Motion analysis: calibration",
                sighting: nil, udevIsForOtherAxes: noScreen),
            KnownAxes(
                name: "Nintendo pad", key: .node(vendor: "057e", products: ""), matrix: nintendoMatrix,
                place: .pad,
                source: "Nintendo's other pads", sighting: nil, udevIsForOtherAxes: noScreen),
        ]
    }

    /// Chips whose matrix no firmware has; the axes are the panel's, as those of udev's database are.
    ///
    /// Not among them: the GPD Win 4, of which boards with two ways to lie share the product's name G1618-04 (hhd tells them
    /// by the processor, github.com/hhd-dev/hhd/issues/134); MSI's Claws and the Legion Go 2, of which nobody published
    /// a reading, or a matrix for the screen. The Librem 5 and other phones have their matrix from the kernel's device tree.
    private static var handhelds: [KnownAxes] {
        let hwdb = "github.com/systemd/systemd, hwdb.d/60-sensor.hwdb"
        return [
            KnownAxes(
                name: "GPD Win 5", key: .iio(parents: "BMI0160:", vendor: "GPD", products: "G1618-05"),
                matrix: "0, -1, 0; -1, 0, 0; 0, 0, 1", convention: .hid, place: .display,
                source: "github.com/systemd/systemd/pull/41819",
                sighting: Sighting(
                    pose: "with the panel upright", x: 1, y: 0, z: 0, countsPerG: 1)),
            // Of the model of 2023, firmware since 0.40 calls the chip BMI0260 (drivers/iio/imu/bmi270/bmi270_i2c.c).
            KnownAxes(
                name: "GPD Win Max 2",
                key: .iio(parents: "BMI0160:|BMI0260:", vendor: "GPD", products: "G1619"),
                matrix: "0, -1, 0; -1, 0, 0; 0, 0, 1", convention: .hid, place: .unknown, source: hwdb,
                sighting: nil),
            // hhd's default for GPD, which its entry G1617-01 has, says the same.
            KnownAxes(
                name: "GPD Win Mini",
                key: .iio(parents: "BMI0160:|BMI0260:", vendor: "GPD", products: "G1617-01"),
                matrix: "1,0,0;0,-1,0;0,0,-1", place: .unknown,
                source: "github.com/ShadowBlip/InputPlumber, 50-gpd_winmini.yaml", sighting: nil),
            KnownAxes(
                name: "Legion Go",
                key: .iio(parents: "HID-SENSOR-200073", vendor: "LENOVO", products: "83E1"),
                matrix: "0, 1, 0; -1, 0, 0; 0, 0, 1", convention: .hid, place: .unknown, source: hwdb,
                sighting: nil),
            KnownAxes(
                name: "ROG Ally X",
                key: .iio(parents: "BOSC0200:", vendor: "ASUS", products: "ROG Ally X RC72LA"),
                matrix: "-1, 0, 0; 0, 1, 0; 0, 0, -1", convention: .hid, place: .unknown, source: hwdb,
                sighting: nil),
            KnownAxes(
                name: "AYANEO AIR Plus",
                key: .iio(parents: "BOSC0200:", vendor: "AYANEO", products: "AIR Plus"),
                matrix: "0, -1, 0; 0, 0, 1; -1, 0, 0", convention: .hid, place: .unknown, source: hwdb,
                sighting: nil),
            KnownAxes(
                name: "AYANEO",
                key: .iio(
                    parents: "BMI0160:", vendor: "AYANEO",
                    products: "AYANEO 2|AIR|FLIP|AYANEO GEEK|NEXT"),
                matrix: "0, -1, 0; 0, 0, -1; 1, 0, 0", convention: .hid, place: .unknown, source: hwdb,
                sighting: nil),
        ]
    }

    /// Chips for which udev's database has another board's matrix.
    private static var boards: [KnownAxes] {
        [
            // The board's own, as its device tree has it and screen rotation showed it right.
            KnownAxes(
                name: "PineNote", key: .tree(chip: "sc7a20", board: "pine64,pinenote"),
                matrix: "-1, 0, 0; 0, 1, 0; 0, 0, 1", convention: .hid, place: .unknown,
                source: "github.com/systemd/systemd/issues/43321", sighting: nil,
                udevIsForOtherAxes: "systemd's entry goes by the chip alone, and is the PineTab2's",
                otherAxes: "0, 0, -1; 1, 0, 0; 0, -1, 0")
        ]
    }

    /// What a property of a pad's could be for, nobody knows.
    private static var noScreen: String {
        "a pad has no screen, so no entry of udev's can have been made for it"
    }
}
