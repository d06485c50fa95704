import QtQuick
import Qt5Compat.GraphicalEffects

/** The shadow of a TiltCard by the effects of Qt 5, blurred once and then moved. Before Qt 6.5. */
Item {
    id: shadow
    required property Item card

    Rectangle {
        id: outline
        anchors.fill: parent
        radius: shadow.card.radius
        color: "black"
        visible: false
    }

    GaussianBlur {
        source: outline
        width: shadow.width
        height: shadow.height
        x: shadow.card.tilt.offsetX
        y: shadow.card.tilt.offsetY
        opacity: shadow.card.tilt.strength
        transparentBorder: true
        cached: true
        radius: shadow.card.tilt.blur
        samples: 2 * radius + 1
        deviation: radius / 2
    }
}
