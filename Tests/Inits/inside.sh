#!/bin/sh
# inside.sh INIT: what run.sh does within a bare root, as process 1.
set -u
init=$1
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C
socket=/run/tiltshadow/tiltshadow.sock
. /src/check.sh
# until COMMAND...: tries for up to ten seconds.
until_it() {
    for _ in $(seq 100); do
        "$@" && return 0
        sleep .1
    done
    return 1
}
daemon() {
    for each in /proc/[0-9]*; do
        [ "$(cat "$each/comm" 2>/dev/null)" != tiltshadowd ] || echo "${each#/proc/}"
    done
}
runs() { [ -S "$socket" ] && [ "$(daemon | wc -l)" -eq 1 ]; }
gone() { [ ! -e "$socket" ] && [ -z "$(daemon)" ]; }
# heard USER TEXT: the user is told that within a second of connecting.
heard() {
    timeout 1 setpriv --reuid "$1" --regid "$1" --init-groups socat -u "UNIX-CONNECT:$socket" - >/tmp/heard 2>&1
    cat /tmp/heard | head -3
    grep -q "$2" /tmp/heard
}
says() { "$@" 2>&1 | tee /tmp/said | grep -qF -- "$text" || { cat /tmp/said; return 1; }; }

case $init in
    openrc)
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
        options() { printf 'tiltshadow_args="%s"\n' "$*" >/etc/conf.d/tiltshadow; }
        start() { rc-service tiltshadow start; }
        stop() { rc-service tiltshadow stop; }
        restart() { rc-service tiltshadow restart; }
        reload() { rc-service tiltshadow reload; }
        enable() { rc-update add tiltshadow default; }
        advice="rc-service tiltshadow restart"
        ;;
    runit)
        mkdir -p /run/runit /etc/service
        runsvdir -P /etc/service >/tmp/runsvdir 2>&1 &
        options() { printf 'OPTIONS="%s"\n' "$*" >/etc/sv/tiltshadow/conf; }
        start() { sv start tiltshadow; }
        stop() { sv stop tiltshadow; }
        restart() { sv restart tiltshadow; }
        reload() { sv hup tiltshadow; }
        enable() { ln -s /etc/sv/tiltshadow /etc/service/ && until_it [ -p /etc/sv/tiltshadow/supervise/ok ]; }
        advice="sv restart tiltshadow"
        ;;
    *) echo "unknown init $init"; exit 2 ;;
esac
useradd ann
useradd bob

check "install.sh finds $init" sh -c '/src/systemd/install.sh --bin /bin-under-test | grep "start it:"'
check "it makes the groups and the user" getent passwd tiltshadowd
check "a second time changes nothing" sh -c '! /src/systemd/install.sh --bin /bin-under-test | grep installed'
usermod -aG tiltshadow ann
options --replay /src/Sources/tiltshadow/Resources/demo.tiltlog --loop
text=$advice
check "doctor says how to start it" says tiltshadow doctor
check "it can be enabled" enable
check "it can be started" start
check "it serves" until_it runs
if ! runs; then
    cat /var/log/tiltshadow.log /tmp/runsvdir 2>/dev/null
    exit 1
fi
check "its socket is the group's, and anybody may knock" [ "$(stat -c '%A %G' $socket)" = "srw-rw-rw- tiltshadow" ]
check "it is no superuser" [ "$(stat -c %U "/proc/$(daemon)")" != root -a \
    "$(sed -n 's/^Uid:\t\([0-9]*\).*/\1/p' "/proc/$(daemon)/status")" = "$(id -u tiltshadowd)" ]
check "it is in the group that may read sensors" grep -q "^Groups:.*\b$(getent group tiltshadow | cut -d: -f3)\b" \
    "/proc/$(daemon)/status"
check "it remembers in a directory of its own" [ "$(stat -c '%U %a' /var/lib/tiltshadow)" = "tiltshadowd 700" ]
check "a member gets frames" heard ann '"type":"frame"'
check "others are refused, and told why" heard bob '"code":"not-permitted"'
# As elogind writes it down for who sits in front.
mkdir -p /run/systemd/users /run/systemd/sessions
printf 'UID=%s\nACTIVE=1\nREMOTE=0\nSEAT=seat0\n' "$(id -u bob)" >/run/systemd/sessions/1
echo 'SESSIONS=1' >"/run/systemd/users/$(id -u bob)"
check "whoever sits in front gets frames" heard bob '"type":"frame"'
rm -r /run/systemd
check "and none when away" heard bob '"code":"not-permitted"'
mkdir -p /etc/tiltshadow
printf '[socket]\nmode = 0660\n' >/etc/tiltshadow/tiltshadow.conf
check "where the owner's mode says so, members alone may knock" restart
check "so others cannot" until_it heard bob "Permission denied"
rm -r /etc/tiltshadow
restart >/dev/null
check "it is as before" until_it heard ann '"type":"frame"'
check "doctor finds it at boot" sh -c 'tiltshadow doctor | grep "starts at boot"'

mkdir -p /etc/tiltshadow
printf '[shadow]\ngain = 23\n' >/etc/tiltshadow/tiltshadow.conf
check "it reads its settings again" reload
check "and has them" until_it heard ann '"gain":23'

# A sensor that sits a quarter turn round: flat, upright, right edge down, two seconds each, and moved between.
awk 'BEGIN {
    print "t,ax,ay,az"
    split("0,0,9.81 -9.81,0,0 0,-9.81,0", pose, " ")
    for (i = 1; i <= 3; i++) for (k = 0; k < 125; k++) {
        split(pose[i], v, ",")
        if (k < 25 && i > 1) { split(pose[i - 1], u, ","); f = k / 25
            printf "%.2f,%g,%g,%g\n", t, u[1]+f*(v[1]-u[1])+.3, u[2]+f*(v[2]-u[2])+.3, u[3]+f*(v[3]-u[3])+.3 }
        else printf "%.2f,%g,%g,%g\n", t, v[1], v[2], v[3]
        t += .02
    } }' >/tmp/poses.csv
text="the daemon reads its settings again"
check "calibration is put beside the settings, and read" says tiltshadow calibrate --log /tmp/poses.csv --apply
text="# From /etc/tiltshadow/tiltshadow.conf.d/60-calibrate.conf:"
check "and in force" says tiltshadow config --effective
check "while the owner's settings are as they were" grep -q "gain = 23" /etc/tiltshadow/tiltshadow.conf
printf '[shadow]\ngian = 1\n' >/etc/tiltshadow/tiltshadow.conf.d/99-wrong.conf
sed -i 's/gain = 23/gain = 24/' /etc/tiltshadow/tiltshadow.conf
check "a file beside them that is wrong is no reason not to" reload
check "and the rest is in force" until_it heard ann '"gain":24'
rm /etc/tiltshadow/tiltshadow.conf.d/99-wrong.conf
if mount -t tmpfs -o ro none /etc/tiltshadow 2>/dev/null; then
    text="Read-only file system"
    check "where /etc cannot be written, it says so before anything else" says tiltshadow calibrate --log /tmp/poses.csv --apply
    umount /etc/tiltshadow
fi

before=$(daemon)
kill -9 "$before"
again() { runs && [ "$(daemon)" != "$before" ]; }
check "it is started again after kill -9" until_it again
check "and serves" until_it heard ann '"type":"frame"'
check "it can be restarted" restart
check "and serves again" until_it heard ann '"type":"frame"'

before=$(daemon)
check "installed over what runs, it is started again" sh -c '! /src/systemd/install.sh --bin /bin-under-test | grep "start it:"'
check "as another process" until_it again
check "and serves, too" until_it heard ann '"type":"frame"'
before=$(daemon)
check "what another PREFIX is named for does not stop it" sh -c 'PREFIX=/opt /src/systemd/install.sh --uninstall'
check "so it goes on" [ "$(daemon)" = "$before" -a -S $socket ]

check "it can be stopped" stop
check "and leaves no socket" until_it gone

# Wrong settings are refused, and do not make a busy loop.
printf '[shadow]\ngain = much\n' >/etc/tiltshadow/tiltshadow.conf
start >/dev/null 2>&1
sleep 2
check "with wrong settings it does not serve" [ ! -e "$socket" ]
stop >/dev/null 2>&1
rm -r /etc/tiltshadow
check "installed over what does not run, it is not started" sh -c '/src/systemd/install.sh --bin /bin-under-test | grep "start it:"'
check "so it does not run" [ -z "$(daemon)" ]

check "it can be uninstalled" sh -c '/src/systemd/install.sh --bin /bin-under-test --uninstall >/tmp/said'
kept=/var/log/tiltshadow.log
[ "$init" = openrc ] || kept=/etc/sv/tiltshadow/conf
check "it says what it keeps" grep -qxF "kept $kept" /tmp/said
remove=$(sed -n 's/^to remove that, too:   //p' /tmp/said)
left() { find / -xdev \( -path /proc -o -path /src -o -path /tmp -o -path /bin-under-test \) -prune -o -name '*tiltshadow*' -print; }
check "and leaves its log and options alone" [ -z "$(left | grep -v -e /var/log/ -e /etc/conf.d/ -e /etc/sv/tiltshadow)" ]
left
check "what it says to type removes that" sh -ec "$remove"
check "and then nothing is left" [ -z "$(left)" ]
left
check "and no user" sh -c '! grep tiltshadow /etc/passwd /etc/group'

echo "$init: $failures failed"
[ "$failures" -eq 0 ]
exit $?
