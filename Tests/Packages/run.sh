#!/bin/sh
# run.sh [DIR]: the Debian packages in DIR (default: made anew by systemd/build-deb.sh) in a bare Debian 13 root.
#
# Installs them, once over nothing and once over 0.1.0 (the .deb that OLD names, or one like it) with settings that its owner
# has changed, removes and purges them; and the daemon's alone in a root that has OpenRC in the place of systemd. As root; ends
# with 77 where that, or a program, is missing. The roots are kept in .build/inits.
set -eu
cd "$(dirname "$0")/../.."

trying="packages in a bare root"
. Tests/BareRoot/begin.sh
packages=$(made "${1:-}")
# keep INIT PACKAGES: makes a root with these, and sets `kept`; of another list another root is made.
keep() {
    kept=$PWD/.build/inits/trixie-$1-$(echo "$2" | cksum | cut -d' ' -f1).tar
    [ ! -s "$kept" ] || return 0
    mkdir -p "$(dirname "$kept")"
    mmdebstrap --quiet --variant=apt --include="$2" trixie "${kept%.tar}.part.tar" ||
        skip "no root can be made: is there a network?"
    mv "${kept%.tar}.part.tar" "$kept"
}
# What the packages depend on, and who looks at them.
keep openrc openrc,systemd-standalone-sysusers,udev,acl,passwd,libevdev2,libudev1,libzstd1,zlib1g,libstdc++6
openrc=$kept
keep systemd systemd,udev,acl,passwd,libevdev2,libudev1,libzstd1,zlib1g,libstdc++6,libmosquitto1,python3-minimal,python3,nodejs,socat
old=${OLD:-$work/old.deb}
[ -n "${OLD:-}" ] || Tests/Packages/old.sh "$old"
status=0
for before in nothing 0.1.0; do
    printf '== over %s\n' "$before"
    root=$work/$before
    mkdir "$root"
    tar -xf "$kept" -C "$root" --exclude=./dev/*
    mkdir "$root/packages" "$root/src"
    cp "$packages"/*.deb "$root/packages"
    [ "$before" = nothing ] || cp "$old" "$root/packages/old"
    cp Tests/Packages/inside.sh Sources/tiltshadow/Resources/demo.tiltlog "$root/src"
    Tests/BareRoot/enter.sh "$root" /src/inside.sh || status=1
    rm -rf "$root"
done
printf '== with OpenRC\n'
root=$work/openrc
mkdir "$root"
tar -xf "$openrc" -C "$root" --exclude=./dev/*
mkdir "$root/packages" "$root/src"
cp "$packages"/tiltshadow_*.deb "$root/packages"
cp Tests/Packages/openrc-inside.sh Sources/tiltshadow/Resources/demo.tiltlog "$root/src"
Tests/BareRoot/enter.sh "$root" /src/openrc-inside.sh || status=1
exit $status
