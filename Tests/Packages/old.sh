#!/bin/sh
# old.sh FILE: a Debian package as that of 0.1.0 was, but for its programs: settings that dpkg asks about, and its scripts.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT; trap 'exit 143' TERM
root=$work/root
install -Dm644 "$here/old/tiltshadow.conf" "$root/etc/tiltshadow/tiltshadow.conf"
for unit in service socket; do
    install -Dm644 /dev/null "$root/usr/lib/systemd/system/tiltshadow.$unit"
    printf '[Unit]\nDescription=0.1.0\n' >"$root/usr/lib/systemd/system/tiltshadow.$unit"
done
install -Dm644 "$here/../../config/tiltshadow.sysusers" "$root/usr/lib/sysusers.d/tiltshadow.conf"
mkdir "$root/DEBIAN"
echo /etc/tiltshadow/tiltshadow.conf >"$root/DEBIAN/conffiles"
install -m755 "$here"/old/postinst "$here"/old/prerm "$here"/old/postrm "$root/DEBIAN"
cat >"$root/DEBIAN/control" <<END
Package: tiltshadow
Version: 0.1.0-1
Architecture: $(dpkg --print-architecture)
Maintainer: tiltshadow maintainers <maintainers@tiltshadow.invalid>
Description: shadow offsets from a motion sensor
END
dpkg-deb --root-owner-group --build "$root" "$1" >/dev/null
