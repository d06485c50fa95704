// gtk_card.mjs SOCKET: the GJS card against a daemon of its own, on a display; prints "pass N" where all of it holds.
// Nothing waits for a time: each step waits for what must come of it, a minute each. With a session bus, it plays mutter.
import Gio from "gi://Gio";
import GLib from "gi://GLib";
import Gtk from "gi://Gtk?version=4.0";
import System from "system";
import { REST, ShadowCard } from "../../Sources/Adapters/GJS/card.mjs";
import { whereIs } from "../../Sources/Adapters/GJS/mutter.mjs";

const [path] = System.programArgs;
const NAME = "org.gnome.Mutter.DisplayConfig";
const now = () => GLib.get_monotonic_time() * 1000;

Gio._promisify(Gio.DataInputStream.prototype, "read_line_async", "read_line_finish_utf8");

/** Says hello, answers every request, and sends a frame each 16 ms, in motion or at rest. */
class Daemon {
  heard = [];
  isStill = false;
  gyroscope = true;
  /** Phases that others have, in ns from those asked for: given once each. */
  taken = [8_000_000];

  constructor() {
    this.service = new Gio.SocketService();
    this.service.add_address(Gio.UnixSocketAddress.new(path), Gio.SocketType.STREAM, Gio.SocketProtocol.DEFAULT, null);
    this.service.connect("incoming", (_, stream) => {
      this.serve(stream);
      return false;
    });
    this.service.start();
  }

  async serve(stream) {
    const say = (message) => {
      try {
        stream.get_output_stream().write_all(new TextEncoder().encode(`${JSON.stringify(message)}\n`), null);
      } catch { // it has left: the reading ends
      }
    };
    say({ type: "hello", protocol: 1, server: "x", rate_hz: 50, gain: 10, sensor: { id: "a", gyro: this.gyroscope } });
    let seq = 0;
    const ticks = GLib.timeout_add(GLib.PRIORITY_DEFAULT, 16, () => {
      const x = this.isStill ? 0 : Math.round(900 * Math.sin(now() * 3e-9)) / 100;
      say({ type: "frame", seq: (seq += 1), t_ns: now(), state: "tracking", x, y: 2, ...(this.isStill ? { still: true } : {}) });
      return GLib.SOURCE_CONTINUE;
    });
    const input = Gio.DataInputStream.new(stream.get_input_stream());
    for (let line; ([line] = await input.read_line_async(GLib.PRIORITY_DEFAULT, null).catch(() => [null])), line !== null; ) {
      const request = JSON.parse(line);
      this.heard.push(request);
      const off = "phase_ns" in request ? this.taken.pop() ?? 0 : 0;
      say({ ...request, type: "ok", ...("phase_ns" in request ? { phase_ns: request.phase_ns + off } : {}) });
    }
    this.heard.push({ type: "left" });
    GLib.source_remove(ticks);
    stream.close(null);
  }

  last(type) { return this.heard.filter((message) => message.type === type).at(-1) ?? {}; }

  phases() { return this.heard.filter((request) => "phase_ns" in request); }
}

/** What mutter says of monitors: `turn` has a connector's transform each. */
class Mutter {
  turns = { "eDP-1": 0 };
  asked = 0;

  constructor() {
    const xml = `<node><interface name="${NAME}"><method name="GetCurrentState">
      <arg type="u" direction="out"/><arg type="a((ssss)a(siiddada{sv})a{sv})" direction="out"/>
      <arg type="a(iiduba(ssss)a{sv})" direction="out"/><arg type="a{sv}" direction="out"/>
      </method><signal name="MonitorsChanged"/></interface></node>`;
    this.object = Gio.DBusExportedObject.wrapJSObject(xml, this);
    this.object.export(Gio.DBus.session, "/org/gnome/Mutter/DisplayConfig");
    Gio.bus_own_name_on_connection(Gio.DBus.session, NAME, Gio.BusNameOwnerFlags.NONE, null, null);
  }

  GetCurrentState() {
    this.asked += 1;
    const places = Object.entries(this.turns).map(([name, turn]) => [0, 0, 1, turn, true, [[name, "v", "p", "s"]], {}]);
    return [1, [], places, {}];
  }

  turn(turns) {
    this.turns = turns;
    this.object.emit_signal("MonitorsChanged", null);
  }
}

function expect(condition, what) {
  if (!condition) throw new Error(what);
}

/** The picture is turned, and the daemon is told: at once, of the next connection, and of nothing that makes no sense. */
function* turning(card, daemon, mutter) {
  yield [() => mutter.asked, "a question to mutter"];
  expect(!("display_rotation" in daemon.last("subscribe")), "nothing is said of a picture that is not turned");
  for (const [transform, rotation] of [[3, 90], [2, 180], [1, 270]]) {
    mutter.turn({ "eDP-1": transform });
    yield [() => daemon.last("subscribe").display_rotation === rotation, `${rotation} degrees`];
    expect(!("rate_hz" in daemon.last("subscribe")), "all else stays");
  }
  const { asked } = mutter;
  mutter.turn({ "eDP-1": 99 });
  yield [() => mutter.asked > asked, "another question"];
  card.connector = () => "HDMI-1";
  mutter.turn({ "eDP-1": 1, "HDMI-1": 0 });
  yield [() => daemon.last("subscribe").moves === false, "an external monitor"];
  card.follow();
  yield [() => daemon.last("subscribe").lookahead_ms >= 0, "a connection that is made anew"];
  const first = daemon.heard.filter(({ id }) => id === "options").at(-1);
  expect(first.moves === false && first.display_rotation === 0, `it is told: ${JSON.stringify(first)}`);
}

/** Each yields a condition to wait for, and what it is. */
function* steps(card, daemon, mutter) {
  const state = (...places) => [1, [], places.map(([name, transform]) => [0, 0, 1, transform, true, [[name, "", "", ""]], {}]), {}];
  for (const [places, connector, expected] of [
    [[["eDP-1", 0]], "eDP-1", [0, true]], [[["eDP-1", 1]], null, [270, true]], [[["DSI-1", 3]], "HDMI-1", [90, true]],
    [[["eDP-1", 1], ["DP-2", 2]], "DP-2", [180, false]], [[["DP-1", 0], ["DP-2", 2]], "DP-2", [180, true]],
    [[["eDP-1", 1], ["DP-2", 2]], null, null], [[["eDP-1", 5]], "eDP-1", null], [[["eDP-1", "1"]], "eDP-1", null], [[], null, null],
  ]) {
    const place = whereIs(state(...places), connector), found = place && [place.display_rotation, place.moves];
    expect(JSON.stringify(found) === JSON.stringify(expected), `${JSON.stringify(places)}: ${found}`);
  }
  for (const nonsense of [null, 5, [], [1, [], "x"], [1, [], [null, [0, 0, 1, 0, true, "ab"]]]]) {
    expect(whereIs(nonsense, null) === null, `${nonsense} is no place`);
  }
  for (const told of [{ display_rotation: 45 }, { display_rotation: "90" }, { moves: null }, { rotation: 90 }]) {
    try {
      card.place(told);
    } catch (error) {
      expect(/: expected /.test(error.message), error.message);
      continue;
    }
    expect(false, JSON.stringify(told));
  }
  yield [() => daemon.last("subscribe").lookahead_ms, "a subscription"];
  const first = daemon.last("subscribe");
  expect(first.lookahead_ms > 20 && first.lookahead_ms < 100 && !("phase_ns" in first), JSON.stringify(first));
  yield [() => card.ticking && card.offset.x !== 0, "motion, drawn by the frame clock"];
  yield [() => daemon.phases().length, "a request for the display's phase"];
  const [asked] = daemon.phases();
  expect(Math.abs(asked.lookahead_ms - 1000 / asked.rate_hz - 1) < 1e-9, JSON.stringify(asked));
  yield [() => daemon.taken.length === 0 && !("phase_ns" in daemon.last("subscribe")), "the phase of others, given up"];
  expect(daemon.last("subscribe").lookahead_ms === first.lookahead_ms && !card.lock.isLocked, "the resampler draws");
  yield [() => daemon.phases().length > 1, "a second request"];
  yield [() => card.lock.isLocked, "its frames being drawn as they are"];
  daemon.isStill = true;
  yield [() => !card.ticking && card.offset.x === 0 && card.offset.y === 2, "no ticks at rest"];
  daemon.isStill = false;
  yield [() => card.ticking, "ticks with the next motion"];
  let count = daemon.heard.length;
  card.sleep(); // as if the display had slept
  yield [() => daemon.heard.slice(count).some(({ type }) => type === "left"), "nobody being there while the display sleeps"];
  yield [() => daemon.heard.slice(count).some(({ id }) => id === "options"), "the connection again with the next picture"];
  yield [() => card.ticking && card.offset.x !== 0, "motion after it"];
  const settings = card.get_settings();
  count = daemon.heard.length;
  settings.gtk_enable_animations = false;
  yield [() => daemon.heard.slice(count).some(({ type }) => type === "left"), "nobody being there while animations are off"];
  expect(card.offset.x === REST.x && card.offset.y === REST.y && !card.shadow && !card.ticking, "the shadow rests");
  daemon.gyroscope = false;
  count = daemon.heard.length;
  settings.gtk_enable_animations = true;
  yield [() => daemon.heard.slice(count).some((request) => "lookahead_ms" in request), "the connection again"];
  expect(daemon.last("subscribe").lookahead_ms === 0, "without a gyroscope nothing looks ahead");
  yield [() => card.lock.refreshHz, "the display's rate"];
  const since = now();
  yield [() => card.ticking && now() > since + 1e9, "motion for longer than a lock takes"];
  expect(!daemon.heard.slice(count).some((request) => "phase_ns" in request), "without one no phase is asked for");
  if (mutter) yield* turning(card, daemon, mutter);
}

const application = new Gtk.Application({ application_id: "org.tiltshadow.CardTest", flags: Gio.ApplicationFlags.NON_UNIQUE });
application.connect("activate", () => {
  GLib.setenv("TILTSHADOW_SOCKET", path, true);
  const daemon = new Daemon(), mutter = GLib.getenv("DBUS_SESSION_BUS_ADDRESS") ? new Mutter() : null;
  const card = new ShadowCard(new Gtk.Label({ label: "Tilt the device" }));
  const window = new Gtk.ApplicationWindow({ application, child: card, default_width: 420, default_height: 320 });
  window.present();
  const todo = steps(card, daemon, mutter);
  let current = null, passed = 0, until = now() + 60e9;
  GLib.timeout_add(GLib.PRIORITY_DEFAULT, 5, () => {
    try {
      if (current && !current[0]() && now() < until) return GLib.SOURCE_CONTINUE;
      if (current && !current[0]()) throw new Error(`never came: ${current[1]}`);
      passed += current ? 1 : 0;
      const next = todo.next();
      current = next.value;
      until = now() + 60e9;
      if (!next.done) return GLib.SOURCE_CONTINUE;
      print(`pass ${passed}`);
    } catch (error) {
      print(`wrong: ${error.message} after ${passed}`);
    }
    application.quit();
    return GLib.SOURCE_REMOVE;
  });
});
application.run(null);
