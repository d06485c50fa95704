#!/bin/sh
# first-frame.sh [DIR [SUITE]]: how long it takes, and what is typed, from `apt install` to the first frame of the demo.
#
# The packages in DIR (default: made anew by systemd/build-deb.sh) in a bare root of a Debian release (trixie) that has
# nothing but apt and its lists: what they depend on is fetched within the time. Ends with 1 where the two commands do not
# do, and with 77 where it cannot be tried. Only root can enter a root.
set -eu
cd "$(dirname "$0")/../.."

trying="the first frame in a bare root"
. Tests/BareRoot/begin.sh
packages=$(made "${1:-}")
root=$work/root
mmdebstrap --quiet --variant=apt "${2:-trixie}" "$root" || skip "no root can be made: is there a network?"
mkdir "$root/src" "$root/root/packages"
cp "$packages"/*_all.deb "$packages"/*_"$(dpkg --print-architecture)".deb "$root/root/packages"
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp Tests/BareRoot/first-frame-inside.sh "$root/src"
env -i TERM=dumb HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    Tests/BareRoot/enter.sh "$root" /src/first-frame-inside.sh
