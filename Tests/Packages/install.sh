#!/bin/sh
# install.sh: what systemd/install.sh asks of each init, and of none, where it installs over what runs, and where it uninstalls;
# in a root with busybox and stand-ins for programs and inits. The inits themselves are in Tests/Inits and Tests/RealKernel.
#
# As root; ends with 77 where that, or busybox, is missing.
set -eu
cd "$(dirname "$0")/../.."

skip() { echo "skipped: install.sh in a bare root: $*" >&2; exit 77; }
[ "$(id -u)" -eq 0 ] || skip "only root can enter a root"
command -v busybox >/dev/null || skip "busybox is not installed"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT; trap 'exit 143' TERM
status=0
for init in systemd openrc runit dinit none; do
    printf '== %s\n' "$init"
    root=$work/$init
    mkdir -p "$root/bin" "$root/etc" "$root/src" "$root/proc" "$root/sys" "$root/run" "$root/dev" "$root/tmp" "$root/var"
    cp "$(command -v busybox)" "$root/bin"
    for name in $(busybox --list); do ln -s busybox "$root/bin/$name" 2>/dev/null || true; done
    echo 'root:x:0:0::/:/bin/sh' >"$root/etc/passwd"
    echo 'root:x:0:' >"$root/etc/group"
    cp -r systemd config README.md LICENSE "$root/src"
    mkdir "$root/src/Sources" "$root/programs"
    cp -r Sources/Adapters Sources/Clients "$root/src/Sources"
    for tool in tiltshadow tiltshadow-relay; do
        mkdir "$root/src/Sources/$tool"
        cp -r "Sources/$tool/Manual" "$root/src/Sources/$tool"
    done
    cp Tests/Packages/install-inside.sh "$root/src"
    Tests/BareRoot/enter.sh "$root" /src/install-inside.sh "$init" || status=1
done
exit $status
