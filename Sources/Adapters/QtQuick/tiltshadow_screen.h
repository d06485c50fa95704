// What Qt says of a screen, as the daemon is told of it; for tiltshadow.h. Apache-2.0.
#pragma once

#include <QGuiApplication>
#include <QScreen>
#include <algorithm>

namespace TiltScreen {

// The display_rotation of a screen that is turned like this, on a panel that is like that when it is not; -1 where Qt does
// not say.
inline int turned(Qt::ScreenOrientation now, Qt::ScreenOrientation panel) {
    const auto quarters = [](Qt::ScreenOrientation one) {
        return one == Qt::LandscapeOrientation           ? 0
               : one == Qt::InvertedPortraitOrientation  ? 1
               : one == Qt::InvertedLandscapeOrientation ? 2
               : one == Qt::PortraitOrientation          ? 3
                                                         : -1;
    };
    const int from = quarters(panel), to = quarters(now);
    return from < 0 || to < 0 ? -1 : (to - from + 4) % 4 * 90;
}

// How a panel is where its picture is not turned, by what Qt says of it and its size in millimetres; PrimaryOrientation where
// that is nothing: a guess would turn the shadow.
inline Qt::ScreenOrientation panelOf(Qt::ScreenOrientation native, QSizeF size, bool isX11) {
    if (native != Qt::PrimaryOrientation) return native;
    if (isX11) return Qt::LandscapeOrientation;  // its size turns with the picture, and every panel counts as landscape
    if (!(size.width() > 0 && size.height() > 0) || size.width() == size.height()) return Qt::PrimaryOrientation;
    return size.width() < size.height() ? Qt::PortraitOrientation : Qt::LandscapeOrientation;
}

// Whether it is a device's own panel.
inline bool isBuiltIn(const QScreen *screen) {
    const QString name = screen->name();
    return name.startsWith(u"eDP") || name.startsWith(u"LVDS") || name.startsWith(u"DSI");
}

// Whether its picture moves with the device: not on a monitor beside a device's own panel.
inline bool moves(const QScreen *screen) {
    const QList<QScreen *> all = QGuiApplication::screens();
    return isBuiltIn(screen) || std::none_of(all.begin(), all.end(), isBuiltIn);
}

}  // namespace TiltScreen
