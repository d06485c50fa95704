#!/bin/sh
# Builds a Debian package of the programs that are built already: stripped, with units, rules, manuals, completions.
set -eu

usage() {
    cat <<'END2'
Usage: systemd/build-deb.sh [--bin DIR] [--out DIR]

  --bin DIR   where tiltshadowd and tiltshadow were built (default: .build/release)
  --out DIR   where the package is put (default: .build/deb)

Build first: swift build -c release --static-swift-stdlib
Needs dpkg-dev and binutils. No root. Environment: DEB_REVISION (default 1), SOURCE_DATE_EPOCH.
END2
}

fail() {
    printf 'build-deb.sh: %s\n' "$@" >&2
    exit 1
}

here=$(cd "$(dirname "$0")" && pwd)
source=$(dirname "$here")
bin=$source/.build/release
out=$source/.build/deb
while [ $# -gt 0 ]; do
    case $1 in
        --bin) [ $# -ge 2 ] || { usage >&2; exit 2; }; bin=$2; shift ;;
        --out) [ $# -ge 2 ] || { usage >&2; exit 2; }; out=$2; shift ;;
        -h | --help) usage; exit 0 ;;
        *) printf 'build-deb.sh: unknown argument %s\n' "$1" >&2; usage >&2; exit 2 ;;
    esac
    shift
done

for program in dpkg-deb dpkg-shlibdeps strip; do
    command -v "$program" >/dev/null || fail "$program is missing" "install it: apt-get install dpkg-dev binutils"
done
for program in tiltshadowd tiltshadow; do
    [ -x "$bin/$program" ] || fail "$bin/$program is missing" \
        "build it first: swift build -c release --static-swift-stdlib (or name its directory with --bin)"
    ! ldd "$bin/$program" | grep -q libswiftCore || fail "$bin/$program needs Swift's libraries at run time" \
        "build it with: swift build -c release --static-swift-stdlib"
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
root=$work/debian/tiltshadow
doc=$root/usr/share/doc/tiltshadow
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$source" log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH
maintainer="tiltshadow maintainers <maintainers@tiltshadow.invalid>"
version=$("$bin/tiltshadow" --version | awk '{ print $NF }')-${DEB_REVISION:-1}
architecture=$(dpkg --print-architecture)

# What install.sh installs is what the package holds, but for settings that Debian's own tools look after.
umask 022
mkdir -p "$root/DEBIAN" "$doc"
DESTDIR=$root PREFIX=/usr "$here/install.sh" --bin "$bin" >/dev/null
strip --strip-all --remove-section=.comment "$root/usr/bin/tiltshadowd" "$root/usr/bin/tiltshadow"
find "$root/usr/share/man" -type f -exec gzip -9n {} +
cp "$here/debian/copyright" "$doc/copyright"
printf '%s\n' "tiltshadow ($version) unstable; urgency=low" "" "  * See the project's history." "" \
    " -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9n >"$doc/changelog.Debian.gz"

printf '/etc/tiltshadow/tiltshadow.conf\n' >"$root/DEBIAN/conffiles"
for script in postinst prerm postrm; do
    install -m 755 "$here/debian/$script" "$root/DEBIAN/$script"
done

# dpkg-shlibdeps wants to know of a source package.
printf 'Source: tiltshadow\n\nPackage: tiltshadow\nArchitecture: any\n' >"$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O "$root/usr/bin/tiltshadowd" "$root/usr/bin/tiltshadow" 2>/dev/null |
    sed -n 's/^shlibs:Depends=//p')
cat >"$root/DEBIAN/control" <<END2
Package: tiltshadow
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Section: utils
Priority: optional
Depends: $depends
Recommends: systemd, udev
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)
Description: offsets for drop shadows from a device's motion sensor
 A daemon reads accelerometers and gyroscopes from Linux IIO and evdev, derives
 pitch and roll without a jump at the vertical, and sends the offset of a
 card's drop shadow to every program that connects to its Unix socket, 50 times
 a second. A tool watches, records, replays and diagnoses.
END2
(cd "$root" && find usr etc -type f ! -path etc/tiltshadow/tiltshadow.conf -exec md5sum {} + >DEBIAN/md5sums)

mkdir -p "$out"
package=$out/tiltshadow_${version}_$architecture.deb
dpkg-deb --root-owner-group --build "$root" "$package" >/dev/null
printf '%s\n' "$package"
