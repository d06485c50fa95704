"""gtk_rows.py SOCKET: the GTK card as rows.py wants it: a tenth of all times, prints what came, and ends where it gives up."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Sources/Adapters/GTK4"))
os.environ["TILTSHADOW_SOCKET"] = sys.argv[1]
import card  # noqa: E402
from gi.repository import Gio, Gtk  # noqa: E402

for name in ("HELLO_TIMEOUT", "SILENCE_TIMEOUT", "FIRST_PAUSE", "LONGEST_PAUSE"):
    setattr(card.tiltshadow, name, getattr(card.tiltshadow, name) / 10)


class Printed(card.Resampler):
    """What the card draws by, and prints."""

    def take(self, *frame: object) -> None:
        super().take(*frame)
        if frame[0] is not None:
            print(Printed.seq, *frame[1:], flush=True)


def hear(widget: card.ShadowCard, message: dict) -> None:
    Printed.seq = message.get("seq")
    heard(widget, message)


def give_up(widget: card.ShadowCard, error: Exception) -> None:
    print(error, flush=True)
    os._exit(3)


heard, card.ShadowCard.hear = card.ShadowCard.hear, hear
card.Resampler, card.ShadowCard.give_up = Printed, give_up
application = Gtk.Application(application_id="org.tiltshadow.Rows", flags=Gio.ApplicationFlags.NON_UNIQUE)
application.connect("activate", card.show)
application.run(None)
