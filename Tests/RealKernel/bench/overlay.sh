# The overlay: what changes from run to run. The kernel unpacks it over the base initramfs.

# build_overlay FILE DAEMON SCENARIO...
build_overlay() {
    local file=$1 daemon=$2 root=$work/overlay scenario
    shift 2
    mkdir -p "$root"/{bench/scenarios,lib64,usr/lib/udev/rules.d,usr/lib/x86_64-linux-gnu,usr/bin}
    ln -s usr/lib "$root/lib"
    cp -L "$daemon" "$root/usr/bin/tiltshadowd"
    copy_libraries "$root" "$daemon"
    # The tool, where it was built beside the daemon; a scenario that needs it says so in a line of its own.
    if [ -x "$(dirname "$daemon")/tiltshadow" ]; then
        cp -L "$(dirname "$daemon")/tiltshadow" "$root/usr/bin/tiltshadow"
        copy_libraries "$root" "$root/usr/bin/tiltshadow"
    fi
    cp "$here/../../config/61-tiltshadow.rules" "$root/usr/lib/udev/rules.d/"
    awk -f "$here/motions/slow-tilt.awk" >"$root/bench/motion.csv"
    awk -f "$here/motions/flat-then-tilted.awk" >"$root/bench/flat-then-tilted.csv"
    for scenario; do
        [ -e "$here/scenarios/$scenario.sh" ] || {
            say "no scenario $scenario; there are: $(cd "$here/scenarios" && ls ./*.sh | sed 's,\./\(.*\)\.sh,\1,' | xargs)" >&2
            exit 2
        }
        if grep -qx '# Needs the tool.' "$here/scenarios/$scenario.sh" && [ ! -e "$root/usr/bin/tiltshadow" ]; then
            cannot_run "no tool beside $daemon; build it: Sources/build.sh"
        fi
        [ "$scenario" != corpus ] || copy_corpus "$root/bench"
        cp "$here/scenarios/$scenario.sh" "$root/bench/scenarios/"
    done
    echo "$*" >"$root/bench/order"
    env | grep -E "^(SOAK|CORPUS)_" >"$root/bench/environment" || true
    archive "$root" "$file"
}

# copy_corpus DIRECTORY: the corpus' event nodes as they are, and what their drivers reported.
copy_corpus() {
    command -v python3 >/dev/null || cannot_run "not installed: python3"
    mkdir -p "$1/corpus"
    cp "$here"/../Corpus/evdev-*.evemu "$1/corpus/"
    python3 "$here/../Corpus/make" --plans "$1/plans"
}
