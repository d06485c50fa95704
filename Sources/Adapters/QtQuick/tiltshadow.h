// The QML element TiltShadow: the offset of a card's shadow, from a tiltshadow daemon.
//
//     TiltShadow { id: tilt; active: window.visible }
//
// It connects while `active`, again every second while nobody answers, and hands out the newest frame only. Apache-2.0.
#pragma once

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalSocket>
#include <QTimer>
#include <QtQml/qqmlregistration.h>

class TiltShadow : public QObject {
    Q_OBJECT
    QML_ELEMENT
    // The daemon's socket; empty for the usual places.
    Q_PROPERTY(QString socket MEMBER path_ NOTIFY socketChanged)
    // False ends the connection, and with the last one the sensor: bind it to what is visible and to what the user wants.
    Q_PROPERTY(bool active READ active WRITE setActive NOTIFY activeChanged)
    // Points to the right and down.
    Q_PROPERTY(double offsetX READ offsetX NOTIFY moved)
    Q_PROPERTY(double offsetY READ offsetY NOTIFY moved)
    // "tracking", "stale", "none", or "offline" without a daemon.
    Q_PROPERTY(QString state READ state NOTIFY stateChanged)
    // As the daemon's owner wants it: CSS blur in points, and 0 to 1.
    Q_PROPERTY(double blur READ blur NOTIFY lookChanged)
    Q_PROPERTY(double strength READ strength NOTIFY lookChanged)

public:
    explicit TiltShadow(QObject *parent = nullptr) : QObject(parent) {
        retry_.setSingleShot(true);
        retry_.setInterval(1000);
        connect(&retry_, &QTimer::timeout, this, &TiltShadow::open);
        connect(&socket_, &QLocalSocket::connected, this, [this] {
            socket_.write("{\"type\":\"subscribe\",\"rate_hz\":60,\"when\":\"changed\"}\n");
        });
        connect(&socket_, &QLocalSocket::readyRead, this, &TiltShadow::read);
        connect(&socket_, &QLocalSocket::stateChanged, this, [this](QLocalSocket::LocalSocketState state) {
            if (state != QLocalSocket::UnconnectedState) return;
            setState(QStringLiteral("offline"));
            if (active_) retry_.start();
        });
        // After the properties were set.
        QTimer::singleShot(0, this, &TiltShadow::open);
    }

    bool active() const { return active_; }
    double offsetX() const { return x_; }
    double offsetY() const { return y_; }
    QString state() const { return state_; }
    double blur() const { return blur_; }
    double strength() const { return strength_; }

    void setActive(bool active) {
        if (active == active_) return;
        active_ = active;
        emit activeChanged();
        if (active_) return open();
        retry_.stop();
        socket_.abort();
    }

signals:
    void socketChanged();
    void activeChanged();
    void moved();
    void stateChanged();
    void lookChanged();

private:
    static constexpr int longestLine = 4096;

    void open() {
        if (active_ && socket_.state() == QLocalSocket::UnconnectedState) socket_.connectToServer(place());
    }

    QString place() const {
        if (!path_.isEmpty()) return path_;
        const QString named = qEnvironmentVariable("TILTSHADOW_SOCKET");
        if (!named.isEmpty()) return named;
        const QString own = qEnvironmentVariable("XDG_RUNTIME_DIR") + QStringLiteral("/tiltshadow.sock");
        return QFile::exists(own) ? own : QStringLiteral("/run/tiltshadow/tiltshadow.sock");
    }

    // Takes everything that has come, and moves once.
    void read() {
        const double oldX = x_, oldY = y_;
        while (socket_.canReadLine()) take(QJsonDocument::fromJson(socket_.readLine()).object());
        if (x_ != oldX || y_ != oldY) emit moved();
        if (socket_.bytesAvailable() > longestLine) socket_.abort();  // no daemon of ours
    }

    void take(const QJsonObject &message) {
        const QString type = message[u"type"].toString();
        if (type == u"frame") {
            x_ = message[u"x"].toDouble(x_);
            y_ = message[u"y"].toDouble(y_);
            setState(message[u"state"].toString());
        } else if (type == u"hello") {
            const QJsonObject shadow = message[u"shadow"].toObject();
            blur_ = shadow[u"blur_px"].toDouble(blur_);
            strength_ = shadow[u"opacity"].toDouble(strength_);
            emit lookChanged();
        }
    }

    void setState(const QString &state) {
        if (state == state_) return;
        state_ = state;
        emit stateChanged();
    }

    QLocalSocket socket_;
    QTimer retry_;
    QString path_, state_ = QStringLiteral("offline");
    bool active_ = true;
    double x_ = 0, y_ = 4, blur_ = 16, strength_ = 0.35;  // the shadow at rest, until the first frame
};
