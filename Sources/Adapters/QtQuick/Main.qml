import QtQuick
import tiltshadow

Window {
    id: root
    width: 420
    height: 320
    visible: true
    title: "tiltshadow"
    color: "#f2f2f7"

    TiltShadow {
        id: tilt
        window: root
        active: root.visible && root.visibility !== Window.Minimized && !tilt.reducedMotion
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
