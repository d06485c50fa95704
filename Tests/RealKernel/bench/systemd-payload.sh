# The initramfs of the guest with systemd: it mounts the root file system, puts the bench and the product, not yet
# installed, in /bench, and hands over to systemd.

# build_payload FILE PROGRAMS SCENARIO...
build_payload() {
    local file=$1 programs=$2 root=$work/payload scenario
    shift 2
    mkdir -p "$root"/{bin,dev,proc,sys,new,bench/{bin,scenarios,product}} "$root/usr/lib"
    cp "$(command -v busybox)" "$root/bin/"
    cp -a "$kernel_dir/lib/modules" "$root/usr/lib/"
    ln -s usr/lib "$root/lib"
    cp "$here/guest-systemd/init" "$root/init"
    chmod +x "$root/init"

    build_simulators "$root/bench/bin"
    # Whoever waits for something sleeps ten times a second, and Debian's own is linked anew each time.
    cp "$(command -v busybox)" "$root/bench/bin/sleep"
    cp "$here"/guest/*.{sh,awk} "$here"/guest-systemd/*.{sh,service} "$root/bench/"
    awk -f "$here/motions/slow-tilt.awk" >"$root/bench/motion.csv"
    awk -f "$here/motions/upright-turns.awk" >"$root/bench/upright-turns.csv"
    copy_product "$root/bench/product" "$programs"
    for scenario; do
        [ -e "$here/scenarios-systemd/$scenario.sh" ] || {
            say "no scenario $scenario; there are: $(cd "$here/scenarios-systemd" && ls ./*.sh | sed 's,\./\(.*\)\.sh,\1,' | xargs)" >&2
            exit 2
        }
        cp "$here/scenarios-systemd/$scenario.sh" "$root/bench/scenarios/"
    done
    case " $* " in *" relay "*) copy_relay "$root/bench/product" "$programs" ;; esac
    echo "$*" >"$root/bench/order"
    archive "$root" "$file"
}

# copy_product DIRECTORY PROGRAMS: what systemd/install.sh installs from, as in a source tree.
copy_product() {
    local tree=$here/../.. program
    mkdir -p "$1/Sources/tiltshadow" "$1/bin"
    cp -a "$tree"/{systemd,config} "$1/"
    [ ! -d "$tree/Sources/tiltshadow/Manual" ] || cp -a "$tree/Sources/tiltshadow/Manual" "$1/Sources/tiltshadow/"
    for program in tiltshadowd tiltshadow; do
        strip -o "$1/bin/$program" "$2/$program" # an emulated processor copies slowly
    done
}

# copy_relay DIRECTORY PROGRAMS: what is large, and nobody's but its own scenario's.
copy_relay() {
    [ -x "$2/tiltshadow-relay" ] ||
        cannot_run "$2/tiltshadow-relay is not there; build it first: Sources/build.sh --relay"
    mkdir -p "$1/Sources/tiltshadow-relay"
    cp -a "$here/../../Sources/tiltshadow-relay/Manual" "$1/Sources/tiltshadow-relay/"
    strip -o "$1/bin/tiltshadow-relay" "$2/tiltshadow-relay"
}
