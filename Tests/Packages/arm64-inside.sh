#!/bin/sh
# arm64-inside.sh: what arm64.sh does within a bare root.
set -u
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C DEBIAN_FRONTEND=noninteractive
. /src/check.sh
says() { "$@" >/tmp/said 2>&1; cat /tmp/said; grep -qF -- "$text" /tmp/said; }
soon() { for _ in $(seq 100); do "$@" && return 0; sleep .1; done; return 1; }

check "this is 64-bit ARM" [ "$(dpkg --print-architecture) $(uname -m)" = "arm64 aarch64" ]
apt-get -qq update || exit 77
check "apt installs them with what they depend on" sh -c 'apt-get install -y /packages/*.deb </dev/null'
text="install ok installed"
for package in tiltshadow libtiltshadow0 libtiltshadow-dev; do
    check "$package is there" says dpkg-query -W -f '${Status}\n' $package
done
check "the groups are there" getent group tiltshadow tiltshadow-raw
check "the socket is enabled" [ -L /etc/systemd/system/sockets.target.wants/tiltshadow.socket ]
check "every library that the programs need is there" sh -c '! ldd /usr/bin/tiltshadow /usr/bin/tiltshadowd | grep "not found"'
check "and the client's library has its name" sh -c 'ldconfig -p | grep -q libtiltshadow.so.0'
text=tiltshadow
check "the daemon runs" says tiltshadowd --version
check "the tool runs" says tiltshadow --version

mkdir -p /run/tiltshadow
tiltshadowd --replay /src/demo.tiltlog --loop 2>/tmp/daemon &
check "the daemon serves" soon [ -S /run/tiltshadow/tiltshadow.sock ]
text='"type":"frame"'
check "the tool follows it" says tiltshadow watch --json --count 5
text=tracking
check "and asks for its state" says tiltshadow status
text=frames
check "doctor looks at this machine" says tiltshadow doctor
kill $!
wait $!
check "the daemon ends when it is told to" [ $? -eq 0 ]
check "it replays" sh -c 'tiltshadow replay /src/demo.tiltlog --format csv >/tmp/frames && [ "$(wc -l </tmp/frames)" -gt 300 ]'
text="# From /etc/tiltshadow/tiltshadow.conf.d/60-own.conf:2"
check "it can be given settings" sh -c 'mkdir -p /etc/tiltshadow/tiltshadow.conf.d &&
    printf "[shadow]\ngain = 23\n" >/etc/tiltshadow/tiltshadow.conf.d/60-own.conf'
check "and says where they come from" says tiltshadow config --effective
text="largest step between two"
check "the demonstration has a daemon of its own" says tiltshadow demo --seconds 1
check "there are completions of every command" grep -q recentre /usr/share/bash-completion/completions/tiltshadow
check "and of no other" [ "$(grep -c preview /usr/share/bash-completion/completions/tiltshadow)" -eq 0 ]
rm -r /etc/tiltshadow /run/tiltshadow

check "they can be purged" dpkg --purge tiltshadow libtiltshadow-dev libtiltshadow0
left() { find / -xdev \( -path /proc -o -path /sys -o -path /src -o -path /packages -o -path /tmp \) -prune -o -name '*tiltshadow*' -print; }
check "and leave nothing" [ -z "$(left)" ]
left

echo "arm64: $failures failed"
[ "$failures" -eq 0 ]
exit $?
