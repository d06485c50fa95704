#!/bin/sh
# arm64.sh [DIR]: the Debian packages for 64-bit ARM in DIR (default: made anew by systemd/build-deb.sh) in a bare Debian 13
# root for it, all of whose programs QEMU runs in its user mode. apt installs them with what they depend on; ten minutes.
#
# As root, with a network; ends with 77 where either, or a program, is missing. The root is kept in .build/inits.
set -eu
cd "$(dirname "$0")/../.."

trying="packages in a bare root for arm64"
. Tests/BareRoot/begin.sh
packages=$(made "${1:-}" aarch64)
kept=$PWD/.build/inits/trixie-arm64.tar
if [ ! -s "$kept" ]; then
    mkdir -p "$(dirname "$kept")"
    Tests/BareRoot/foreign.sh aarch64 mmdebstrap --quiet --arch arm64 --skip=check/qemu --variant=apt trixie "$work/new" ||
        skip "no root can be made: is there a network?"
    tar -C "$work/new" --exclude='./dev/*' -cf "${kept%.tar}.part.tar" .
    rm -rf "$work/new"
    mv "${kept%.tar}.part.tar" "$kept"
fi
root=$work/root
mkdir "$root"
tar -xf "$kept" -C "$root"
mkdir "$root/packages" "$root/src"
cp "$packages"/*_arm64.deb "$root/packages"
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp Tests/Packages/arm64-inside.sh Sources/tiltshadow/Resources/demo.tiltlog "$root/src"
Tests/BareRoot/foreign.sh aarch64 Tests/BareRoot/enter.sh "$root" /src/arm64-inside.sh
