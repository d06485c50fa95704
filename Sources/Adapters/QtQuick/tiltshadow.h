// The QML element TiltShadow: the offset of a card's shadow, from a tiltshadow daemon.
//
//     TiltShadow { id: tilt; window: root; active: root.visible && !tilt.reducedMotion }
//
// It connects while `active`, again and again while nobody answers, and moves the shadow before each picture of `window`
// to where it belongs when that picture lights up; without a window, as frames come. At rest no picture is asked for.
// Apache-2.0.
#pragma once

#include <QFile>
#include <QGuiApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalSocket>
#include <QPointer>
#include <QQuickWindow>
#include <QScreen>
#include <QStyleHints>
#include <QTimer>
#include <QtQml/qqmlregistration.h>
#include <atomic>
#include <chrono>

#include "tiltshadow_display.h"
#include "tiltshadow_screen.h"

#ifndef TILTSHADOW_SECOND_MS
#define TILTSHADOW_SECOND_MS 1000  // less in tests, which do not wait for it
#endif

class TiltShadow : public QObject {
    Q_OBJECT
    QML_ELEMENT
    // The daemon's socket; empty for the usual places.
    Q_PROPERTY(QString socket MEMBER path_ NOTIFY socketChanged)
    // False ends the connection, and with the last one the sensor: bind it to what is visible and to what the user wants.
    Q_PROPERTY(bool active READ active WRITE setActive NOTIFY activeChanged)
    // Whose pictures show the shadow.
    Q_PROPERTY(QQuickWindow *window READ window WRITE setWindow NOTIFY windowChanged)
    // Points to the right and down.
    Q_PROPERTY(double offsetX READ offsetX NOTIFY moved)
    Q_PROPERTY(double offsetY READ offsetY NOTIFY moved)
    // "tracking", "stale", "none", or "offline" without a daemon.
    Q_PROPERTY(QString state READ state NOTIFY stateChanged)
    // Why no daemon is waited for any more, until it is made active again; empty while one is.
    Q_PROPERTY(QString failure READ failure NOTIFY failureChanged)
    // As the daemon's owner wants it: CSS blur in points, and 0 to 1.
    Q_PROPERTY(double blur READ blur NOTIFY lookChanged)
    Q_PROPERTY(double strength READ strength NOTIFY lookChanged)
    // How far the picture is turned clockwise: 0, 90, 180 or 270, as display_rotation; -1 follows the screen of `window`, as far
    // as Qt knows it, which is under X11 and Wayland.
    Q_PROPERTY(int rotation READ rotation WRITE setRotation NOTIFY rotationChanged)
    // False on a monitor that does not move with the device; by itself so on one that is not the panel of a device with one.
    Q_PROPERTY(bool moves READ moves WRITE setMoves NOTIFY movesChanged)
    // True where the user wants fewer animations; Qt knows from 6.12 on.
    Q_PROPERTY(bool reducedMotion READ reducedMotion NOTIFY reducedMotionChanged)

public:
    explicit TiltShadow(QObject *parent = nullptr) : QObject(parent) {
        retry_.setSingleShot(true);
        timeout_.setSingleShot(true);
        socket_.setReadBufferSize(mostBytes);  // without it a daemon that floods would grow this program
        connect(&retry_, &QTimer::timeout, this, &TiltShadow::open);
        connect(&timeout_, &QTimer::timeout, this, &TiltShadow::judge);
        connect(&socket_, &QLocalSocket::readyRead, this, &TiltShadow::read);
        connect(&socket_, &QLocalSocket::stateChanged, this, [this](QLocalSocket::LocalSocketState state) {
            if (state != QLocalSocket::UnconnectedState) return;
            setState(QStringLiteral("offline"));
            timeout_.stop();
            if (!active_ || !failure_.isEmpty()) return;
            retry_.start(pause_);
            pause_ = qMin(2 * pause_, longestPause);
        });
        // By name: the property is younger than the Qt that this builds with.
        hints_ = QGuiApplication::styleHints()->property("accessibility").value<QObject *>();
        if (hints_ && hints_->metaObject()->indexOfProperty("motionPreference") >= 0)
            connect(hints_, SIGNAL(motionPreferenceChanged(Qt::MotionPreference)), this, SIGNAL(reducedMotionChanged()));
        // After the properties were set.
        QTimer::singleShot(0, this, &TiltShadow::open);
    }

    // What the socket says as it goes is no longer of use to what went before it.
    ~TiltShadow() override { disconnect(&socket_, nullptr, this, nullptr); }

    bool active() const { return active_; }
    QQuickWindow *window() const { return window_; }
    double offsetX() const { return x_; }
    double offsetY() const { return y_; }
    QString state() const { return state_; }
    QString failure() const { return failure_; }
    double blur() const { return blur_; }
    double strength() const { return strength_; }
    int rotation() const { return rotation_; }
    bool moves() const { return moves_; }
    bool reducedMotion() const { return hints_ && hints_->property("motionPreference").toInt() != 0; }

    void setActive(bool active) {
        if (active == active_) return;
        active_ = active;
        emit activeChanged();
        if (active_) return setFailure(QString()), open();
        retry_.stop();
        socket_.abort();
        move(0, 4);
    }

    void setRotation(int rotation) {
        if (rotation == rotation_) return;
        if (rotation != -1 && rotation != 0 && rotation != 90 && rotation != 180 && rotation != 270) {
            qWarning("TiltShadow: rotation %d: expected -1, 0, 90, 180 or 270; it stays %d", rotation, rotation_);
            return;
        }
        rotation_ = rotation;
        emit rotationChanged();
        look();
    }

    void setMoves(bool moves) {
        knowsMoves_ = true;
        place(moves);
    }

    void setWindow(QQuickWindow *window) {
        if (window == window_) return;
        if (window_) disconnect(window_, nullptr, this, nullptr);
        window_ = window;
        isMoving_ = false;
        if (window_) {
            connect(window_, &QQuickWindow::afterAnimating, this, &TiltShadow::draw);
            connect(window_, &QWindow::screenChanged, this, &TiltShadow::setScreen);
            // On the thread that renders: the swap is when the display has taken a picture, and the next one begins.
            connect(window_, &QQuickWindow::frameSwapped, this, [this] { swapped_ = now(); }, Qt::DirectConnection);
        }
        setScreen(window_ ? window_->screen() : nullptr);
        emit windowChanged();
    }

signals:
    void socketChanged();
    void activeChanged();
    void windowChanged();
    void moved();
    void stateChanged();
    void failureChanged();
    void lookChanged();
    void reducedMotionChanged();
    void rotationChanged();
    void movesChanged();

private:
    static constexpr int longestLine = 4096, mostBytes = 65536;
    // See CLIENTS of tiltshadow-protocol(7); in milliseconds.
    static constexpr int helloTimeout = 5 * TILTSHADOW_SECOND_MS, silenceTimeout = 3 * TILTSHADOW_SECOND_MS;
    static constexpr int firstPause = TILTSHADOW_SECOND_MS / 10, longestPause = 5 * TILTSHADOW_SECOND_MS;
    static constexpr double rate = 50;                  // Hz, until the display's own is known
    static constexpr qint64 recently = 100'000'000;     // ns; an older swap is no vsync of now
    static constexpr qint64 asleepAfter = 2'000'000'000;  // ns without a picture, while there is motion

    static qint64 now() {  // CLOCK_MONOTONIC, as the daemon's
        return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
    }

    void setScreen(QScreen *screen) {
        if (screen_) disconnect(screen_, nullptr, this, nullptr);
        screen_ = screen;
        if (!screen_) return;
        connect(screen_, &QScreen::orientationChanged, this, &TiltShadow::look);
        if (!knowsMoves_) place(TiltScreen::moves(screen_));
        look();
    }

    // Tells the daemon how the picture is turned. Until it is turned nothing is said: what its settings say of the panel holds.
    void look() {
        int degrees = rotation_;
        if (degrees < 0 && screen_) {
            const bool isX11 = QGuiApplication::platformName() == u"xcb";
            const auto panel = TiltScreen::panelOf(screen_->nativeOrientation(), screen_->physicalSize(), isX11);
            degrees = TiltScreen::turned(screen_->orientation(), panel);
        }
        if (degrees < 0 || degrees == degrees_) return;
        degrees_ = degrees;
        tellsDegrees_ = true;
        tell();
    }

    void place(bool moves) {
        if (moves == moves_) return;
        moves_ = moves;
        tellsMoves_ = true;
        emit movesChanged();
        tell();
    }

    // Of the connection that there is; `subscribe` tells the next one.
    void tell() {
        if (request_ > 0 && socket_.state() == QLocalSocket::ConnectedState)
            socket_.write(QJsonDocument(placed()).toJson(QJsonDocument::Compact) + '\n');
    }

    // A request of where the picture is.
    QJsonObject placed() const {
        QJsonObject request;
        request[u"type"] = QStringLiteral("subscribe");
        if (tellsDegrees_) request[u"display_rotation"] = degrees_;
        if (tellsMoves_) request[u"moves"] = moves_;
        return request;
    }

    void open() {
        if (!active_ || !failure_.isEmpty() || socket_.state() != QLocalSocket::UnconnectedState) return;
        isGreeted_ = isSubscribed_ = isPaused_ = isAway_ = false;
        isDue_ = true;
        timeout_.start(helloTimeout);
        socket_.connectToServer(place());
    }

    // Ends a connection on which nothing comes that is due. What has come is read first: the program itself may have slept.
    void judge() {
        socket_.waitForReadyRead(0);
        if (isDue_ && !timeout_.isActive()) socket_.abort();
    }

    // No attempt would cure this.
    void fail(const QString &why) {
        qWarning("TiltShadow: %s", qPrintable(why));
        setFailure(why);
        socket_.abort();
    }

    void setFailure(const QString &why) {
        failure_ = why;
        emit failureChanged();
    }

    QString place() const {
        if (!path_.isEmpty()) return path_;
        const QString named = qEnvironmentVariable("TILTSHADOW_SOCKET");
        if (!named.isEmpty()) return named;
        const QString directory = qEnvironmentVariable("XDG_RUNTIME_DIR");
        // The second is its place in early builds: a bare file, which a sandbox cannot be shown for good.
        for (const char *name : {"/tiltshadow/tiltshadow.sock", "/tiltshadow.sock"}) {
            const QString own = directory + QLatin1String(name);
            if (!directory.isEmpty() && QFile::exists(own)) return own;
        }
        return QStringLiteral("/run/tiltshadow/tiltshadow.sock");
    }

    // Takes everything that has come.
    void read() {
        while (socket_.canReadLine()) {
            const QByteArray line = socket_.readLine(mostBytes);
            if (line.size() > longestLine) return fail(QStringLiteral("this is no tiltshadow socket: its lines are too long"));
            const QJsonObject message = QJsonDocument::fromJson(line).object();
            take(message);
            if (isDue_ && isGreeted_ && message[u"type"].isString()) timeout_.start(silenceTimeout);  // nothing else is a sign of life
        }
        if (socket_.bytesAvailable() >= longestLine) return fail(QStringLiteral("this is no tiltshadow socket: its lines never end"));
        if (socket_.state() != QLocalSocket::ConnectedState) timeout_.stop();
        if (resampler_.count == 0) return;
        if (!window_) return move(resampler_.newest.x, resampler_.newest.y);
        if (isMoving_ && !isPaused_ && now() - drawn_ > asleepAfter) {
            socket_.write("{\"type\":\"pause\"}\n");
            isPaused_ = true;
            expect(false);
        }
        if (!isMoving_ && (resampler_.newest.x != x_ || resampler_.newest.y != y_)) {
            isMoving_ = true;
            drawn_ = now();
            window_->update();
        }
    }

    void take(const QJsonObject &message) {
        const QString type = message[u"type"].toString();
        if (!isGreeted_ && type != u"error") {
            if (type != u"hello") return fail(QStringLiteral("this is no tiltshadow socket"));
            if (message[u"protocol"] != QJsonValue(1)) return fail(QStringLiteral("the daemon speaks another version of the protocol"));
            isGreeted_ = true;
        }
        if (type == u"frame") isAway_ = false, expect(!isPaused_);
        if (type == u"error" && !isGreeted_) return socket_.abort();  // another user sits in front, or there is no room
        if (type == u"error") {
            const bool isOfOptions = message[u"id"].toInt(-1) == request_;
            if (isOfOptions && !hasTaken_) return fail(QStringLiteral("the daemon refused the options: ") + message[u"message"].toString());
            // Another daemon, which does not take them any more.
            if (isOfOptions && !isSubscribed_) return socket_.abort();
            // Another user sits in front, until the next frame.
            if (!message.contains(u"id") && message[u"code"].toString() == u"not-permitted") isAway_ = true, expect(false);
        }
        const QString state = message[u"state"].toString();
        if (type == u"frame" && isSubscribed_ && isFrame(message, state)) {
            pause_ = firstPause;  // not by hello: who greets and ends, again and again, is not to be asked so often
            tiltshadow_take(&resampler_, message[u"t_ns"].toInteger(), message[u"x"].toDouble(), message[u"y"].toDouble(),
                            state == u"tracking" ? 2 : state == u"stale");
            rests_ = message[u"still"].toBool() || state == u"none";
            setState(state);
        } else if (type == u"ok" && message[u"id"].toInt() == request_) {
            isSubscribed_ = hasTaken_ = true;
            const int64_t phase = message[u"phase_ns"].toInteger();
            follow(tiltshadow_ok(&lock_, message[u"rate_hz"].toDouble(), message.contains(u"phase_ns") ? &phase : nullptr));
        } else if (type == u"hello" || (type == u"sensor" && message[u"event"].toString() == u"found")) {
            if (type == u"hello") {
                const QJsonObject shadow = message[u"shadow"].toObject();
                blur_ = shadow[u"blur_px"].toDouble(blur_);
                strength_ = shadow[u"opacity"].toDouble(strength_);
                emit lookChanged();
            }
            begin(message[u"sensor"][u"gyro"].toBool());
        }
    }

    // Whether all is there that a frame must have, and nothing is beyond what any daemon says; 1e999 is JSON, too.
    static bool isFrame(const QJsonObject &message, const QString &state) {
        const auto isNumber = [&message](QLatin1String key, double least, double most) {
            const double number = message[key].toDouble(qQNaN());
            return number >= least && number <= most;
        };
        const bool isKnown = state == u"tracking" || state == u"stale" || state == u"none";
        return isKnown && isNumber(QLatin1String("x"), -1e9, 1e9) && isNumber(QLatin1String("y"), -1e9, 1e9) &&
               isNumber(QLatin1String("seq"), 0, 9007199254740992) && isNumber(QLatin1String("t_ns"), -4.6e18, 4.6e18);
    }

    // Whether frames are due, one a second at least.
    void expect(bool areDue) {
        if (areDue == isDue_) return;
        isDue_ = areDue;
        areDue ? timeout_.start(silenceTimeout) : timeout_.stop();
    }

    // A daemon or a sensor is new: nothing of before counts.
    void begin(bool gyroscope) {
        tiltshadow_forget(&resampler_);
        lock_ = {};
        lock_.gyroscope = gyroscope;
        isSubscribed_ = false, isMoving_ = isPaused_;  // a sensor that is found ends no pause: the next picture does
        subscribe(false);
    }

    // Does what the lock wants.
    void follow(tiltshadow_lock_answer answer) {
        // Without a display to wait for, the loop turns at a rate of its own.
        if (answer == TILTSHADOW_LOCK && qAbs(lock_.rate_hz / refresh() - 1) >= 0.05) answer = tiltshadow_ok(&lock_, 0, nullptr);
        if (answer != TILTSHADOW_KEEP) subscribe(answer == TILTSHADOW_LOCK);
    }

    double refresh() const { return window_ && window_->screen() ? window_->screen()->refreshRate() : 60; }

    // Asks for frames at the display's phase, or for such as the resampler wants.
    void subscribe(bool atPhase) {
        QJsonObject request = placed();
        request[u"id"] = ++request_;
        request[u"when"] = QStringLiteral("changed");
        request[u"rate_hz"] = atPhase ? lock_.rate_hz : rate;
        request[u"lookahead_ms"] =
            atPhase ? lock_.lookahead_ms : window_ ? tiltshadow_lookahead_ms(refresh(), rate, lock_.gyroscope) : 0;
        if (atPhase) request[u"phase_ns"] = qint64(lock_.phase_ns);
        socket_.write(QJsonDocument(request).toJson(QJsonDocument::Compact) + '\n');
    }

    // Before each picture of the window.
    void draw() {
        if (!isMoving_) return;
        const qint64 swapped = swapped_, vsync = now() - swapped < recently ? swapped : now();
        drawn_ = now();
        if (!isPaused_) socket_.waitForReadyRead(0);  // a frame may have come since the loop last looked
        if (isPaused_) {
            socket_.write("{\"type\":\"resume\"}\n");
            tiltshadow_forget(&resampler_);
            isPaused_ = false;
            expect(!isAway_);
        }
        follow(tiltshadow_vsync(&lock_, vsync));
        double x = x_, y = y_;
        tiltshadow_offset(&resampler_, vsync, &x, &y);
        const bool hasFrame = resampler_.count > 0;
        if (lock_.is_locked && hasFrame) x = resampler_.newest.x, y = resampler_.newest.y;
        move(x, y);
        const bool hasArrived = hasFrame && x == resampler_.newest.x && y == resampler_.newest.y;
        isMoving_ = socket_.state() == QLocalSocket::ConnectedState && !(rests_ && hasArrived);
        if (isMoving_) window_->update();
    }

    void move(double x, double y) {
        if (x == x_ && y == y_) return;
        x_ = x;
        y_ = y;
        emit moved();
    }

    void setState(const QString &state) {
        if (state == state_) return;
        state_ = state;
        emit stateChanged();
    }

    QLocalSocket socket_;
    QTimer retry_, timeout_;
    int pause_ = firstPause;  // before the next attempt
    QPointer<QQuickWindow> window_;
    QPointer<QObject> hints_;
    QString path_, failure_, state_ = QStringLiteral("offline");
    tiltshadow_resampler resampler_{rate, 0, {}, {}};
    tiltshadow_phase_lock lock_{};
    std::atomic<qint64> swapped_{0};  // when the last picture was shown, in nanoseconds
    qint64 drawn_ = 0;                // when the last picture was asked for
    int request_ = 0;                 // the newest subscribe's id
    QPointer<QScreen> screen_;
    int rotation_ = -1, degrees_ = 0;  // as the program wants it, and as it is, clockwise
    bool moves_ = true, knowsMoves_ = false, tellsDegrees_ = false, tellsMoves_ = false;
    bool active_ = true, isMoving_ = false, rests_ = false, isPaused_ = false;
    bool isGreeted_ = false, isSubscribed_ = false, hasTaken_ = false, isDue_ = false, isAway_ = false;
    double x_ = 0, y_ = 4, blur_ = 16, strength_ = 0.35;  // the shadow at rest, until the first frame
};
