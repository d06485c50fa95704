#!/bin/sh
# static.sh [PROCESSOR...]: the static programs' tarball (x86_64 and aarch64) where no C library is at all: a root with busybox
# and nothing else. install.sh installs it there, the tool follows the daemon, and all of it is removed.
#
# The tarballs are in DIR, or made anew by systemd/build-static.sh. As root; ends with 77 where that, or a program, is missing.
set -eu
cd "$(dirname "$0")/../.."

skip() { echo "skipped: static programs in a bare root: $*" >&2; exit 77; }
[ "$(id -u)" -eq 0 ] || skip "only root can enter a root"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT; trap 'exit 143' TERM
status=0
for processor in ${*:-x86_64 aarch64}; do
    case $processor in
        x86_64) architecture=amd64 ;;
        aarch64) architecture=arm64 ;;
        *) echo "static.sh: unknown processor $processor, expected x86_64 or aarch64" >&2; exit 2 ;;
    esac
    printf '== %s\n' "$processor"
    directory=${DIR:-}
    if [ -z "$directory" ]; then
        directory=$work
        systemd/build-static.sh --out "$work" "$processor" >/dev/null
    fi
    root=$work/$processor
    mkdir -p "$root/bin" "$root/etc" "$root/src" "$root/proc" "$root/sys" "$root/run" "$root/dev" "$root/tmp" "$root/var"
    cp "$(.ci/sysroot bookworm $architecture busybox-static)/bin/busybox" "$root/bin"
    for name in $(busybox --list); do ln -s busybox "$root/bin/$name" 2>/dev/null || true; done
    echo 'root:x:0:0::/:/bin/sh' >"$root/etc/passwd"
    echo 'root:x:0:' >"$root/etc/group"
    xz -dc "$directory"/tiltshadow-*-"$processor"-static.tar.xz | tar -x -C "$root/src"
    cp Tests/Packages/static-inside.sh Sources/tiltshadow/Resources/demo.tiltlog "$root/src"
    foreign=
    [ "$processor" = "$(uname -m)" ] || foreign="Tests/BareRoot/foreign.sh $processor"
    # shellcheck disable=SC2086 # several words or none
    $foreign Tests/BareRoot/enter.sh "$root" /src/static-inside.sh || {
        one=$?
        # What cannot be tried does not hide what failed.
        [ $one -eq 77 ] && [ $status -ne 0 ] || status=$one
    }
done
exit $status
