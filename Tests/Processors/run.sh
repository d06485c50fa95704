#!/bin/sh
# run.sh [TARGET...]: whether the daemon makes the same frames in its other builds, to the last bit of every number, and the
# tool says the same there as here.
#
# The whole corpus goes through the daemon's own code, from the bytes of a device to frames: here, by the embedded and the
# ordinary build, and in each TARGET of .ci/embedded (aarch64, x86_64-musl, aarch64-musl), another processor's in QEMU's user
# mode. What another program recorded is first made a log of ours, which only the tool can do. With WITHOUT_TOOL=1 no tool is
# built, and none held. Ends with 1 where frames differ, 77 where it cannot run here, with the reason.
set -eu
cd "$(dirname "$0")/../.."
tree=$PWD
export WITH_FRAMES=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT; trap 'exit 143' TERM

tool=$tree/.build/shipped/tiltshadow
[ -x "$tool" ] || { echo "cannot run here: $tool is not there; build it first: Sources/build.sh" >&2; exit 1; }
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
    (cd "$work/logs" && "$@" "$work/trees" ./*) >"$file"
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
.ci/release tiltshadow-frames
frames "$work/ordinary" "$tree/.build/release/tiltshadow-frames"
if cmp -s "$work/here" "$work/ordinary"; then
    echo "the embedded and the ordinary build: $count frames of $(ls "$work/logs" | wc -l) logs, the same to the last bit"
else
    status=1
    echo "the embedded and the ordinary build make different frames; the first lines that do:"
    diff "$work/here" "$work/ordinary" | head -n 6
fi

# The tool's commands that need no daemon, as they are typed; the same words everywhere.
words() {
    demo=$tree/Sources/tiltshadow/Resources/demo.tiltlog
    "$@" replay "$demo" --format csv --gain=-20 || return
    "$@" convert "$demo" - --to evemu || return
    "$@" plot "$demo" -o - --judder || return
    "$@" calibrate --log "$demo" || echo "status $?"
    "$@" config --effective --config /dev/null || return
    "$@" sensors "no such sensor" || echo "status $?"
    "$@" watch --gain x || echo "status $?"
    for command in watch status sensors doctor calibrate record replay config recentre rotate; do
        "$@" $command --help || return
    done
    "$@" preview || echo "status $?"
}

# followed COMMAND...: whether the tool that is run so follows the daemon beside it, which is run in the same way.
followed() {
    directory=$1
    shift
    rm -f "$work/socket"
    "$@" "$directory/tiltshadowd" --replay Sources/tiltshadow/Resources/demo.tiltlog --loop --socket "$work/socket" \
        --config /dev/null 2>"$work/daemon" &
    daemon=$!
    fault=0
    set -- "$@" "$directory/tiltshadow"
    "$@" watch --socket "$work/socket" --wait --json --count 5 >"$work/watch" 2>>"$work/daemon" &&
        [ "$(grep -c '^{"type":"frame"' "$work/watch")" -eq 5 ] &&
        "$@" status --socket "$work/socket" | grep tracking >/dev/null &&
        "$@" recentre --socket "$work/socket" | grep '^no program has a neutral pose' >/dev/null || fault=1
    # Whatever is wrong with this machine, it says, and ends with 1 where that is a problem.
    "$@" doctor --socket "$work/socket" >"$work/doctor" || [ $? -eq 1 ] || fault=1
    grep -q frames "$work/doctor" || fault=1
    kill $daemon
    wait $daemon || fault=1
    [ $fault -eq 0 ] || cat "$work/daemon" "$work/watch" "$work/doctor"
    return $fault
}

# packaged: whether the packages for $processor are without fault, and their programs run.
packaged() {
    for needed in dpkg-buildpackage dh dh_python3 lintian "$processor-linux-gnu-strip"; do
        command -v "$needed" >/dev/null || { echo "skipped: packages for $processor: $needed is not installed"; return 0; }
    done
    packages=$(systemd/build-deb.sh --out "$work/packages" "$processor") || return
    # shellcheck disable=SC2086 # several words
    lintian --allow-root --fail-on error,warning $packages || return
    dpkg-deb --extract "$work"/packages/tiltshadow_*.deb "$work/unpacked"
    "$emulator" -L "$root" "$work/unpacked/usr/bin/tiltshadowd" --version >/dev/null || return
    version=$("$emulator" -L "$root" "$work/unpacked/usr/bin/tiltshadow" --version) || return
    [ "$version" = "$("$tool_here" --version)" ] || { echo "packages for $processor: it says $version"; return 1; }
    [ -s "$work/unpacked/usr/share/bash-completion/completions/tiltshadow" ] || { echo "no completions"; return 1; }
    echo "$processor: $(echo "$packages" | wc -l) packages that lintian has nothing against"
}

skipped=
# same_frames: whether those of $target are the same; says it.
same_frames() {
    if cmp -s "$work/here" "$work/$target"; then
        echo "$target: $count frames of $(ls "$work/logs" | wc -l) logs, the same to the last bit"
        return 0
    fi
    echo "$target: frames differ; the first lines that do:"
    diff "$work/here" "$work/$target" | head -n 6
    return 1
}

for target; do
    processor=${target%-musl}
    built=$(dirname "$(.ci/embedded "$target")")
    # As it is run here: what is another processor's, with the libraries that it was linked with; a static program takes none.
    root= emulator=qemu-$processor
    run=env
    if [ "$processor" != "$(uname -m)" ]; then
        if ! command -v "$emulator" >/dev/null; then
            echo "$target: cannot run here: not installed: qemu-user" >&2
            skipped=yes
            continue
        fi
        root=$(.ci/embedded "$target" --root)
        run="$emulator -L $root"
    fi
    # shellcheck disable=SC2086 # several words
    frames "$work/$target" $run "$built/tiltshadow-frames"
    same_frames || status=1
    [ "${WITHOUT_TOOL:-}" != 1 ] || continue
    tool_here=$(dirname "$(.ci/embedded)")/tiltshadow
    words "$tool_here" >"$work/words-here" 2>&1
    # shellcheck disable=SC2086
    words $run "$built/tiltshadow" >"$work/words" 2>&1
    # shellcheck disable=SC2086
    if cmp -s "$work/words-here" "$work/words" && followed "$built" $run; then
        echo "$target: the tool says the same $(wc -l <"$work/words") lines, and follows a daemon"
    else
        status=1
        echo "$target: the tool does not do what it does here:"
        diff "$work/words-here" "$work/words" | head -n 6
    fi
    [ "$target" != "$processor" ] || [ -z "$root" ] || packaged || status=1
done
[ $status -ne 0 ] || [ -z "$skipped" ] || status=77
exit $status
