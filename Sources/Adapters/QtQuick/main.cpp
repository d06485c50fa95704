// A window with one card whose shadow follows the device.
#include <QGuiApplication>
#include <QQmlApplicationEngine>

int main(int count, char **arguments) {
    QGuiApplication application(count, arguments);
    QQmlApplicationEngine engine;
    engine.load(QUrl(QStringLiteral("qrc:/tiltshadow/Main.qml")));
    return engine.rootObjects().isEmpty() ? 1 : application.exec();
}
