#!/usr/bin/gjs -m
// A window with one card of card.mjs; TILTSHADOW_SOCKET=/path names another daemon. Apache-2.0.
import Gtk from "gi://Gtk?version=4.0";
import { ShadowCard } from "./card.mjs";

/** Shows the card, and gives it. */
export function show(application) {
  const card = new ShadowCard(new Gtk.Label({ label: "Tilt the device" }));
  card.set_size_request(260, 160);
  card.halign = card.valign = Gtk.Align.CENTER;
  const window = new Gtk.ApplicationWindow({ application, title: "tiltshadow", default_width: 420, default_height: 320 });
  window.set_child(card);
  window.present();
  return card;
}

const application = new Gtk.Application({ application_id: "org.tiltshadow.Card" });
application.connect("activate", () => show(application));
application.run(null);
