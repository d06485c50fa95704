#!/bin/sh
# run.sh PROCESSOR...: whether the daemon makes the same frames on other processors, to the last bit of every number.
#
# The whole corpus goes through the daemon's own code, from the bytes of a device to frames: here, and on each PROCESSOR
# (aarch64) in QEMU's user mode. What another program recorded is first made a log of ours, which only the tool can do.
# Ends with 1 where a bit differs, 77 where it cannot run here, with the reason.
set -eu
cd "$(dirname "$0")/../.."
tree=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

tool=$tree/.build/shipped/tiltshadow
[ -x "$tool" ] || { echo "cannot run here: $tool is not there; build it first: Sources/build.sh" >&2; exit 77; }
mkdir "$work/logs"
for log in Tests/Corpus/* Sources/tiltshadow/Resources/demo.tiltlog; do
    name=$(basename "$log")
    case $name in
        *.frames | *.md | *.sh | make) ;;
        *.iio | *.tiltlog) cp "$log" "$work/logs/" ;;
        # Some have no accelerometer that could be used; the corpus' own test knows which.
        *) "$tool" convert "$log" "$work/logs/$name.tiltlog" >/dev/null 2>&1 || rm -f "$work/logs/$name.tiltlog" ;;
    esac
done

# frames FILE COMMAND...: what the program prints of all logs. They have the same names everywhere, since those are printed.
frames() {
    file=$1
    shift
    mkdir "$work/trees"
    (cd "$work/logs" && exec "$@" "$work/trees" ./*) >"$file"
    rm -rf "$work/trees"
}

# A 32-bit processor is refused by a sentence, not served wrong frames.
swiftc -frontend -typecheck -parse-stdlib -target armv7-none-none-eabi -module-name Processor Sources/TiltCore/Processor.swift \
    2>&1 | grep -q 'error: tiltshadow runs on 64-bit processors only' || { echo "armv7: not refused"; exit 1; }

frames "$work/here" "$(dirname "$(.ci/embedded)")/tiltshadow-frames"
count=$(grep -c '^[0-9]' "$work/here")
[ "$count" -gt 14000 ] || { echo "only $count frames of $(ls "$work/logs" | wc -l) logs" >&2; exit 1; }
status=0
# The optimiser of Embedded Swift has been wrong before: the ordinary build of the same sources makes the same frames.
swift build -c release --static-swift-stdlib --product tiltshadow-frames >&2
frames "$work/ordinary" "$tree/.build/release/tiltshadow-frames"
if ! cmp -s "$work/here" "$work/ordinary"; then
    status=1
    echo "the embedded and the ordinary build make different frames; the first lines that do:"
    diff "$work/here" "$work/ordinary" | head -n 6
fi
for processor; do
    program=$(dirname "$(.ci/embedded "$processor")")/tiltshadow-frames
    emulator=qemu-$processor
    command -v "$emulator" >/dev/null || { echo "cannot run here: not installed: qemu-user" >&2; exit 77; }
    # The same libraries that it was linked with.
    frames "$work/$processor" "$emulator" -L "$(.ci/embedded "$processor" --root)" "$program"
    if cmp -s "$work/here" "$work/$processor"; then
        echo "$processor: $count frames of $(ls "$work/logs" | wc -l) logs, the same to the last bit"
    else
        status=1
        echo "$processor: frames differ; the first lines that do:"
        diff "$work/here" "$work/$processor" | head -n 6
    fi
done
exit $status
