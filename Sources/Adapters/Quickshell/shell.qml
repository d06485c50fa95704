// A window with one card, for Quickshell: quickshell -p shell.qml. Beside it lie TiltShadow.qml, resampler.mjs of
// Sources/Clients/JavaScript, and TiltCard.qml with its three shadows of ../QtQuick. Apache-2.0.
import QtQuick
import Quickshell

ShellRoot {
    FloatingWindow {
        id: root
        implicitWidth: 420
        implicitHeight: 320
        title: "tiltshadow"
        color: "#f2f2f7"

        TiltShadow {
            id: tilt
            active: root.visible
        }

        TiltCard {
            anchors.centerIn: parent
            width: 260
            height: 160
            tilt: tilt

            Text {
                anchors.centerIn: parent
                text: "Tilt the device"
            }
        }
    }
}
