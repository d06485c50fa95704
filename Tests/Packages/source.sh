#!/bin/sh
# source.sh [SUITE]: Debian's source package in a bare root of a Debian release (trixie): apt installs what the package says that
# it needs, dpkg-buildpackage makes the packages of it, and that release's lintian looks at all of them; three minutes.
#
# The programs are those of .build/shipped (or BIN): no release has a Swift that is new enough. others.sh --build and readme.sh
# build them. As root, with a network; ends with 77 where either, or a program, is missing.
set -eu
cd "$(dirname "$0")/../.."

trying="the source package in a bare root"
. Tests/BareRoot/begin.sh
bin=${BIN:-$PWD/.build/shipped}
for program in tiltshadowd tiltshadow tiltshadow-relay; do
    [ -x "$bin/$program" ] || skip "there is no $bin/$program: Sources/build.sh --relay"
done
root=$work/root
mmdebstrap --quiet --variant=buildd "${1:-trixie}" "$root" || skip "no root can be made: is there a network?"
mkdir "$root/src" "$root/build"
systemd/make-release.sh --debian --out "$root/build" >/dev/null
cp -rL "$bin" "$root/src/programs"
chmod -R a+rX "$root/src/programs"
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp Tests/Packages/source-inside.sh "$root/src"
Tests/BareRoot/enter.sh "$root" /src/source-inside.sh
