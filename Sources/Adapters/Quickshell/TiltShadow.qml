import QtQuick
import Quickshell
import Quickshell.Io
import "resampler.mjs" as Client

/**
 * The offset of a card's shadow, from a tiltshadow daemon, for Quickshell; a TiltCard of ../QtQuick takes it as its `tilt`.
 * resampler.mjs of Sources/Clients/JavaScript lies beside it.
 *
 *     TiltShadow { id: tilt; active: window.visible; options: ({ gain: 20, display_rotation: 90 }) }
 *
 * It waits for a daemon, connects again when one goes away, and moves the shadow with each animation's frame while there is motion.
 * It has no PhaseLock: QML knows neither the instant of a vsync nor CLOCK_MONOTONIC, by which the daemon would be asked.
 * A program with a Qt module of its own takes ../QtQuick/tiltshadow.h, which locks to the display. Needs Qt 6.4. Apache-2.0.
 */
QtObject {
    id: root

    /** The daemon's socket; empty for the usual places. */
    property string socket
    /** False ends the connection, and with the last one the sensor: bind it to what is visible and to what the user wants. */
    property bool active: true
    /** Those of the protocol's `subscribe`, such as moves: false where it does not tilt; display_rotation in the place of what `tiltshadow rotate` says. */
    property var options: ({})
    /** Points to the right and down. */
    property real offsetX: 0
    property real offsetY: 4
    /** "tracking", "stale", "none", "offline" without a daemon, "failed" where none is waited for any more: see `failure`. */
    property string state: "offline"
    /** Why nothing more is asked; empty while that may change. */
    property string failure
    /** As the daemon's owner wants it: CSS blur in points, and 0 to 1. */
    property real blur: 16
    property real strength: 0.35
    /** Milliseconds; tests do not wait for them. */
    property int second: 1000

    /** A frame that counts, the newest of those that came at once. */
    signal framed(var frame)
    /** What else the daemon says: hello, sensor, ok, error and goodbye. */
    signal said(var message)

    default property list<QtObject> parts

    readonly property int _longestLine: 4096
    readonly property real _rate: options.rate_hz ?? 50
    property var _link: null
    property int _place: 0
    property real _pause: second / 10
    property int _request: 0
    property bool _isSubscribing: false
    property bool _gyroscope: false
    /** The options that the daemon has taken last, null before it has, and those that it is asked for. */
    property var _taken: null
    property var _wanted: options
    property var _resampler: new Client.Resampler(_rate)
    property var _clock: ({ ahead: NaN, least: Infinity, since: -Infinity, late: 0 })

    onActiveChanged: active ? _open() : _close()
    onOptionsChanged: {
        _wanted = options
        if (_link && _link.greeted) _subscribe()
    }
    Component.onCompleted: _open()
    Component.onDestruction: _close()

    /** The places of the socket, in the order in which they are tried: QML cannot look whether there is one. */
    function _places() {
        const named = socket || Quickshell.env("TILTSHADOW_SOCKET")
        const own = Quickshell.env("XDG_RUNTIME_DIR")
        if (named) return [named]
        // The second is its place in 0.1: a bare file, which a sandbox cannot be shown for good.
        const places = own ? ["/tiltshadow/tiltshadow.sock", "/tiltshadow.sock"].map(name => own + name) : []
        return [...places, "/run/tiltshadow/tiltshadow.sock"]
    }

    // A Socket that could not connect stays as it is, so each attempt has one of its own.
    function _open() {
        if (!active || _link || failure) return
        _link = attempt.createObject(root, { path: _places()[_place] })
        _isSubscribing = true
        timeout.wait(5)
        _link.connected = true
    }

    function _close() {
        timeout.stop()
        retry.stop()
        const link = _link
        _link = null
        if (link) link.destroy()
        _resampler.forget()
        Object.assign(root, { offsetX: 0, offsetY: 4, state: failure ? "failed" : "offline" })
    }

    function _lose(wasThere) {
        const next = wasThere ? 0 : _place + 1
        _close()
        _place = next < _places().length ? next : 0
        if (_place > 0) return _open()
        if (!active) return
        retry.interval = _pause
        retry.start()
        _pause = Math.min(2 * _pause, 5 * second)
    }

    function _fail(why) {
        failure = why
        console.warn("tiltshadow:", why)
        _close()
    }

    function _subscribe() {
        _request += 1
        _isSubscribing = true
        const lookahead_ms = Client.Resampler.lookaheadMs(60, _rate, _gyroscope)
        const ours = { rate_hz: _rate, when: "changed", lookahead_ms, rotation: "follow" }
        _link.write(JSON.stringify(Object.assign(ours, _wanted, { type: "subscribe", id: _request })) + "\n")
        if (_link.flush) _link.flush()
    }

    /** Takes what has come, in pieces. QML has no bytes: a line is known to be too long once it has as many letters. */
    function _read(link, text) {
        const lines = (link.rest + text).split("\n")
        link.rest = lines.pop()
        let newest = null
        for (const line of lines) {
            if (line.length >= _longestLine) return _fail("it sent a line of more than 4096 bytes")
            newest = _hear(link, line) ?? newest
            if (link !== _link) return
        }
        if (link.rest.length >= _longestLine) return _fail("it sent a line of more than 4096 bytes")
        if (link.heard && timeout.running) timeout.wait(3)
        link.heard = false
        if (newest) _take(newest)
    }

    /** Takes a line; the frame that it is, where it counts. */
    function _hear(link, line) {
        let message = null
        try {
            message = JSON.parse(line)
        } catch (error) {
        }
        const type = message?.type
        if (!link.greeted && type !== "error") {
            if (type !== "hello") return _fail("this is no tiltshadow socket")
            if (message.protocol !== 1) return _fail(`the daemon speaks protocol ${message.protocol}, this file 1`)
            link.greeted = true
            _begin(message.sensor)
            blur = message.shadow?.blur_px ?? blur
            strength = message.shadow?.opacity ?? strength
        }
        if (typeof type === "string") link.heard = true // nothing else is a sign of life
        if (type === "frame" && !_isSubscribing && _isFrame(message)) {
            if (!timeout.running) timeout.wait(3)
            _pause = second / 10 // not by hello: who greets and ends, again and again, is not to be asked so often
            return message
        }
        if (type === "ok" && message.id === _request) {
            _isSubscribing = false
            _taken = _wanted
            if (message.ignored) console.warn("tiltshadow: the daemon does not know", message.ignored)
        }
        if (type === "error") {
            if (message.id === _request && !_taken) return _fail(`the daemon refused the options: ${message.message}`)
            if (message.id === undefined && message.code === "not-permitted") timeout.stop()
            console.warn("tiltshadow: the daemon says:", message.message)
            if (!link.greeted) return _lose(true) // another user sits in front, or there is no room
            if (message.id === _request) {
                _wanted = _taken
                // Another daemon, which does not take them any more; or a change, which leaves what was.
                if (state === "offline") return _lose(true)
                _isSubscribing = false
            }
        }
        if (type === "sensor" && message.event === "found") _begin(message.sensor)
        if (typeof type === "string" && type !== "frame") said(message)
        return null
    }

    /** Whether all is there that a frame must have, and nothing is beyond what any daemon says; 1e999 is JSON, too. */
    function _isFrame({ x, y, seq, t_ns, state }) {
        const areNumbers = [x, y].every(number => Number.isFinite(number) && Math.abs(number) <= 1e9)
        const areWhole = [seq, t_ns].every(Number.isInteger) && seq >= 0 && seq <= 2 ** 53 && Math.abs(t_ns) < 2 ** 62
        return areNumbers && areWhole && ["tracking", "stale", "none"].includes(state)
    }

    /** A daemon or a sensor is new: nothing of before counts. */
    function _begin(sensor) {
        _gyroscope = sensor?.gyro === true
        _resampler.forget()
        _subscribe()
    }

    function _take(frame) {
        _listen(Date.now(), frame.t_ns / 1e6)
        _resampler.take(frame)
        if (state !== frame.state) state = frame.state
        framed(frame)
        motion.rests = frame.still === true || frame.state === "none"
        motion.start()
    }

    /** Finds the daemon's clock in this one, as daemon-clock.mjs does: by the frames that came fastest of the last seconds. */
    function _listen(now, tick) {
        const clock = _clock, ahead = now - tick
        clock.late = ahead > clock.ahead + 250 ? clock.late + 1 : 0
        if (clock.late >= 10 || now - clock.since > 5000 || now < clock.since) {
            clock.before = clock.late >= 10 ? Infinity : clock.least
            Object.assign(clock, { least: Infinity, since: now })
        }
        clock.least = Math.min(clock.least, ahead)
        clock.ahead = Math.min(clock.least, clock.before)
    }

    parts: [
        Component {
            id: attempt

            Socket {
                id: link
                property string rest
                property bool greeted: false
                property bool heard: false
                onConnectedChanged: {
                    if (root._link !== link) return
                    if (!connected) root._lose(true)
                }
                onError: if (root._link === link && !connected) root._lose(false)
                // Pieces, not lines: what never ends is to be noticed.
                parser: SplitParser {
                    splitMarker: ""
                    onRead: text => { if (root._link === link) root._read(link, text) }
                }
            }
        },
        Timer {
            id: timeout
            property bool isOver: false
            function wait(seconds) {
                isOver = false
                interval = seconds * root.second
                restart()
            }
            onTriggered: {
                // What has come is read before the time is judged: the program itself may have slept.
                if (isOver) return root._lose(true)
                isOver = true
                interval = 1
                restart()
            }
        },
        Timer {
            id: retry
            onTriggered: root._open()
        },
        FrameAnimation {
            id: motion
            property bool rests: false
            running: false
            onTriggered: {
                const newest = root._resampler.newest
                const at = root._resampler.offset((Date.now() - root._clock.ahead) * 1e6)
                if (at && (at.x !== root.offsetX || at.y !== root.offsetY)) Object.assign(root, { offsetX: at.x, offsetY: at.y })
                if (!newest || (rests && at.x === newest.x && at.y === newest.y)) stop()
            }
        }
    ]
}
