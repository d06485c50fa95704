"""Writes the logs of the corpus that formulas make: python3 Tests/Corpus/make [FOLDER]

The same every time. FOLDER is Tests/Corpus unless another is given.
"""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import evdev, evdev_logs, iio_logs, motion, pad_logs, table_logs  # noqa: E401 E402

MADE = "Tests/Corpus/make ({}), from a formula; the input core's share after drivers/input/input.c"


def main(folder):
    def write(name, text):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)

    for module in [evdev_logs, pad_logs]:
        for name, about, node in module.all_logs():
            write(f"{name}.evemu", evdev.evemu({"made": MADE.format(module.__name__ + ".py")} | about, node))
    for name, about, node, events in pad_logs.dropped():
        write(f"{name}.evemu", evdev.evemu({"made": MADE.format("pad_logs.py")} | about, node, events))
    for module in [iio_logs, table_logs]:
        for name, text in module.all_logs(f"Tests/Corpus/make ({module.__name__}.py), from a formula"):
            write(name, text)


main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
