#!/bin/sh
# inside.sh: what run.sh does within a bare root.
set -u
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C DEBIAN_FRONTEND=noninteractive
. /src/check.sh
enabled=/etc/systemd/system/sockets.target.wants/tiltshadow.socket
# The relay's package is there where its program was built.
relay=
for package in /packages/tiltshadow-relay_*.deb; do [ ! -e "$package" ] || relay=tiltshadow-relay; done

if [ -e /packages/old ]; then
    mv /packages/old /tmp/old.deb
    check "0.1.0 can be installed" dpkg --install /tmp/old.deb
    printf '\n[shadow]\ngain = 23\n' >>/etc/tiltshadow/tiltshadow.conf
    cp /etc/tiltshadow/tiltshadow.conf /tmp/settings
    # The programs of 0.1.0, or those that stand for them.
    programs=/usr/bin
    if [ ! -x $programs/tiltshadowd ]; then
        dpkg-deb --extract /packages/tiltshadow_*.deb /tmp/programs
        programs=/tmp/programs/usr/bin
    fi
    lines() { wc -l </tmp/subscriber; }
    comes() { before=$(lines); sleep .2; [ "$(lines)" -gt "$before" ]; }
    soon() { for _ in $(seq 50); do "$@" && return 0; sleep .1; done; return 1; }
    mkdir -p /run/tiltshadow
    $programs/tiltshadowd --replay /src/demo.tiltlog --loop 2>/tmp/daemon &
    daemon=$!
    $programs/tiltshadow watch --wait >/tmp/subscriber 2>/dev/null &
    subscriber=$!
    check "a subscriber has frames" soon comes
    # Whoever is asked gets no answer: dpkg would end with an error.
    check "the upgrade asks nothing" sh -c 'dpkg --install /packages/*.deb </dev/null'
    check "and keeps the settings" cmp /tmp/settings /etc/tiltshadow/tiltshadow.conf
    check "which are in force" sh -c 'tiltshadow config --effective | grep -q "^gain = 23"'
    check "and have no word that is called otherwise today" sh -c '! tiltshadow config --effective | grep "^# Old: "'
    check "the daemon takes them" sh -c 'tiltshadowd --check 2>&1 | grep -qx "the settings are fine"'
    # As systemd does it at the end of an upgrade.
    kill $daemon
    wait $daemon
    tiltshadowd --replay /src/demo.tiltlog --loop 2>/tmp/daemon &
    daemon=$!
    check "the subscriber comes back" soon comes
    check "with the settings of 0.1.0" sh -c 'timeout 1 socat -u UNIX-CONNECT:/run/tiltshadow/tiltshadow.sock - | grep -q "\"gain\":23[,}]"'
    kill $subscriber $daemon
    wait
else
    check "they can be installed" sh -c 'dpkg --install /packages/*.deb </dev/null'
    check "what is to be typed next is said in one line" sh -c \
        "dpkg --purge $relay tiltshadow >/dev/null &&"'
         [ "$(dpkg --install /packages/tiltshadow*.deb </dev/null 2>&1 | grep -c "to subscribe, type: ")" -eq 1 ]'
    check "there is nothing in /etc/tiltshadow" [ ! -e /etc/tiltshadow ]
fi
check "the groups are there" getent group tiltshadow tiltshadow-raw
check "the socket is enabled" [ -L "$enabled" ]
check "a user's socket is not" [ ! -e /etc/systemd/user/sockets.target.wants/tiltshadow.socket ]
check "systemd understands the units" systemd-analyze verify --man=no tiltshadow.socket tiltshadow.service
check "and the user's" env XDG_RUNTIME_DIR=/run systemd-analyze --user verify --man=no tiltshadow.socket tiltshadow.service
check "udev understands the rules" udevadm verify --resolve-names=late /usr/lib/udev/rules.d/61-tiltshadow.rules
check "no more than 1.0 of 10 is exposed" systemd-analyze security --offline=true --threshold=10 tiltshadow.service
check "reloading needs no program that is missing" sh -c \
    'grep -q "^ExecReload=/bin/sh " /usr/lib/systemd/system/tiltshadow.service && [ ! -e /bin/kill ]'

if [ -n "$relay" ]; then
    check "systemd understands the relay's units" systemd-analyze verify --man=no tiltshadow-relay@x.service \
        tiltshadow-relay-serve@x.service
    check "no relay runs unasked" sh -c '! ls /etc/systemd/system/*.wants | grep relay'
    check "the relay runs, and finds its library" sh -c \
        'tiltshadow-relay --version >/tmp/said && ! grep "without libmosquitto" /tmp/said'
fi

mkdir -p /run/user/7
chown 65534 /run/user/7
export XDG_RUNTIME_DIR=/run/user/7 HOME=/nonexistent
setpriv --reuid 65534 --regid 65534 --clear-groups tiltshadowd --replay /src/demo.tiltlog --loop 2>/tmp/daemon &
for _ in $(seq 50); do [ -S /run/user/7/tiltshadow/tiltshadow.sock ] || sleep .1; done
[ -S /run/user/7/tiltshadow/tiltshadow.sock ] || cat /tmp/daemon
check "a user's daemon serves in its directory" [ -S /run/user/7/tiltshadow/tiltshadow.sock ]
check "the tool finds it" tiltshadow watch --count 3
check "Python finds it" python3 -c 'import tiltshadow; print(next(tiltshadow.frames()))'
# By the line that the package's description has.
import=$(dpkg-query --show --showformat '${Description}\n' node-tiltshadow | sed -n 's/^ *\(import .*\)/\1/p')
check "JavaScript is told how to import it" [ -n "$import" ]
check "and finds it" node --input-type=module -e "$import
    for await (const frame of frames()) { console.log(frame.x); process.exit(0); }"
check "Python knows its version" python3 -c 'from importlib.metadata import version; print(version("tiltshadow"))'
check "the library has its name" sh -c 'ldconfig -p | grep -q libtiltshadow.so.0'
kill $! 2>/dev/null
wait

# A user's service manager, as a login starts it; in a root it wants to be told that systemd runs.
useradd --create-home --groups tiltshadow ann
export XDG_RUNTIME_DIR=/run/user/ann HOME=/home/ann
mkdir -p /run/systemd/system "$XDG_RUNTIME_DIR" /home/ann/.config/systemd/user/tiltshadow.service.d
printf '[Service]\nExecStart=\nExecStart=/usr/bin/tiltshadowd --replay /src/demo.tiltlog --loop\n' \
    >/home/ann/.config/systemd/user/tiltshadow.service.d/demo.conf
chown -R ann "$XDG_RUNTIME_DIR" /home/ann
if mkdir -p /sys/fs/cgroup/ann && chown -R ann /sys/fs/cgroup/ann; then
    as_ann() { setpriv --reuid ann --regid ann --init-groups "$@"; }
    gain() { timeout 1 socat -u "UNIX-CONNECT:$XDG_RUNTIME_DIR/tiltshadow/tiltshadow.sock" - | grep -q "\"gain\":$1[,}]"; }
    soon() { for _ in $(seq 50); do "$@" && return 0; sleep .1; done; return 1; }
    (echo 0 >/sys/fs/cgroup/ann/cgroup.procs; exec setpriv --reuid ann --regid ann --init-groups \
        /usr/lib/systemd/systemd --user --log-target=console >/tmp/manager 2>&1) &
    check "a user's service manager runs" soon as_ann systemctl --user is-system-running --wait
    check "a user can enable the socket" as_ann systemctl --user enable --now tiltshadow.socket
    check "it is for nobody else" [ "$(stat -c '%a %U' "$XDG_RUNTIME_DIR/tiltshadow/tiltshadow.sock")" = "600 ann" ]
    check "nothing runs yet" sh -c '! pidof tiltshadowd'
    check "a subscriber starts the service" as_ann tiltshadow watch --count 3
    check "with the user's settings" gain 10
    printf '[shadow]\ngain = 23\n' >/home/ann/.config/tiltshadow.conf
    check "it reads them again" as_ann systemctl --user reload tiltshadow.service
    check "and has them" soon gain 23
    check "it keeps what it learns in a directory of its own" [ -d /home/ann/.local/state/tiltshadow ]
    kill -9 "$(pidof tiltshadowd)"
    check "it is started again after kill -9" soon gain 23
    check "its socket can be restarted while it runs" as_ann systemctl --user try-restart tiltshadow.socket tiltshadow.service
    check "and it serves again" soon gain 23
    check "it can be stopped" as_ann systemctl --user stop tiltshadow.socket tiltshadow.service
    check "and leaves no socket" [ ! -e "$XDG_RUNTIME_DIR/tiltshadow/tiltshadow.sock" ]
    as_ann systemctl --user exit
    wait
    find /sys/fs/cgroup/ann -depth -type d -exec rmdir {} \; 2>/dev/null
else
    echo "skipped: a user's service manager: no control groups here"
fi
rm -r /run/systemd/system
userdel --remove ann
unset XDG_RUNTIME_DIR
export HOME=/root

mkdir -p /etc/tiltshadow/tiltshadow.conf.d
printf '[sensor]\nhold_s = 7\n' >/etc/tiltshadow/tiltshadow.conf.d/60-calibrate.conf
check "a package's settings lie below the owner's" sh -c \
    'printf "[sensor]\nhold_s = 3\n[shadow]\nlimit = 9\n" >/usr/lib/tiltshadow/a.conf 2>/dev/null ||
        { mkdir /usr/lib/tiltshadow && printf "[sensor]\nhold_s = 3\n[shadow]\nlimit = 9\n" >/usr/lib/tiltshadow/a.conf; }
     tiltshadow config --effective >/tmp/effective && grep -q "^hold_s = 7" /tmp/effective && grep -q "^limit = 9" /tmp/effective &&
        grep -q "^# From /usr/lib/tiltshadow/a.conf:4" /tmp/effective'
rm -r /usr/lib/tiltshadow

# A root of its own, where another init is installed: what runs here is none of its business.
mkdir -p /tmp/root/etc /tmp/root/usr/sbin /tmp/root/usr/lib/sysusers.d
cp /usr/lib/sysusers.d/tiltshadow.conf /tmp/root/usr/lib/sysusers.d
printf '#!/bin/sh\n' >/tmp/root/usr/sbin/rc-service
chmod 755 /tmp/root/usr/sbin/rc-service
check "a root below this one is given its own init's words" sh -c \
    'DPKG_ROOT=/tmp/root DPKG_MAINTSCRIPT_NAME=postinst DPKG_MAINTSCRIPT_PACKAGE=tiltshadow \
        /var/lib/dpkg/info/tiltshadow.postinst configure >/tmp/said 2>&1
    cat /tmp/said
    grep -q "start it: .*rc-update" /tmp/said'
check "and its own user" grep -q '^tiltshadowd:' /tmp/root/etc/passwd
rm -r /tmp/root

# What its owner has set up. What scripts of packages ask of systemd is written down, as nobody does it here.
printf '#!/bin/sh\necho "$*" >>/tmp/asked\nSYSTEMD_OFFLINE=1 exec /usr/bin/systemctl "$@"\n' >/usr/local/bin/systemctl
chmod 755 /usr/local/bin/systemctl
asks() { grep -qxF -- "$1" /tmp/asked || { cat /tmp/asked; return 1; }; }
links() { find /etc/systemd -name '*tiltshadow*' | grep -e relay -e rotate -e /user/; }
own=/etc/tiltshadow/tiltshadow.conf.d/70-own.conf
mkdir -p /run/systemd/system
printf '[shadow]\ngain = 9\n' >$own
: >/var/log/tiltshadow.log
check "a daemon can be enabled for every user" systemctl --global enable tiltshadow.socket tiltshadow-rotate.service
if [ -n "$relay" ]; then
    own="$own /etc/tiltshadow/relay/desk.conf"
    mkdir /etc/tiltshadow/relay
    printf '[broker]\n' >/etc/tiltshadow/relay/desk.conf
    check "relays can be enabled" systemctl enable tiltshadow-relay@desk.service tiltshadow-relay-serve@wall.service
    check "there are their links" [ "$(links | grep -c relay)" -eq 2 ]
    : >/tmp/asked
    check "the relay can be installed over itself" sh -c 'dpkg --install /packages/tiltshadow-relay_*.deb </dev/null'
    check "those that run are started again" asks "try-restart tiltshadow-relay@*.service tiltshadow-relay-serve@*.service"
    check "and stay enabled" [ "$(links | grep -c relay)" -eq 2 ]
    # A relay that install.sh has put before it.
    units=/usr/local/lib/systemd/system
    mkdir -p $units
    printf '#!/bin/sh\n' >/usr/local/bin/tiltshadow-relay
    chmod 755 /usr/local/bin/tiltshadow-relay
    for unit in /usr/lib/systemd/system/tiltshadow-relay*; do
        sed 's|/usr/bin|/usr/local/bin|' "$unit" >$units/"${unit##*/}"
    done
    : >/tmp/asked
    check "the relay's package can be purged beside another relay" dpkg --purge tiltshadow-relay
    check "which goes on" sh -c '! grep -e "^stop .*relay" -e "disable .*relay" /tmp/asked'
    check "stays enabled" [ "$(links | grep -c relay)" -eq 2 ]
    check "and has its settings" [ -s /etc/tiltshadow/relay/desk.conf ]
    rm -r /usr/local/bin/tiltshadow-relay /usr/local/lib/systemd
    check "the relay's package can be installed again" sh -c 'dpkg --install /packages/tiltshadow-relay_*.deb </dev/null'
fi

# shellcheck disable=SC2086 # One or none.
set -- $relay tiltshadow libtiltshadow-dev libtiltshadow0 python3-tiltshadow node-tiltshadow
check "they can be removed" dpkg --remove "$@"
check "and of relays and users' daemons nothing is enabled" [ -z "$(links)" ]
links
for name in ${relay:+tiltshadow-relay tiltshadow-relay-serve}; do check "nor goes on: $name" asks "stop $name@*.service"; done
# shellcheck disable=SC2086 # One or two.
check "what its owner has set stays" ls $own
rm -r /run/systemd/system /usr/local/bin/systemctl
check "and purged" dpkg --purge "$@"
left() { find / -xdev \( -path /proc -o -path /src -o -path /packages -o -path /tmp \) -prune -o -name '*tiltshadow*' -print; }
check "and leave nothing" [ -z "$(left)" ]
left

echo "packages: $failures failed"
[ "$failures" -eq 0 ]
exit $?
