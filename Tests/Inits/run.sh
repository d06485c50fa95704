#!/bin/sh
# run.sh [INIT...]: the service under inits that are not systemd, each in a bare Debian root: openrc, runit (default: both).
#
# Installs what .build/shipped holds (or BIN) by systemd/install.sh in that root, and lets its own programs start it, reload
# it, start it again after kill -9, and stop it. As root; ends with 77 where that, or a program, is missing. Debian has no
# dinit: config/tiltshadow.dinit is held against its manual alone. The roots are kept in .build/inits.
set -eu
cd "$(dirname "$0")/../.."

trying="other inits"
. Tests/BareRoot/begin.sh
bin=${BIN:-$PWD/.build/shipped}
[ -x "$bin/tiltshadowd" ] && [ -x "$bin/tiltshadow" ] || skip "$bin holds no programs: Sources/build.sh"

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
    Tests/BareRoot/enter.sh "$root" /src/Inits/inside.sh "$init" || status=1
done
exit $status
