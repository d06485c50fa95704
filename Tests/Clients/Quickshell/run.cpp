// run FOLDER shell: shows shell.qml of a folder, by a stand-in for Quickshell.
// run FOLDER golden FILE: golden.json in resampler.mjs as QML reads it; prints "pass N".
// run FOLDER rows|frames SOCKET: uses TiltShadow.qml of a folder as a shell would, and prints what came; ends with 3 where it gives
// up. Rows have a tenth of all times.
#include <QFile>
#include <QGuiApplication>
#include <QQmlApplicationEngine>
#include <QQmlComponent>
#include <cstdio>

#include "stand_in.h"

class Printer : public QObject {
    Q_OBJECT

public slots:
    void show(const QVariant &value) {
        const QVariantMap frame = value.value<QJSValue>().toVariant().toMap();
        std::printf("%lld %g %g %s\n", frame[QStringLiteral("seq")].toLongLong(), frame[QStringLiteral("x")].toDouble(),
                    frame[QStringLiteral("y")].toDouble(), qPrintable(frame[QStringLiteral("state")].toString()));
        std::fflush(stdout);
    }

    void end() {
        std::printf("%s\n", qPrintable(sender()->property("failure").toString()));
        QCoreApplication::exit(3);
    }
};

static const char *const golden = R"((Resampler, text) => {
    const golden = JSON.parse(text), near = (one, other) => Math.abs(one - other) <= 1e-9
    let passed = 0
    for (const [refresh, rate, gyroscope, wanted] of golden.lookahead) {
        if (!near(Resampler.lookaheadMs(refresh, rate, gyroscope), wanted)) return `lookahead at ${refresh} Hz`
        passed += 1
    }
    for (const { name, kind, rate_hz, rows } of golden.cases) {
        if (kind !== "resampler") continue
        const resampler = new Resampler(rate_hz)
        for (const [what, at, x, y, state] of rows) {
            if (what === "frame") {
                resampler.take({ t_ns: at, x, y, state })
                continue
            }
            const drawn = resampler.offset(at)
            if (drawn ? !near(drawn.x, x) || !near(drawn.y, y) : x !== undefined) return `${name}, at ${at}`
            passed += 1
        }
    }
    return `pass ${passed}`
})";

int main(int count, char **words) {
    QGuiApplication application(count, words);
    register_stand_in();
    const QString folder = QString::fromLocal8Bit(words[1]), mode = QString::fromLocal8Bit(words[2]);
    QQmlApplicationEngine engine;
    if (mode == u"shell") {
        engine.load(QUrl::fromLocalFile(folder + QStringLiteral("/shell.qml")));
        return engine.rootObjects().isEmpty() ? 1 : application.exec();
    }
    if (mode == u"golden") {
        QFile file(QString::fromLocal8Bit(words[3]));
        QJSValue module = engine.importModule(folder + QStringLiteral("/resampler.mjs"));
        if (!file.open(QIODevice::ReadOnly) || module.isError()) return std::puts(qPrintable(module.toString())), 1;
        const QJSValue check = engine.evaluate(QString::fromUtf8(golden));
        return std::puts(qPrintable(check.call({module.property(QStringLiteral("Resampler")), QString(file.readAll())}).toString())), 0;
    }
    QQmlComponent component(&engine, QUrl::fromLocalFile(folder + QStringLiteral("/TiltShadow.qml")));
    if (!component.isReady()) return std::fprintf(stderr, "%s\n", qPrintable(component.errorString())), 1;
    QVariantMap properties{{QStringLiteral("socket"), QString::fromLocal8Bit(words[3])}};
    if (mode == u"rows") properties[QStringLiteral("second")] = 100;
    QObject *shadow = component.createWithInitialProperties(properties);
    if (!shadow) return std::fprintf(stderr, "%s\n", qPrintable(component.errorString())), 1;
    Printer printer;
    QObject::connect(shadow, SIGNAL(framed(QVariant)), &printer, SLOT(show(QVariant)));
    QObject::connect(shadow, SIGNAL(failureChanged()), &printer, SLOT(end()));
    if (!shadow->property("failure").toString().isEmpty()) return 3;
    return application.exec();
}

#include "run.moc"
