# The overlay: what changes from run to run. The kernel unpacks it over the base initramfs.

# build_overlay FILE DAEMON SCENARIO...
build_overlay() {
    local file=$1 daemon=$2 root=$work/overlay scenario
    shift 2
    mkdir -p "$root"/{bench/scenarios,lib64,usr/lib/udev/rules.d,usr/lib/x86_64-linux-gnu,usr/bin}
    ln -s usr/lib "$root/lib"
    cp -L "$daemon" "$root/usr/bin/tiltshadowd"
    copy_libraries "$root" "$daemon"
    cp "$here/../../config/61-tiltshadow.rules" "$root/usr/lib/udev/rules.d/"
    awk -f "$here/motions/slow-tilt.awk" >"$root/bench/motion.csv"
    for scenario; do
        [ -e "$here/scenarios/$scenario.sh" ] || {
            say "no scenario $scenario; there are: $(cd "$here/scenarios" && ls ./*.sh | sed 's,\./\(.*\)\.sh,\1,' | xargs)" >&2
            exit 2
        }
        cp "$here/scenarios/$scenario.sh" "$root/bench/scenarios/"
    done
    echo "$*" >"$root/bench/order"
    archive "$root" "$file"
}
