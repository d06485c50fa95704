// gtk_rows.mjs SOCKET: the GJS card as rows.py wants it: a tenth of all times, prints what came, and ends where it gives up.
import Gio from "gi://Gio";
import GLib from "gi://GLib";
import Gtk from "gi://Gtk?version=4.0";
import System from "system";
import { ShadowCard } from "../../Sources/Adapters/GJS/card.mjs";
import { times } from "../../Sources/Clients/JavaScript/socket.mjs";

for (const name in times) times[name] /= 10;
GLib.setenv("TILTSHADOW_SOCKET", System.programArgs[0], true);
let status = 0;
const application = new Gtk.Application({ application_id: "org.tiltshadow.Rows", flags: Gio.ApplicationFlags.NON_UNIQUE });
application.connect("activate", () => {
  const card = new ShadowCard(new Gtk.Label()), { take } = card;
  card.take = (frame) => {
    if (card.isSubscribed) print(frame.seq, frame.x, frame.y, frame.state);
    take.call(card, frame);
  };
  card.giveUp = () => {
    status = 3;
    application.quit();
  };
  new Gtk.ApplicationWindow({ application, child: card }).present();
});
application.run(null);
System.exit(status);
