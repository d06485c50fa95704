#!/bin/sh
# others.sh: the packages of other distributions, and Debian's from source, all from one release tarball without a network.
#
# rpmbuild, makepkg and dpkg-buildpackage as Debian has them; the functions of APKBUILD by hand, since Debian has no abuild.
# They take the programs of .build/shipped (or BIN): to build them is what CI does. A tool that is missing is said and
# passed over. makepkg needs libarchive-tools, and another user than root.
set -eu
cd "$(dirname "$0")/../.."
bin=$(cd "${BIN:-.build/shipped}" && pwd)
[ -x "$bin/tiltshadowd" ] && [ -x "$bin/tiltshadow" ] || { echo "skipped: there is no build in $bin" >&2; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
systemd/make-release.sh --debian --out "$work" >/dev/null
version=$(basename "$work"/tiltshadow-*.tar.xz .tar.xz)
version=${version#tiltshadow-}
packages=$PWD/systemd/packages
cp -r "$bin" "$work/programs"
chmod -R a+rX "$work/programs"
failed=

# try NAME TOOL COMMAND...: runs the command in a directory of its own.
try() {
    name=$1 tool=$2
    shift 2
    command -v "$tool" >/dev/null || { echo "skipped: $name: $tool is not installed"; return 0; }
    mkdir "$work/$name"
    if (cd "$work/$name" && "$@") >"$work/$name.log" 2>&1; then
        echo "ok   $name"
    else
        echo "FAIL $name"
        tail -n 20 "$work/$name.log"
        failed="$failed $name"
    fi
}

debian() {
    dpkg-source -x "../tiltshadow_$version"-*.dsc src
    cd src
    BIN=$work/programs dpkg-buildpackage -b -uc -us -Ppkg.tiltshadow.programs
    [ "$(ls ../*.deb | wc -l)" -eq 5 ]
}
rpm() {
    mkdir SOURCES
    cp "../tiltshadow-$version.tar.xz" SOURCES
    rpmbuild -bb --nodeps --define "_topdir $PWD" --define "programs $work/programs" "$packages/tiltshadow.spec"
    [ "$(find RPMS -name '*.rpm' | wc -l)" -eq 4 ]
}
arch() {
    cp "$packages/PKGBUILD" "$packages/tiltshadow.install" "../tiltshadow-$version.tar.xz" .
    run="env HOME=$PWD PACMAN=true PKGEXT=.pkg.tar programs=$work/programs makepkg --nodeps --noconfirm"
    if [ "$(id -u)" -eq 0 ]; then
        chown -R nobody .
        run="setpriv --reuid nobody --regid nogroup --clear-groups $run"
    fi
    $run
    [ "$(ls ./*.pkg.tar | wc -l)" -eq 3 ]
}
alpine() {
    tar -xf "../tiltshadow-$version.tar.xz"
    cd "tiltshadow-$version"
    programs=$work/programs pkgdir=$work/alpine/pkg sh -euc '
        amove() { for each in "$@"; do (cd "$pkgdir" && tar -c $each | tar -x -C "$pkgdir/../sub" && rm -r $each); done; }
        mkdir -p "$pkgdir/../sub"
        . "$1"
        build
        package
        libtiltshadow
        py3' sh "$packages/APKBUILD"
    [ -x ../pkg/etc/init.d/tiltshadow ] && [ -e ../sub/usr/lib/libtiltshadow.so.0 ] && [ -x ../pkg/usr/bin/tiltshadowd ]
}
try debian dpkg-buildpackage debian
try rpm rpmbuild rpm
try arch makepkg arch
try alpine make alpine
[ -z "$failed" ]
