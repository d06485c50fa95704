#!/bin/sh
# readme.sh [SUITE [COMMAND...]]: the README's two commands, as they stand there, in a bare root of a Debian release (trixie).
#
# Apt is all that is in the root: what else the commands need they install, but for this machine's Swift and its copies of the
# Swift packages, which are read-only there. They run as root, without sudo. Half an hour on two cores; a third of that with a
# COMMAND, such as ./Sources/demo.sh, in their place. In sid the Swift is Debian's own, the oldest that the README promises.
# Ends with 77 where it cannot be tried. KEEP=yes keeps the root.
set -eu
cd "$(dirname "$0")/../.."

skip() { echo "skipped: the README in a bare root: $*" >&2; exit 77; }
suite=trixie
if [ $# -gt 0 ]; then
    suite=$1
    shift
fi
[ "$(id -u)" -eq 0 ] || skip "only root can enter a root"
for program in mmdebstrap unshare chroot git swiftc; do
    command -v "$program" >/dev/null || skip "$program is not installed"
done
toolchain=$(.ci/toolchain)
packages=$PWD/.build/repositories
[ -d "$packages" ] || skip "the Swift packages are not here; fetch them: swift package resolve"

work=$(mktemp -d)
[ "${KEEP:-}" = yes ] || trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT; trap 'exit 143' TERM
root=$work/root
if [ "$suite" = sid ]; then
    # A mirror may lag behind the days that sid's lists are valid for.
    toolchain=
    mmdebstrap --quiet --variant=apt --include=swiftlang --aptopt='Acquire::Check-Valid-Until "false"' sid "$root"
else
    mmdebstrap --quiet --variant=apt "$suite" "$root"
fi || skip "no root can be made: is there a network?"
mkdir "$root/src"
git clone --quiet --depth 1 "file://$PWD" "$root/root/tiltshadow"
{
    printf '[safe]\n\tdirectory = *\n'
    for package in "$packages"/*; do
        printf '[url "%s"]\n\tinsteadOf = %s\n' "$package" "$(git -C "$package" config remote.origin.url)"
    done
} >"$root/root/.gitconfig"
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp Tests/BareRoot/readme-inside.sh "$root/src"
if [ $# -eq 0 ]; then
    commands=$(sed -n '/^## Try it/,/^## /s/^\$ \([^ ]*\) .*/\1/p' README.md)
    # shellcheck disable=SC2086 # A list of words.
    set -- $commands
    [ $# -eq 2 ] || { echo "readme.sh: the README has other commands than its two: $commands" >&2; exit 1; }
fi
status=0
env -i READ_ONLY="$toolchain $packages" TERM=dumb HOME=/root \
    PATH="${toolchain:+$toolchain/bin:}/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" \
    Tests/BareRoot/enter.sh "$root" /src/readme-inside.sh "$@" || status=$?
[ "${KEEP:-}" != yes ] || echo "the root is kept: $root"
exit $status
