#!/bin/sh
# run.sh [INIT...]: the service under inits that are not systemd, each in a bare Debian root: openrc, runit (default: both).
#
# Installs what .build/release holds (or BIN) by systemd/install.sh in that root, and lets its own programs start it, reload
# it, start it again after kill -9, and stop it. As root; ends with 77 where that, or a program, is missing. Debian has no
# dinit: config/tiltshadow.dinit is held against its manual alone. The roots are kept in .build/inits.
set -eu
cd "$(dirname "$0")/../.."

skip() { echo "skipped: other inits: $*" >&2; exit 77; }
[ "$(id -u)" -eq 0 ] || skip "only root can enter a root"
for program in mmdebstrap unshare chroot; do
    command -v "$program" >/dev/null || skip "$program is not installed"
done
bin=${BIN:-$PWD/.build/release}
[ -x "$bin/tiltshadowd" ] && [ -x "$bin/tiltshadow" ] || skip "there is no release build in $bin"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
for init in ${*:-openrc runit}; do
    kept=$PWD/.build/inits/trixie-$init.tar
    if [ ! -s "$kept" ]; then
        mkdir -p "$(dirname "$kept")"
        mmdebstrap --quiet --variant=apt --include="libevdev2,libudev1,socat,passwd,mount,$init" trixie "${kept%.tar}.part.tar" ||
            skip "no root with $init can be made: is there a network?"
        mv "${kept%.tar}.part.tar" "$kept"
    fi
    root=$work/$init
    mkdir -p "$root"
    tar -xf "$kept" -C "$root" --exclude=./dev/*
    mkdir -p "$root/src" "$root/bin-under-test"
    cp -a systemd config Sources/tiltshadow/Manual Sources/tiltshadow/Resources Tests/Inits "$root/src"
    mkdir -p "$root/src/Sources/tiltshadow"
    mv "$root/src/Manual" "$root/src/Resources" "$root/src/Sources/tiltshadow"
    cp "$bin/tiltshadowd" "$bin/tiltshadow" "$root/bin-under-test"
    printf '== %s\n' "$init"
    # Process 1 of a namespace of its own: when it ends, so does all that was started there.
    unshare --mount --pid --fork --kill-child --propagation private sh -c '
        mount -t proc proc "$1/proc" && mount -t tmpfs tmpfs "$1/run" && mount -t tmpfs tmpfs "$1/dev" &&
            for node in null zero random urandom tty; do
                : >"$1/dev/$node" && mount --bind "/dev/$node" "$1/dev/$node"
            done
        exec chroot "$1" /bin/sh /src/Inits/inside.sh "$2"' sh "$root" "$init" || status=1
done
exit $status
