/** @file How GNOME's mutter says that a monitor's picture is turned, which GTK does not tell; for card.mjs. Apache-2.0. */

import Gio from "gi://Gio";

const NAME = "org.gnome.Mutter.DisplayConfig", PATH = "/org/gnome/Mutter/DisplayConfig";
/** How the connectors of a device's own panel begin. */
const BUILT_IN = ["eDP", "LVDS", "DSI"];

const isBuiltIn = (name) => BUILT_IN.some((beginning) => name.startsWith(beginning));

/**
 * Where the picture of a monitor is by mutter's GetCurrentState, as options of `subscribe`; null where that does not say.
 *
 * @param {unknown[]} state its answer, unpacked
 * @param {string | null} connector such as "eDP-1"; null where the toolkit does not know
 */
export function whereIs(state, connector) {
  // x, y, scale, transform, is the primary one, and [connector, vendor, product, serial] of each; what is off is no part.
  const found = new Map();
  for (const place of state?.[2] ?? []) for (const [name] of place?.[5] ?? []) found.set(`${name}`, place[3]);
  const mine = found.has(connector) ? connector : found.size === 1 ? [...found.keys()][0] : null;
  const transform = found.get(mine);
  if (![0, 1, 2, 3].includes(transform)) return null; // from 4 on the picture is a mirror's
  const moves = isBuiltIn(mine) || ![...found.keys()].some(isBuiltIn);
  return { display_rotation: (4 - transform) % 4 * 90, moves }; // its quarters are counterclockwise, as wl_output's
}

/** Calls `tell` with where the picture is, at first and when that changes. Where mutter does not run, nothing is ever told. */
export class Mutter {
  #tell;
  #connector;
  #bus = null;
  #signal = 0;
  #watch;

  /** @param {(place: object) => void} tell @param {() => string | null} connector that of the monitor which shows the card */
  constructor(tell, connector) {
    [this.#tell, this.#connector] = [tell, connector];
    this.#watch = Gio.bus_watch_name(
      Gio.BusType.SESSION, NAME, Gio.BusNameWatcherFlags.NONE, (bus, _, owner) => this.#appeared(bus, owner), null);
  }

  /** Asks again: the card may be on another monitor. */
  ask() {
    this.#bus?.call(NAME, PATH, NAME, "GetCurrentState", null, null, Gio.DBusCallFlags.NO_AUTO_START, -1, null, (bus, result) => {
      let place = null;
      try {
        place = whereIs(bus.call_finish(result).recursiveUnpack(), this.#connector());
      } catch { // it has gone, or speaks otherwise
      }
      if (place) this.#tell?.(place);
    });
  }

  close() {
    Gio.bus_unwatch_name(this.#watch);
    if (this.#signal) this.#bus.signal_unsubscribe(this.#signal);
    [this.#tell, this.#bus, this.#signal] = [null, null, 0];
  }

  #appeared(bus, owner) {
    if (this.#signal) this.#bus.signal_unsubscribe(this.#signal);
    this.#bus = bus;
    this.#signal = bus.signal_subscribe(
      owner, NAME, "MonitorsChanged", PATH, null, Gio.DBusSignalFlags.NONE, () => this.ask());
    this.ask();
  }
}
