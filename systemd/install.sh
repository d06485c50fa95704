#!/bin/sh
# Installs tiltshadow as a system service, or removes it. Run it again at will: it changes only what differs.
set -eu

usage() {
    cat <<'END'
Usage: systemd/install.sh [--bin DIR] [--uninstall]

  --bin DIR     where tiltshadowd and tiltshadow were built (default: .build/release)
  --uninstall   remove what was installed and what the service kept; an edited tiltshadow.conf and the groups stay

Environment: PREFIX (default /usr/local) goes before bin, lib and share;
             DESTDIR (default empty) goes before everything, for building a package:
             then nothing of the running system is touched.
END
}

fail() {
    printf 'install.sh: %s\n' "$@" >&2
    exit 1
}

here=$(cd "$(dirname "$0")" && pwd)
source=$(dirname "$here")
bin=$source/.build/release
action=install
while [ $# -gt 0 ]; do
    case $1 in
        --bin) [ $# -ge 2 ] || { usage >&2; exit 2; }; bin=$2; shift ;;
        --bin=*) bin=${1#--bin=} ;;
        --uninstall) action=uninstall ;;
        -h | --help) usage; exit 0 ;;
        *) printf 'install.sh: unknown argument %s\n' "$1" >&2; usage >&2; exit 2 ;;
    esac
    shift
done

prefix=${PREFIX:-/usr/local}
prefix=${prefix%/}
destdir=${DESTDIR:-}
destdir=${destdir%/}
case $prefix in
    /*) ;;
    *) fail "PREFIX is \"$prefix\", expected an absolute path" ;;
esac
case $prefix in
    *[!A-Za-z0-9._/+-]*) fail "PREFIX \"$prefix\" has characters that a unit file would need to escape" ;;
esac

# systemd and udev read their files below these two prefixes and /etc, and nowhere else.
case $prefix in
    /usr | /usr/local) lib=$prefix/lib ;;
    *) lib=/etc ;;
esac
units=$destdir$lib/systemd/system
rules=$destdir$lib/udev/rules.d
sysusers=$destdir$lib/sysusers.d
programs=$destdir$prefix/bin
share=$destdir$prefix/share
settings=$destdir/etc/tiltshadow

bash_completion=$share/bash-completion/completions/tiltshadow
fish_completion=$share/fish/vendor_completions.d/tiltshadow.fish
zsh_completion=$share/zsh/site-functions/_tiltshadow
# Debian's zsh leaves site-functions to /usr/local.
[ "$prefix" != /usr ] || zsh_completion=$share/zsh/vendor-completions/_tiltshadow

schema=$share/tiltshadow/protocol-1.schema.json

manuals() {
    for page in "$source"/Sources/tiltshadow/Manual/*.[1-8]; do
        [ ! -e "$page" ] || printf '%s\n' "$page"
    done
}

# put MODE FROM TO: copies where TO is missing or differs, and says so.
put() {
    if [ -f "$3" ] && cmp -s "$2" "$3"; then
        chmod "$1" "$3"
        return
    fi
    mkdir -p "$(dirname "$3")"
    # A new file under the old name: a running tiltshadowd cannot be written over, but its name can be taken.
    cp "$2" "$3.part"
    chmod "$1" "$3.part"
    mv -f "$3.part" "$3"
    printf 'installed %s\n' "$3"
}

# drop FILE...: removes what is there, with the directories that are empty then.
drop() {
    for file in "$@"; do
        [ -e "$file" ] || continue
        rm -f "$file"
        printf 'removed %s\n' "$file"
        case ${file%/*} in
            */tiltshadow) rmdir "${file%/*}" 2>/dev/null || true ;;
        esac
    done
}

systemd_runs() { [ -z "$destdir" ] && [ -d /run/systemd/system ]; }
udev_runs() { [ -z "$destdir" ] && [ -S /run/udev/control ] && command -v udevadm >/dev/null; }

# What the service kept: the biases of gyroscopes, in a directory that systemd made for its dynamic user.
drop_state() {
    state=$destdir/var/lib/private/tiltshadow
    drop "$state"/bias-*
    rmdir "$state" 2>/dev/null || true
    if [ -d "$state" ]; then
        printf 'kept what else is in %s\n' "$state"
    else
        rm -f "$destdir/var/lib/tiltshadow"
    fi
}

check_programs() {
    for program in tiltshadowd tiltshadow; do
        [ -x "$bin/$program" ] || fail "$bin/$program is missing" \
            "build it first: swift build -c release --static-swift-stdlib (or name its directory with --bin)"
        if ldd "$bin/$program" 2>/dev/null | grep -q libswiftCore; then
            printf 'install.sh: %s\n' \
                "warning: $program needs Swift's libraries where they are now, which the service may not see;" \
                "build with: swift build -c release --static-swift-stdlib" >&2
        fi
    done
}

install_completions() {
    for shell in bash fish zsh; do
        "$bin/tiltshadow" --generate-completion-script "$shell" >"$scratch/completion" 2>/dev/null </dev/null || return 0
        [ -s "$scratch/completion" ] || return 0
        case $shell in
            bash) put 644 "$scratch/completion" "$bash_completion" ;;
            fish) put 644 "$scratch/completion" "$fish_completion" ;;
            zsh) put 644 "$scratch/completion" "$zsh_completion" ;;
        esac
    done
}

install_settings() {
    if [ ! -e "$settings/tiltshadow.conf" ]; then
        put 644 "$source/config/tiltshadow.conf" "$settings/tiltshadow.conf"
        return
    fi
    if cmp -s "$source/config/tiltshadow.conf" "$settings/tiltshadow.conf"; then
        drop "$settings/tiltshadow.conf.new"
        return
    fi
    put 644 "$source/config/tiltshadow.conf" "$settings/tiltshadow.conf.new"
    printf 'kept your %s; the new defaults are beside it in tiltshadow.conf.new\n' "$settings/tiltshadow.conf"
}

install_all() {
    check_programs
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    sed "s|/usr/local/bin/|$prefix/bin/|" "$here/tiltshadow.service" >"$scratch/tiltshadow.service"

    put 755 "$bin/tiltshadowd" "$programs/tiltshadowd"
    put 755 "$bin/tiltshadow" "$programs/tiltshadow"
    put 644 "$scratch/tiltshadow.service" "$units/tiltshadow.service"
    put 644 "$here/tiltshadow.socket" "$units/tiltshadow.socket"
    put 644 "$source/config/61-tiltshadow.rules" "$rules/61-tiltshadow.rules"
    put 644 "$source/config/tiltshadow.sysusers" "$sysusers/tiltshadow.conf"
    manuals | while read -r page; do
        put 644 "$page" "$share/man/man${page##*.}/${page##*/}"
    done
    put 644 "$source/Sources/tiltshadow/Manual/protocol-1.schema.json" "$schema"
    install_settings
    install_completions

    # The groups first: udev drops a rule's group that does not exist when it reads the rule.
    for group in tiltshadow tiltshadow-raw; do
        if [ -z "$destdir" ] && ! getent group "$group" >/dev/null; then
            if command -v systemd-sysusers >/dev/null; then
                systemd-sysusers "$sysusers/tiltshadow.conf"
            else
                groupadd --system "$group"
            fi
        fi
    done
    if udev_runs; then
        udevadm control --reload
        udevadm trigger --action=change --subsystem-match=iio --subsystem-match=input
    fi
    if systemd_runs; then
        systemctl daemon-reload
        systemctl try-restart tiltshadow.service
        printf '%s\n' "start it:   systemctl enable --now tiltshadow.socket" \
            "let a user subscribe:   usermod -aG tiltshadow USER   (from their next login)"
    fi
}

uninstall_all() {
    if systemd_runs; then
        systemctl disable --now tiltshadow.socket tiltshadow.service 2>/dev/null || true
    fi
    drop "$programs/tiltshadowd" "$programs/tiltshadow" "$units/tiltshadow.service" "$units/tiltshadow.socket" \
        "$rules/61-tiltshadow.rules" "$sysusers/tiltshadow.conf" \
        "$schema" "$bash_completion" "$fish_completion" "$zsh_completion" "$settings/tiltshadow.conf.new"
    manuals | while read -r page; do
        drop "$share/man/man${page##*.}/${page##*/}"
    done
    if [ -e "$settings/tiltshadow.conf" ]; then
        if cmp -s "$source/config/tiltshadow.conf" "$settings/tiltshadow.conf"; then
            drop "$settings/tiltshadow.conf"
        else
            printf 'kept your %s\n' "$settings/tiltshadow.conf"
        fi
    fi
    drop_state
    if systemd_runs; then systemctl daemon-reload; fi
    if udev_runs; then udevadm control --reload; fi
}

if [ -z "$destdir" ] && [ "$(id -u)" -ne 0 ]; then
    fail "needs root to change the system" "run: sudo $0, or set DESTDIR to try it in a directory"
fi
if [ "$action" = install ]; then install_all; else uninstall_all; fi
