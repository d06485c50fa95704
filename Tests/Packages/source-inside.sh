#!/bin/sh
# source-inside.sh: what source.sh does within a bare root.
set -u
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C DEBIAN_FRONTEND=noninteractive HOME=/build
. /src/check.sh
profile=-Ppkg.tiltshadow.programs
cd /build || exit 1
apt-get -qq update || exit 77
# As nobody: a build needs no superuser, and no network.
chown nobody .
as_nobody() { unshare --net setpriv --reuid nobody --regid nogroup --clear-groups "$@"; }
check "the source package can be unpacked" as_nobody dpkg-source -x tiltshadow_*.dsc tree
check "apt knows all that it needs" apt-get build-dep -qq -y $profile ./tree
build() { cd tree && as_nobody env BIN=/src/programs dpkg-buildpackage -b -uc -us $profile; }
check "dpkg-buildpackage makes the packages" build
cd /build || exit 1
check "six of them" [ "$(find . -maxdepth 1 -name '*.deb' | wc -l)" -eq 6 ]
check "apt installs them" apt-get install -qq -y ./*.deb
apt-get install -qq -y lintian >/tmp/output 2>&1 || exit 77
# Both at once: what the source says of a licence is looked for in what is made of it.
check "lintian has nothing against them, nor the source" as_nobody lintian --fail-on error,warning ./*.dsc ./*.changes

echo "source package: $failures failed"
[ "$failures" -eq 0 ]
exit $?
