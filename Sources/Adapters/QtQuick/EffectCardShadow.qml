import QtQuick
import QtQuick.Effects

/** The shadow of a TiltCard by MultiEffect, blurred once and then moved. Qt 6.5 and later. */
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

    MultiEffect {
        source: outline
        width: shadow.width
        height: shadow.height
        x: shadow.card.tilt.offsetX
        y: shadow.card.tilt.offsetY
        opacity: shadow.card.tilt.strength
        blurEnabled: true
        blurMax: 64
        // Twice the blur of CSS comes nearest to CSS's Gaussian: measured with Qt 6.12, .065 of the strength beside it.
        blur: Math.min(1, 2 * shadow.card.tilt.blur / blurMax)
    }
}
