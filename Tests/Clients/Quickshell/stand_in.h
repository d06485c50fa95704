// What TiltShadow.qml uses of Quickshell, where that is not installed: its Socket, SplitParser and windows as far as its pages and
// its conduct say, so that the file is run and not only parsed. It has its warts on purpose: a Socket that could not connect never
// connects again, and its parser keeps whatever comes.
#pragma once

#include <QLocalSocket>
#include <QQmlEngine>
#include <QQuickWindow>

class SplitParser : public QObject {
    Q_OBJECT
    Q_PROPERTY(QString splitMarker MEMBER marker_)

public:
    using QObject::QObject;

    void take(const QByteArray &bytes) {
        if (marker_.isEmpty()) return emit read(QString::fromUtf8(bytes));
        rest_ += bytes;
        for (qsizetype end; (end = rest_.indexOf(marker_.toUtf8())) >= 0; rest_.remove(0, end + marker_.size()))
            emit read(QString::fromUtf8(rest_.left(end)));
    }

signals:
    void read(QString data);

private:
    QString marker_ = QStringLiteral("\n");
    QByteArray rest_;
};

class Socket : public QObject {
    Q_OBJECT
    Q_PROPERTY(QString path MEMBER path_)
    Q_PROPERTY(bool connected READ isConnected WRITE setConnected NOTIFY connectionStateChanged)
    Q_PROPERTY(SplitParser *parser MEMBER parser_)

public:
    explicit Socket(QObject *parent = nullptr) : QObject(parent) {
        connect(&socket_, &QLocalSocket::connected, this, &Socket::connectionStateChanged);
        connect(&socket_, &QLocalSocket::disconnected, this, &Socket::connectionStateChanged);
        connect(&socket_, &QLocalSocket::errorOccurred, this, &Socket::error);
        connect(&socket_, &QLocalSocket::readyRead, this, [this] { if (parser_) parser_->take(socket_.readAll()); });
    }

    ~Socket() override { socket_.disconnect(this); }

    bool isConnected() const { return socket_.state() == QLocalSocket::ConnectedState; }

    void setConnected(bool wanted) {
        if (!wanted) return socket_.disconnectFromServer();
        if (hasTried_) return;
        hasTried_ = true;
        socket_.connectToServer(path_);
    }

    Q_INVOKABLE void write(const QString &data) { socket_.write(data.toUtf8()); }
    Q_INVOKABLE void flush() { socket_.flush(); }

signals:
    void connectionStateChanged();
    void error(QLocalSocket::LocalSocketError error);

private:
    QLocalSocket socket_;
    QString path_;
    SplitParser *parser_ = nullptr;
    bool hasTried_ = false;
};

class ShellRoot : public QObject {
    Q_OBJECT
    Q_PROPERTY(QQmlListProperty<QObject> parts READ parts)
    Q_CLASSINFO("DefaultProperty", "parts")

public:
    using QObject::QObject;
    QQmlListProperty<QObject> parts() { return {this, &parts_}; }

private:
    QList<QObject *> parts_;
};

// Quickshell's windows are shown, and as large as they imply.
class FloatingWindow : public QQuickWindow {
    Q_OBJECT
    Q_PROPERTY(int implicitWidth WRITE setWidth READ width)
    Q_PROPERTY(int implicitHeight WRITE setHeight READ height)

public:
    FloatingWindow() { QMetaObject::invokeMethod(this, &QWindow::show, Qt::QueuedConnection); }
};

class Quickshell : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    Q_INVOKABLE QVariant env(const QString &name) const {
        const QByteArray key = name.toUtf8();
        return qEnvironmentVariableIsSet(key) ? QVariant(qEnvironmentVariable(key)) : QVariant::fromValue(nullptr);
    }
};

inline void register_stand_in() {
    qmlRegisterType<Socket>("Quickshell.Io", 1, 0, "Socket");
    qmlRegisterType<SplitParser>("Quickshell.Io", 1, 0, "SplitParser");
    qmlRegisterType<ShellRoot>("Quickshell", 1, 0, "ShellRoot");
    qmlRegisterType<FloatingWindow>("Quickshell", 1, 0, "FloatingWindow");
    qmlRegisterSingletonType<Quickshell>("Quickshell", 1, 0, "Quickshell", [](QQmlEngine *, QJSEngine *) { return new Quickshell; });
}
