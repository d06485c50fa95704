// qt_turn SOCKET: how the QML element TiltShadow tells where its picture is, to a daemon of this file; prints "pass N".
// qt_turn rows SOCKET: the element as rows.py wants it; prints what came, and ends where it gives up.
#include <QGuiApplication>
#include <QLocalServer>
#include <QTimer>
#include <cstdio>

#include "tiltshadow.h"

static int passed;

static void expect(bool condition, const char *what) {
    if (condition) passed++;
    else printf("fail: %s\n", what);
}

// What the daemon hears next.
static QJsonObject heard(QLocalSocket *daemon) {
    while (!daemon->canReadLine()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    return QJsonDocument::fromJson(daemon->readLine()).object();
}

static QLocalSocket *accept(QLocalServer &server) {
    while (!server.hasPendingConnections()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    QLocalSocket *daemon = server.nextPendingConnection();
    daemon->write("{\"type\":\"hello\",\"protocol\":1}\n");
    return daemon;
}

static void follow_every_screen() {
    const Qt::ScreenOrientation L = Qt::LandscapeOrientation, P = Qt::PortraitOrientation;
    const Qt::ScreenOrientation IL = Qt::InvertedLandscapeOrientation, IP = Qt::InvertedPortraitOrientation;
    // As Qt's plug-ins call wl_output's and RandR's normal, 90 (left), 180 and 270 (right).
    const struct { Qt::ScreenOrientation panel, turned[4]; } rows[] = {{L, {L, P, IL, IP}}, {P, {P, IL, IP, L}}};
    const int expected[] = {0, 270, 180, 90};
    for (const auto &row : rows)
        for (int quarter = 0; quarter < 4; quarter++)
            expect(TiltScreen::turned(row.turned[quarter], row.panel) == expected[quarter], "a turn");
    expect(TiltScreen::turned(Qt::PrimaryOrientation, L) == -1, "what Qt does not say");
    expect(TiltScreen::turned(Qt::ScreenOrientation(3), L) == -1, "nonsense");
    const Qt::ScreenOrientation unknown = Qt::PrimaryOrientation;
    expect(TiltScreen::panelOf(P, QSizeF(300, 200), true) == P, "what Qt says of a panel");
    expect(TiltScreen::panelOf(unknown, QSizeF(200, 300), true) == L, "every panel under X11");
    expect(TiltScreen::panelOf(unknown, QSizeF(200, 300), false) == P, "a high one");
    expect(TiltScreen::panelOf(unknown, QSizeF(300, 200), false) == L, "a wide one");
    for (const QSizeF &size : {QSizeF(0, 0), QSizeF(-1, -1), QSizeF(0, 200), QSizeF(qQNaN(), 200), QSizeF(200, 200)}) {
        const Qt::ScreenOrientation panel = TiltScreen::panelOf(unknown, size, false);
        expect(panel == unknown && TiltScreen::turned(P, panel) == -1, "no size: nothing is said, and nothing guessed");
    }
}

static int play_rows(QGuiApplication &application, const QString &socket) {
    TiltShadow shadow;
    shadow.setProperty("socket", socket);
    QObject::connect(&shadow, &TiltShadow::failureChanged, [] { std::exit(3); });
    // A frame of rows.py is told by the offset that it has, which is its number.
    QObject::connect(&shadow, &TiltShadow::moved, [&shadow] { std::printf("%g frame\n", shadow.offsetX()), std::fflush(stdout); });
    return application.exec();
}

int main(int count, char **words) {
    QGuiApplication application(count, words);
    if (count > 2) return play_rows(application, QString::fromLocal8Bit(words[2]));
    QTimer::singleShot(60000, [] { std::puts("fail: it never came"), std::exit(1); });
    follow_every_screen();
    QLocalServer server;
    expect(server.listen(QString::fromLocal8Bit(words[1])), "a socket");
    TiltShadow shadow;
    shadow.setProperty("socket", QString::fromLocal8Bit(words[1]));
    QLocalSocket *daemon = accept(server);
    QJsonObject first = heard(daemon);
    expect(!first.contains(u"display_rotation") && !first.contains(u"moves"), "nothing said of a picture that is not turned");
    shadow.setRotation(90);
    expect(heard(daemon) == QJsonObject({{"type", "subscribe"}, {"display_rotation", 90}}), "a turn, at once");
    shadow.setRotation(45);
    expect(shadow.rotation() == 90, "45 degrees leave what was");
    shadow.setMoves(false);
    expect(heard(daemon).value(u"moves") == QJsonValue(false), "a picture that does not move");
    shadow.setRotation(0);
    expect(heard(daemon).value(u"display_rotation") == QJsonValue(0), "a turn back");
    daemon->disconnectFromServer();
    daemon = accept(server);
    first = heard(daemon);
    expect(first.value(u"display_rotation") == QJsonValue(0) && first.value(u"moves") == QJsonValue(false), "the next connection is told");
    expect(first.contains(u"rate_hz"), "with its options");
    printf("pass %d\n", passed);
    return 0;
}
