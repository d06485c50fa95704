"""Writes the logs of the corpus that formulas make: python3 Tests/Corpus/make [--plans] [FOLDER]

The same every time. FOLDER is Tests/Corpus unless another is given. With --plans it writes what the drivers of event nodes
report, which a kernel is then given (Tests/RealKernel/scenarios/corpus.sh).
"""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import app_logs, driver_logs, evdev, evdev_logs, iio_logs, pad_logs, quoted_iio_logs, quoted_logs  # noqa: E401 E402
import quoted_more_logs, table_logs  # noqa: E401 E402

NODE = ("Tests/Corpus/make ({}), from a formula; what the input core leaves of it is what Linux 6.1 leaves "
        "(Tests/RealKernel/scenarios/corpus.sh)")
KERNEL = ("Tests/Corpus/record.sh: reports by a formula (pad_logs.py), played by uplay and recorded from the event node of "
          "Linux 6.1")


def plans(write):
    """What drivers report."""
    for module in [evdev_logs, pad_logs]:
        for name, about, node in module.all_logs():
            write(f"{name}.evemu", evdev.evemu({"made": NODE.format(module.__name__ + ".py")} | about, node,
                                               node.reported()))
    for name, about, node, steering in pad_logs.dropped():
        text = evdev.evemu({"made": KERNEL} | about, node, node.reported())
        write(f"{name}.evemu", text.replace("# EVEMU 1.3\n", f"# EVEMU 1.3\n{steering}\n", 1))


def logs(write):
    """What is read of them."""
    for module in [evdev_logs, pad_logs]:
        for name, about, node in module.all_logs():
            write(f"{name}.evemu", evdev.evemu({"made": NODE.format(module.__name__ + ".py")} | about, node))
    for name, about, node in quoted_logs.all_logs():
        write(f"{name}.evemu", evdev.evemu(about, node))
    for module in [iio_logs, quoted_iio_logs, quoted_more_logs, driver_logs, table_logs, app_logs]:
        for name, text in module.all_logs(f"Tests/Corpus/make ({module.__name__}.py), from a formula"):
            write(name, text)


def main(arguments):
    wants_plans = "--plans" in arguments
    rest = [argument for argument in arguments if argument != "--plans"]
    folder = pathlib.Path(rest[0]) if rest else pathlib.Path(__file__).parent.parent

    def write(name, text):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)

    (plans if wants_plans else logs)(write)


main(sys.argv[1:])
