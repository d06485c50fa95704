#!/bin/sh
# foreign.sh PROCESSOR COMMAND...: runs a command, all of whose programs may be another processor's (aarch64), in QEMU's user
# mode. Only root can, and no other program of this machine sees it: the kernel is told in a user namespace of its own.
#
# Ends with 77 where the kernel has no such thing, which it has since 6.7.
set -eu
tree=$(cd "$(dirname "$0")/../.." && pwd)
processor=$1
shift
case $processor in
    # The first twenty bytes of its programs, and which bits of them count.
    aarch64)
        head='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
        mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
        ;;
    *) echo "foreign.sh: unknown processor $processor, expected aarch64" >&2; exit 2 ;;
esac
emulator=$("$tree/.ci/sysroot" bookworm "$(dpkg --print-architecture)" qemu-user-static)/usr/bin/qemu-$processor-static

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT; trap 'exit 143' TERM
mkfifo "$work/made" "$work/mapped"
# P: the name a program is called by is kept. F: QEMU is opened here, and is there whatever root a program runs in.
EMULATION=":$processor:M::$head:$mask:$emulator:PF" unshare --user --mount --propagation private sh -euc '
    echo >"$0/made"
    read -r _ <"$0/mapped"
    if ! mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc ||
        ! printf "%s" "$EMULATION" >/proc/sys/fs/binfmt_misc/register; then
        echo "skipped: programs of another processor: this kernel has no emulation in a namespace" >&2
        exit 77
    fi
    unset EMULATION
    exec setpriv --reuid 0 --regid 0 --clear-groups "$@"' "$work" "$@" &
inside=$!
read -r _ <"$work/made"
echo "0 0 4294967295" >"/proc/$inside/uid_map"
echo "0 0 4294967295" >"/proc/$inside/gid_map"
echo >"$work/mapped"
wait $inside
