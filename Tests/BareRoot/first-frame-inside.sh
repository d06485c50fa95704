#!/bin/sh
# first-frame-inside.sh: what first-frame.sh does within a bare root.
set -u
cd /root/packages || exit 1
# Whoever has a system has its lists.
apt-get -qq update || exit 77

# now: seconds since the machine began, to the hundredth.
now() { cut -d' ' -f1 /proc/uptime; }
began=$(now)
printf '$ apt install ./*.deb\n'
# As by a person who answers what they are asked with yes.
apt-get install -y ./*.deb </dev/null >/tmp/installing 2>&1 || { cat /tmp/installing; exit 1; }
installed=$(now)
grep '^tiltshadow: ' /tmp/installing
: >/tmp/demo
printf '$ tiltshadow demo\n'
tiltshadow demo </dev/null >/tmp/demo 2>/tmp/errors &
demo=$!
while [ ! -s /tmp/demo ] && [ -d /proc/$demo ]; do sleep .01; done
framed=$(now)
wait $demo || { cat /tmp/demo /tmp/errors; exit 1; }
head -n 1 /tmp/demo

awk -v began="$began" -v installed="$installed" -v framed="$framed" -v size="$(du -ck ./*.deb | tail -n 1 | cut -f1)" \
    -v fetched="$(sed -n 's/^Need to get \([^ ]* [kMG]*B\)[ /].*/\1/p' /tmp/installing)" 'BEGIN {
        printf "first frame: %.1f s after `apt install` was typed, %.2f s of them after it ended; ", framed - began, framed - installed
        printf "2 commands typed; packages of %d kB, %s fetched\n", size, fetched }'
