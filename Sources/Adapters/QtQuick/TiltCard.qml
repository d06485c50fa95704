import QtQuick

/** A rounded card around its children; its shadow is where the last frame put it. */
Item {
    id: card

    /** What moves the shadow: a TiltShadow, or anything with its offsetX, offsetY, blur and strength. */
    required property var tilt
    property real radius: 14
    property color color: "white"
    /** The file that draws the shadow: the first of those that this Qt has. */
    readonly property url drawnBy: shadow.source

    default property alias content: face.data

    Loader {
        id: shadow
        anchors.fill: parent
        Component.onCompleted: {
            // RectangularShadow came with Qt 6.9, MultiEffect with 6.5; before them there is Qt5Compat.GraphicalEffects.
            const names = ["RectangularCardShadow.qml", "EffectCardShadow.qml", "CompatCardShadow.qml"]
            const found = names.find(name => Qt.createComponent(name).status === Component.Ready)
            if (found === undefined)
                console.warn("no shadow: this Qt has neither QtQuick.Effects nor Qt5Compat.GraphicalEffects")
            else
                setSource(found, { card: card })
        }
    }

    Rectangle {
        id: face
        anchors.fill: parent
        radius: card.radius
        color: card.color
    }
}
