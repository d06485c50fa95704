#!/bin/sh
# openrc-inside.sh: what run.sh does within a bare root that has OpenRC in the place of systemd.
set -u
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C DEBIAN_FRONTEND=noninteractive
. /src/check.sh
socket=/run/tiltshadow/tiltshadow.sock
soon() { for _ in $(seq 100); do "$@" && return 0; sleep .1; done; return 1; }
served() { [ -S $socket ] && pidof tiltshadowd >/dev/null; }
gone() { [ ! -e $socket ] && ! pidof tiltshadowd >/dev/null; }

# What a boot would have done: there is nothing to mount here.
mkdir -p /run/openrc
echo 'rc_sys="lxc"' >>/etc/rc.conf
echo default >/run/openrc/softlevel
rc-update -u >/dev/null
rc-update --quiet delete localmount boot 2>/dev/null
for service in localmount fsck root; do
    printf '#!/sbin/openrc-run\nstart() { :; }\n' >/etc/init.d/$service
    chmod 755 /etc/init.d/$service
done
printf 'tiltshadow_args="--replay /src/demo.tiltlog --loop"\n' >/etc/conf.d/tiltshadow

check "it can be installed" sh -c 'dpkg --install /packages/tiltshadow_*.deb </dev/null >/tmp/said 2>&1'
check "the groups are there" getent group tiltshadow tiltshadow-raw
check "and the user, in a group of its own, without a home" [ "$(getent passwd tiltshadowd | cut -d: -f6)" = /nonexistent -a \
    "$(id -gn tiltshadowd)" = tiltshadowd -a ! -e /nonexistent ]
start=$(sed -n 's/^tiltshadow: start it: \(.*\); let a user subscribe: .*/\1/p' /tmp/said)
check "what is to be typed next is said in one line" [ "$(echo "$start" | grep -c .)" -eq 1 ]
[ -n "$start" ] || cat /tmp/said
check "and starts it" sh -ec "$start"
check "so it serves" soon served
served || cat /var/log/tiltshadow.log
check "as that user" [ "$(stat -c %U "/proc/$(pidof tiltshadowd)" 2>/dev/null)" = tiltshadowd ]
check "the tool follows it" tiltshadow watch --count 3
check "it starts at boot" sh -c 'rc-update show default | grep -qw tiltshadow'
before=$(pidof tiltshadowd)
check "it can be installed over itself" sh -c 'dpkg --install /packages/tiltshadow_*.deb </dev/null >/tmp/said 2>&1'
check "which says nothing anew" sh -c '! grep "start it:" /tmp/said'
another() { served && [ "$(pidof tiltshadowd)" != "$before" ]; }
check "and starts it again" soon another

check "it can be in two runlevels" rc-update add tiltshadow boot
# And in another init's folders, by links as people make them.
mkdir -p /etc/sv/tiltshadow /etc/service /etc/runit/runsvdir/single
cp /usr/share/doc/tiltshadow/examples/tiltshadow.runit /etc/sv/tiltshadow/run
ln -s ../sv/tiltshadow /etc/service/tiltshadow
ln -s /etc/sv/tiltshadow/ /etc/runit/runsvdir/single/tiltshadow
check "it can be removed" dpkg --remove tiltshadow
check "no link names it" [ -z "$(find /etc/service /etc/runit -type l)" ]
check "and runs no longer" soon gone
check "nor at boot" sh -c '! rc-update show | grep -w tiltshadow'
check "its options stay" [ -s /etc/conf.d/tiltshadow ]
check "it can be installed again" sh -c 'dpkg --install /packages/tiltshadow_*.deb </dev/null >/tmp/said 2>&1'
check "which says anew how it is started" sh -c '[ "$(grep -c "start it:" /tmp/said)" -eq 1 ]'
check "and it can be purged" dpkg --purge tiltshadow
left() { find / -xdev \( -path /proc -o -path /src -o -path /packages -o -path /tmp \) -prune -o -name '*tiltshadow*' -print; }
check "and leaves nothing" [ -z "$(left)" ]
left

echo "packages, OpenRC: $failures failed"
[ "$failures" -eq 0 ]
exit $?
