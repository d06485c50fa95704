#!/bin/sh
# install-inside.sh INIT: what install.sh does within a bare root.
set -u
init=$1
export PATH=/usr/bin:/bin
. /src/check.sh
asked=/tmp/asked
unit=/usr/lib/systemd/system/tiltshadow.service
# Of a cautious administrator.
umask 077

# Whatever is asked of an init is written down; whether the service runs, /tmp/up says.
stand_in() {
    { printf '#!/bin/sh\necho "%s $*" >>%s\n' "$1" $asked; cat; } >"/bin/$1"
    chmod 755 "/bin/$1"
}
mkdir -p /run/systemd/system
stand_in systemctl <<'END'
[ "$1" = cat ] || exit 0
for place in /etc/systemd/system /usr/local/lib/systemd/system /usr/lib/systemd/system; do
    [ ! -e "$place/$2" ] || exec cat "$place/$2"
done
exit 1
END
case $init in
    systemd) restart="systemctl try-restart tiltshadow.socket tiltshadow.service" ;;
    openrc)
        rm -r /run/systemd
        mkdir /run/openrc
        restart="rc-service tiltshadow restart"
        echo '[ "$2" != status ] || [ -e /tmp/up ]' | stand_in rc-service
        echo 'exit 0' | stand_in rc-update
        ;;
    runit)
        rm -r /run/systemd
        mkdir -p /run/runit /etc/sv/tiltshadow/supervise
        mkfifo /etc/sv/tiltshadow/supervise/ok
        restart="sv restart /etc/sv/tiltshadow"
        echo '[ "$1" != status ] || if [ -e /tmp/up ]; then echo "run: $2: (pid 7) 3s"; else echo "down: $2: 3s"; fi' | stand_in sv
        ;;
    dinit)
        rm -r /run/systemd
        restart="dinitctl restart tiltshadow"
        export INIT=dinit
        echo '[ "$1" != status ] || if [ -e /tmp/up ]; then echo "    State: STARTED"; else echo "    State: STOPPED"; fi' | stand_in dinitctl
        ;;
    none)
        # sysvinit's, where systemd is installed beside it and other packages bring units.
        rm -r /run/systemd
        (umask 022; mkdir -p /usr/lib/systemd/system)
        mkfifo /run/initctl
        restart=
        echo 'exit 0' | stand_in systemd
        ;;
esac
for program in tiltshadowd tiltshadow tiltshadow-relay; do
    printf '#!/bin/sh\n' >/programs/$program
    chmod 755 /programs/$program
done
cat >/bin/addgroup <<'END'
#!/bin/sh
for name; do :; done
echo "$name:x:$((100 + $(wc -l </etc/group))):" >>/etc/group
END
cat >/bin/adduser <<'END'
#!/bin/sh
for name; do :; done
echo "$name:x:100:100::/nonexistent:/sbin/nologin" >>/etc/passwd
END
# With the group of that name, as busybox's own.
printf '#!/bin/sh\nsed -i "/^$1:/d" /etc/passwd /etc/group\n' >/bin/deluser
printf '#!/bin/sh\nsed -i "/^$1:/d" /etc/group\n' >/bin/delgroup
chmod 755 /bin/addgroup /bin/adduser /bin/deluser /bin/delgroup

install() {
    : >$asked
    PREFIX=$1
    shift
    PREFIX=$PREFIX /src/systemd/install.sh --bin /programs "$@" >/tmp/said 2>&1 || { cat /tmp/said; return 1; }
}
says() { grep -qF -- "$1" /tmp/said || { cat /tmp/said; return 1; }; }
asks() { grep -qxF -- "$1" $asked || { cat $asked; return 1; }; }
never() { ! grep -E -- "$1" "$2"; }
files() { find / \( -path /proc -o -path /sys -o -path /src -o -path /tmp -o -path /programs \) -prune -o -name '*tiltshadow*' -print; }

check "it is installed" install /usr
check "and says how it is started" says "start it:"
check "whatever the umask, everybody reads it" [ -z "$(find /usr \( -type d ! -perm -055 -o -type f ! -perm -044 \))" ]
[ "$init" = systemd ] || check "what does not run is not started" never " (restart|start)" $asked
: >/tmp/up
check "it is installed over what runs" install /usr
[ -z "$restart" ] || check "which is started again" asks "$restart"
if [ "$init" = systemd ]; then
    check "with its relays" asks "systemctl try-restart tiltshadow-relay@*.service tiltshadow-relay-serve@*.service"
    check "after systemd has read the units" [ "$(grep -n daemon-reload $asked | cut -d: -f1)" -lt "$(grep -n try-restart $asked | head -n 1 | cut -d: -f1)" ]
elif [ "$init" != none ]; then
    check "nobody is told to start what runs" never "^start it:" /tmp/said
fi

# What a version has that the next one has not.
old=/src/Sources/Adapters/Old/old.md
mkdir "${old%/*}"
echo >$old
check "a version with another file is installed over it" install /usr
check "which has that" [ -e /usr/share/doc/tiltshadow/Sources/Adapters/Old/old.md ]
rm -r "${old%/*}"
check "and one without over that" install /usr
check "which leaves it no longer there" [ ! -e /usr/share/doc/tiltshadow/Sources/Adapters/Old ]
mkdir "${old%/*}"
echo >$old
mv /programs/tiltshadow-relay /programs/relay
check "without a relay" install /usr
check "that of before stays" [ -e /usr/bin/tiltshadow-relay ]
mv /programs/relay /programs/tiltshadow-relay
# It is uninstalled by one without.
rm -r "${old%/*}"

mkdir -p /var/lib/tiltshadow /etc/tiltshadow/tiltshadow.conf.d /etc/tiltshadow/relay
echo 0 >/var/lib/tiltshadow/bias-a
echo '[shadow]' >/etc/tiltshadow/tiltshadow.conf
files >/tmp/before
check "where nothing is installed, it can be uninstalled" install /usr/local --uninstall
check "and says that nothing is there" says "there is no tiltshadowd in /usr/local/bin; "
check "what is installed elsewhere goes on" never "stop|disable|delete|restart|shutdown" $asked
files | cmp -s - /tmp/before
check "and all of it stays" [ $? -eq 0 ]
if [ "$init" = systemd ]; then
    check "it can be installed twice" install /usr/local
    mkdir -p /etc/systemd/system
    cp $unit /etc/systemd/system
    check "and one be uninstalled where systemd knows the other" install /usr/local --uninstall
    check "which goes on" never "stop|disable" $asked
    rm -r /etc/systemd
    files | cmp -s - /tmp/before
    check "and all of it stays, too" [ $? -eq 0 ]
    mkdir -p /etc/systemd/system
    printf '# Unit tiltshadow.service is masked.\n' >/etc/systemd/system/tiltshadow.service
    check "one that is masked can be installed over" install /usr
    check "and is no reason to leave relays as they were" \
        asks "systemctl try-restart tiltshadow-relay@*.service tiltshadow-relay-serve@*.service"
    rm -r /etc/systemd
fi

if [ "$init" = runit ]; then
    # As people link: the one is relative, the other ends with a slash.
    mkdir -p /etc/service /etc/runit/runsvdir/single
    ln -s ../sv/tiltshadow /etc/service/tiltshadow
    ln -s /etc/sv/tiltshadow/ /etc/runit/runsvdir/single/tiltshadow
fi
printf '[sensor]\nhold_s = 7\n' >/etc/tiltshadow/tiltshadow.conf.d/60-calibrate.conf
printf '[broker]\n' >/etc/tiltshadow/relay/desk.conf
mkdir -p /var/log
: >/var/log/tiltshadow.log
check "it can be uninstalled" install /usr --uninstall
case $init in
    systemd)
        check "the relays are stopped" asks "systemctl stop tiltshadow-relay@*.service tiltshadow-relay-serve@*.service"
        check "and none is started at boot" asks "systemctl disable tiltshadow-relay@.service tiltshadow-relay-serve@.service"
        check "nor a daemon for every user" asks \
            "systemctl --global disable tiltshadow.socket tiltshadow.service tiltshadow-rotate.service"
        ;;
    openrc)
        check "it is stopped" asks "rc-service --ifstarted tiltshadow stop"
        check "and in no runlevel" asks "rc-update --all --quiet delete tiltshadow"
        ;;
    runit)
        check "it is stopped" asks "sv force-shutdown /etc/sv/tiltshadow"
        check "and no link names it" [ -z "$(find /etc/service /etc/runit -type l)" ]
        ;;
    dinit) check "it is stopped" asks "dinitctl stop --ignore-unstarted tiltshadow" ;;
esac
check "what it learnt is gone" [ ! -e /var/lib/tiltshadow ]
for file in /etc/tiltshadow/tiltshadow.conf.d/60-calibrate.conf /etc/tiltshadow/relay/desk.conf /var/log/tiltshadow.log; do
    check "it says that $file is kept" says "kept $file"
done
check "and the groups" says "the group tiltshadow, the group tiltshadow-raw"
check "what it says removes them, too" sh -c "$(sed -n 's/^to remove that, too:   //p' /tmp/said)"
check "and nothing is left" [ -z "$(files)" ]
check "no user" never tiltshadow /etc/passwd
check "and no group" never tiltshadow /etc/group
files

# Another installation's service is under the name that ours would have.
if [ "$init" != none ]; then
    [ "$init" != systemd ] || export UNITDIR=/etc/systemd/system
    check "it is installed once more" install /usr
    files >/tmp/before
    check "another is not installed over its service" sh -c '! "$@" >/tmp/said 2>&1' sh env PREFIX=/usr/local \
        /src/systemd/install.sh --bin /programs
    check "and says why" says "starts another tiltshadowd"
    files | cmp -s - /tmp/before
    check "before anything is put" [ $? -eq 0 ]
    for file in $(grep -e '^/etc/.*/tiltshadow$' -e /run$ -e ^/etc.*service$ /tmp/before); do
        [ -d "$file" ] || echo "# The owner's." >>"$file"
    done
    check "what its owner has changed is no other" install /usr
    check "and is uninstalled" install /usr --uninstall
    sh -c "$(sed -n 's/^to remove that, too:   //p' /tmp/said)"
    unset UNITDIR
fi

# What is said, and what is refused.
words="PREFIX=/usr ${INIT:+INIT=$INIT }'UDEVDIR=/a b' /src/systemd/install.sh --bin /programs '--bin=/it'\\''s'"
echo 'ann:x:7:7::/:/bin/sh' >>/etc/passwd
check "without root nothing is put" sh -c '! su ann -c "env $0" >/tmp/said 2>&1' "$words"
check "and all that was named is said again" says "run: sudo $words"
sed -i /^ann:/d /etc/passwd
check "no place is relative" sh -c '! "$@" >/tmp/said 2>&1' sh env UDEVDIR=rules /src/systemd/install.sh --bin /programs
check "as it says" says 'UDEVDIR is "rules", expected an absolute path'
if [ "$init" = systemd ]; then
    export UNITDIR=/etc/systemd/system
    check "it is installed with units where systemd looks" install /opt/ts
    check "and says what puts the rest where it is looked for" says "start it:   env PREFIX=/opt/ts UNITDIR=$UNITDIR \
USERUNITDIR=/etc/systemd/user UDEVDIR=/etc/udev/rules.d /src/systemd/install.sh --bin /programs && systemctl"
    check "and is uninstalled from there" install /opt/ts --uninstall
    unset UNITDIR
fi

if [ "$init" = none ]; then
    check "the daemon is no superuser" sh -c 'PREFIX=/usr /src/systemd/install.sh --bin /programs |
        grep -qx "start it:   /usr/bin/tiltshadowd --user tiltshadowd"'
    check "and is uninstalled, whatever its init" install /usr --uninstall
    # Debian's package finds the init by the same words.
    finder() { sed -n '/^find_init() {/,/^}/p' "$1"; }
    finder /src/systemd/install.sh >/tmp/finder
    check "install.sh finds the init" [ -s /tmp/finder ]
    finder /src/systemd/debian/tiltshadow.postinst | cmp -s - /tmp/finder
    check "and Debian's package by the same words" [ $? -eq 0 ]
    finds() { check "it finds $1" [ "$(. /tmp/finder; find_init "$2")" = "$1" ]; }
    finds none ""
    rm /run/initctl
    finds systemd ""
    mkdir -p /roots/none/usr/lib/systemd/system /roots/openrc/sbin /roots/runit/usr/bin /roots/dinit/usr/sbin \
        /roots/systemd/usr/lib/systemd
    for program in openrc/sbin/rc-service runit/usr/bin/runsvdir dinit/usr/sbin/dinitctl systemd/usr/lib/systemd/systemd; do
        : >/roots/$program
        chmod 755 /roots/$program
    done
    mkdir /run/openrc
    finds openrc ""
    for each in none openrc runit dinit systemd; do finds $each /roots/$each; done
fi

# What is built among the texts is none.
if [ "$init" = none ]; then
    /src/systemd/documents.sh >/tmp/documents
    check "there is something to read" grep -qx Sources/Clients/Rust/src/lib.rs /tmp/documents
    for file in Rust/target/debug/x Rust/Cargo.lock Python/__pycache__/x.pyc Python/build/x C/x.o C/libx.a C/libx.so.0 \
        JavaScript/node_modules/x/x.js; do
        mkdir -p "/src/Sources/Clients/${file%/*}"
        : >"/src/Sources/Clients/$file"
    done
    /src/systemd/documents.sh | cmp -s - /tmp/documents
    check "and nothing that was built" [ $? -eq 0 ]
fi

# What cannot be built is not packed, though the folder that this is tried in has programs of that name.
if [ "$init" = none ]; then
    cd /programs || exit 1
    mkdir -p /src/.ci /src/.build /src/Sources/TiltCore/Protocol /share/swift
    echo '"tiltshadow 0"' >/src/Sources/TiltCore/Protocol/ProtocolVersion.swift
    ln -s /programs /src/.build/shipped
    : >/share/swift/LICENSE.txt
    mkdir -p /src/Vendor/swift-nio
    : >/src/Vendor/swift-nio/NOTICE.txt
    printf '#!/bin/sh\necho\n' >/src/.ci/toolchain
    chmod 755 /src/.ci/toolchain
    for program in /src/.ci/embedded /bin/aarch64-linux-gnu-strip /bin/dpkg-buildpackage /bin/dh /bin/dh_python3 /bin/cc; do
        printf '#!/bin/sh\necho cannot build >&2\n[ "${2:-}" = --root ]\n' >$program
        chmod 755 $program
    done
    for script in build-static.sh build-deb.sh; do
        check "$script ends where it cannot build" sh -c \
            '! /src/systemd/$0 --out /tmp/out aarch64 >/tmp/said 2>&1 && [ "$(cat /tmp/said)" = "cannot build" ]' $script
        check "and packs nothing" [ -z "$(ls /tmp/out 2>/dev/null)" ]
    done
    cd /
fi

# A PREFIX of its own keeps everything inside.
if [ "$init" != systemd ] && [ "$init" != none ]; then
    rm /tmp/up
    mkdir -p /etc/service
    said() { sed -n "s|^$1:   \([^(]*\).*|\1|p" /tmp/said; }
    check "it is installed with a PREFIX of its own" install /opt/ts
    check "and nothing is put outside of that" [ -z "$(files | grep -v '^/opt/ts/')" ]
    check "nor is it started" never "restart|start" $asked
    check "what it says copies the service" sh -ec "$(said 'start it')"
    check "and udev's rules" sh -ec "$(said 'udev does not look below /opt/ts')"
    check "they are there" [ "$(files | grep -c '^/etc/.*/\(tiltshadow\|61-tiltshadow.rules\)$')" -ge 2 ]
    check "over them it is installed, too" install /opt/ts
    check "and there is nothing to copy" never ":   (mkdir|cp) " /tmp/said
    mkdir -p /etc/tiltshadow/relay
    check "it can be uninstalled with them" install /opt/ts --uninstall
    check "an empty folder is no settings" never "rm -r" /tmp/said
    check "it says again what removes the groups" sh -c "$(sed -n 's/^to remove that, too:   //p' /tmp/said)"
    check "nothing is left, again" [ -z "$(files)" ]
    check "nor an empty folder" [ -z "$(find /opt/ts -mindepth 1)" ]
    files

    export INITDIR=/srv/services UDEVDIR=/srv/rules
    check "it is installed to other places" install /usr
    unset INITDIR UDEVDIR
    check "where those are not named" install /usr --uninstall
    check "it says that there is no service" says "; where it was installed with another INITDIR, name that"
    check "and no rules" says "; where it was installed with another UDEVDIR, name that"
fi

echo "install.sh, $init: $failures failed"
[ "$failures" -eq 0 ]
exit $?
