import QtQuick
import QtQuick.Effects

/** The shadow of a TiltCard by RectangularShadow: no texture, drawn by one shader. Qt 6.9 and later. */
RectangularShadow {
    required property Item card

    offset: Qt.vector2d(card.tilt.offsetX, card.tilt.offsetY)
    radius: card.radius
    blur: card.tilt.blur
    color: Qt.rgba(0, 0, 0, card.tilt.strength)
}
