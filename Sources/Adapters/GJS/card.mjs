/**
 * A GTK 4 card for GJS whose drop shadow follows the device: `append_outset_shadow` in `snapshot`, moved by tiltshadow.
 *
 *     window.set_child(new ShadowCard(label));        // main.mjs beside this file is such a window
 *
 * It draws at the display's rate, by the frame clock: each picture has the offset for the instant when it lights up. It costs
 * nothing while it is not on screen or the device rests, waits for a daemon that is not there yet, and follows the desktop's wish
 * for fewer animations.
 *
 * GTK does not tell how a monitor's picture is turned. GNOME's mutter does, on the session bus, and the card follows that (by
 * mutter.mjs), also to an external monitor, which does not tilt. Under any other compositor call `card.place({ display_rotation:
 * 90 })` when yours turns the picture (its wl_output's transform or xrandr: normal 0, 90 or left 270, 180 or inverted 180, 270 or
 * right 90). Copy it with mutter.mjs and Sources/Clients/JavaScript (tiltshadow, socket, gio, display, resampler and
 * daemon-clock), and correct its three paths. Needs GJS 1.72 and gir1.2-gtk-4.0. Apache-2.0.
 */

import Gdk from "gi://Gdk?version=4.0";
import GLib from "gi://GLib";
import GObject from "gi://GObject";
import Graphene from "gi://Graphene";
import Gsk from "gi://Gsk?version=4.0";
import Gtk from "gi://Gtk?version=4.0";
import { PhaseLock, Resampler } from "../../Clients/JavaScript/display.mjs";
import { Ending } from "../../Clients/JavaScript/gio.mjs";
import { frames } from "../../Clients/JavaScript/tiltshadow.mjs";
import { Mutter } from "./mutter.mjs";

/** Hz, until the display's own is known. */
const RATE = 50;
/** Microseconds: a display that has drawn nothing for so long, while there is motion, sleeps. */
const ASLEEP = 2_000_000;
const CORNER = 14;
const PAPER = new Gdk.RGBA({ red: 1, green: 1, blue: 1, alpha: 1 });
/** The shadow's offset without a daemon. */
export const REST = Object.freeze({ x: 0, y: 4 });
/** What a card may be told of where the picture is; first what goes unsaid. */
const PLACE = { display_rotation: [0, 90, 180, 270], moves: [true, false] };

/** A rounded card around one child; its shadow is where the device's tilt puts it when the picture lights up. */
export const ShadowCard = GObject.registerClass({ GTypeName: "TiltshadowCard" }, class ShadowCard extends Gtk.Box {
  /** @param {Gtk.Widget} child */
  constructor(child) {
    super();
    child.hexpand = child.vexpand = true;
    this.append(child);
    Object.assign(this, { offset: REST, blur: 16, strength: 0.35, told: {}, shadow: null, ending: null, ticking: 0 });
    Object.assign(this, { isAsleep: false, mutter: null, watched: [] });
  }

  vfunc_map() {
    super.vfunc_map();
    const surface = this.get_native().get_surface(), settings = this.get_settings();
    const watch = (object, signal, action) => this.watched.push([object, object.connect(signal, action)]);
    for (const signal of ["enter-monitor", "leave-monitor"]) watch(surface, signal, () => this.mutter.ask());
    for (const name of ["enable-animations", "interface-reduced-motion"]) watch(settings, `notify::gtk-${name}`, () => this.follow());
    this.mutter = new Mutter((place) => this.place(place), () => this.connector());
    this.follow();
  }

  vfunc_unmap() {
    this.leave();
    for (const [object, handler] of this.watched.splice(0)) object.disconnect(handler);
    this.mutter.close();
    super.vfunc_unmap();
  }

  /** Reads frames; while animations are off the shadow rests. */
  follow() {
    this.leave();
    if (!this.get_mapped() || !this.wantsMotion()) return this.moveTo(REST);
    const ending = this.ending = new Ending();
    this.begin(false);
    const isOver = () => this.ending !== ending;
    this.shadow = frames({
      wait: true, signal: ending, options: { when: "changed", rate_hz: RATE, ...this.told },
      onMessage: (message) => isOver() || this.hear(message),
    });
    this.read(this.shadow, isOver).catch((error) => isOver() || this.giveUp(error));
  }

  /** Ends the connection. */
  leave() {
    if (this.ticking) this.remove_tick_callback(this.ticking);
    this.ending?.come();
    [this.ticking, this.ending, this.shadow, this.isAsleep] = [0, null, null, false];
  }

  /** No attempt would cure this: the shadow stays where it is. */
  giveUp({ message, hint }) {
    console.error(`tiltshadow: ${message}; ${hint ?? ""}`);
    this.leave();
  }

  async read(shadow, isOver) {
    for await (const frame of shadow) if (!isOver()) this.take(frame);
  }

  /** The connector of the monitor that shows the card, such as "eDP-1"; null where GTK does not know. */
  connector() {
    return this.get_display().get_monitor_at_surface(this.get_native().get_surface())?.get_connector() ?? null;
  }

  /**
   * Tells where the picture is, now and for every later connection: how it is turned, display_rotation 0, 90, 180 or 270, and
   * whether it moves with the device. Until it is anywhere else nothing is said, and what the daemon's settings say of the panel
   * holds. Throws, and changes nothing, for anything else.
   */
  place(told) {
    for (const [name, value] of Object.entries(told)) {
      if (PLACE[name]?.includes(value)) continue;
      throw new RangeError(`${name} ${JSON.stringify(value)}: expected ${PLACE[name]?.join(", ") ?? "display_rotation or moves"}`);
    }
    const news = Object.fromEntries(Object.entries(told).filter(([name, value]) => (this.told[name] ?? PLACE[name][0]) !== value));
    Object.assign(this.told, news);
    if (Object.keys(news).length > 0) this.shadow?.subscribe(news);
  }

  wantsMotion() {
    const settings = this.get_settings();
    // GTK 4.22 has the second.
    return settings.gtk_enable_animations && !(settings.gtk_interface_reduced_motion > 0);
  }

  /** A daemon or a sensor is new: nothing of before counts. */
  begin(gyroscope) {
    [this.resampler, this.lock] = [new Resampler(RATE), new PhaseLock(gyroscope)];
    Object.assign(this, { asked: null, isSubscribed: false, rests: false });
  }

  hear(message) {
    if (message.type === "hello" || (message.type === "sensor" && message.event === "found")) {
      const { blur_px: blur = this.blur, opacity = this.strength } = message.shadow ?? {};
      Object.assign(this, { blur, strength: opacity });
      this.begin(message.sensor?.gyro === true);
      this.ask({ release: true });
    } else if (message.type === "ok" && message.id === this.asked) {
      this.isSubscribed = true;
      this.ask(this.lock.ok(message));
    }
  }

  /** Does what the lock wants: frames at the display's phase, or such as the resampler wants. */
  ask(answer) {
    if (!answer) return;
    const lookahead_ms = Resampler.lookaheadMs(this.refresh(), RATE, this.lock.gyroscope);
    this.asked = this.shadow.subscribe(answer.lock ?? { rate_hz: RATE, lookahead_ms });
  }

  /** In Hz. */
  refresh() {
    const clock = this.get_frame_clock();
    const [interval] = clock ? clock.get_refresh_info(clock.get_frame_time()) : [0];
    return interval > 0 ? 1e6 / interval : 60;
  }

  /** Takes a frame; the frame clock draws. */
  take(frame) {
    if (!this.isSubscribed) return;
    this.resampler.take(frame);
    const { newest } = this.resampler;
    this.rests = frame.still === true || frame.state === "none";
    if (this.ticking && GLib.get_monotonic_time() - this.ticked > ASLEEP) return this.sleep();
    if (this.ticking || !newest || (newest.x === this.offset.x && newest.y === this.offset.y)) return;
    this.ticked = GLib.get_monotonic_time();
    this.ticking = this.add_tick_callback((_, clock) => this.tick(clock));
  }

  /** The display draws nothing: the next picture finds the daemon again. */
  sleep() {
    this.ending.come();
    [this.ending, this.shadow, this.isAsleep] = [null, null, true];
  }

  /** Before each picture, while there is motion. */
  tick(clock) {
    this.ticked = clock.get_frame_time();
    if (this.isAsleep) {
      this.ticking = 0;
      this.follow();
      return GLib.SOURCE_REMOVE;
    }
    const vsync = this.ticked * 1000;
    this.ask(this.lock.vsync(vsync));
    const { newest } = this.resampler;
    this.moveTo((this.lock.isLocked ? newest : this.resampler.offset(vsync)) ?? this.offset);
    const hasArrived = !newest || (this.offset.x === newest.x && this.offset.y === newest.y);
    const isOld = !newest || vsync - newest.t_ns >= ASLEEP * 1000;
    if (!hasArrived || !(this.rests || isOld)) return GLib.SOURCE_CONTINUE;
    this.ticking = 0;
    return GLib.SOURCE_REMOVE;
  }

  moveTo({ x, y }) {
    if (x === this.offset.x && y === this.offset.y) return;
    this.offset = { x, y };
    this.queue_draw();
  }

  vfunc_snapshot(snapshot) {
    const bounds = new Graphene.Rect(), outline = new Gsk.RoundedRect();
    bounds.init(0, 0, this.get_width(), this.get_height());
    outline.init_from_rect(bounds, CORNER);
    snapshot.append_outset_shadow(outline, new Gdk.RGBA({ alpha: this.strength }), this.offset.x, this.offset.y, 0, this.blur);
    snapshot.push_rounded_clip(outline);
    snapshot.append_color(PAPER, bounds);
    super.vfunc_snapshot(snapshot);
    snapshot.pop();
  }
});
