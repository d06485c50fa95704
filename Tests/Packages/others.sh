#!/bin/sh
# others.sh [--build] [NAME...]: the packages of other distributions, Debian's from source, Python's wheel and Node's
# package, from one release tarball.
#
# rpmbuild, makepkg and dpkg-buildpackage as Debian has them; the functions of APKBUILD by hand, since Debian has no abuild.
# They take the programs of .build/shipped (or BIN); with --build they build them by this machine's Swift, five minutes each,
# and hold the daemon against the one that is shipped. Nothing has a network, where root runs this. A tool that is missing is
# said and passed over. makepkg needs libarchive-tools, and another user than root. NAME: debian, rpm, arch, alpine,
# npm or wheel.
set -eu
cd "$(dirname "$0")/../.."
bin=$(cd "${BIN:-.build/shipped}" && pwd)
for program in tiltshadowd tiltshadow tiltshadow-relay; do
    [ -x "$bin/$program" ] ||
        { echo "skipped: other packages: there is no $bin/$program: Sources/build.sh --relay" >&2; exit 77; }
done
build=
if [ "${1:-}" = --build ]; then
    build=yes
    shift
fi
names=${*:-debian rpm arch alpine npm wheel}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT; trap 'exit 143' TERM
chmod 755 "$work"
# With itself alone a machine still speaks: `swift build` waits for ever for a plugin's end where it does not.
alone=
if [ "$(id -u)" -eq 0 ]; then
    printf '#!/bin/sh\nbusybox ip link set lo up\nexec "$@"\n' >"$work/alone"
    chmod +x "$work/alone"
    alone="unshare --net $work/alone"
fi
systemd/make-release.sh --debian --out "$work" >/dev/null
version=$(basename "$work"/tiltshadow-*.tar.xz .tar.xz)
version=${version#tiltshadow-}
packages=$PWD/systemd/packages
programs=
if [ -z "$build" ]; then
    programs=$work/programs
    cp -r "$bin" "$programs"
    chmod -R a+rX "$programs"
    mkdir "$work/static"
    ln -s "$programs/tiltshadowd" "$programs/tiltshadow" "$work/static"
fi
failed=

# try NAME TOOL COMMAND...: runs the command in a directory of its own.
try() {
    name=$1 tool=$2
    shift 2
    case " $names " in *" $name "*) ;; *) return 0 ;; esac
    command -v "$tool" >/dev/null || { echo "skipped: $name: $tool is not installed"; return 0; }
    mkdir "$work/$name"
    # Where the shell is asked whether it succeeds, `set -e` holds for nothing in there.
    set +e
    (set -e; cd "$work/$name"; "$@") >"$work/$name.log" 2>&1
    status=$?
    set -e
    if [ $status -eq 0 ]; then
        echo "ok   $name"
    else
        echo "FAIL $name"
        tail -n 20 "$work/$name.log"
        failed="$failed $name"
    fi
}

# What asks an init, for what packages do to services: it does what nobody here wants, and writes down what it was asked.
asked=$work/asked
mkdir "$work/inits"
for init in systemctl rc-service rc-update; do
    printf '#!/bin/sh\necho "%s $*" >>%s\n' $init "$asked" >"$work/inits/$init"
    chmod +x "$work/inits/$init"
done
# asks SCRIPT TEXT...: the script, run by a shell, asks all of that; without TEXT it asks nothing.
asks() {
    script=$1
    shift
    : >"$asked"
    PATH=$work/inits:$PATH bash -c "$script"
    if [ $# -eq 0 ]; then [ ! -s "$asked" ] || { cat "$asked"; return 1; }; fi
    for text; do grep -qxF -- "$text" "$asked" || { echo "not asked: $text"; cat "$asked"; return 1; }; done
}
# has_all: what every distribution's packages have for those who write programs is among the files of standard input.
has_all() {
    files=$(cat)
    for file in doc/tiltshadow/README.md Adapters/QtQuick/TiltCard.qml Adapters/GTK4/card.py Adapters/GJS/card.mjs \
        Clients/Rust/src/lib.rs Clients/JavaScript/tiltshadow.mjs node_modules/tiltshadow/tiltshadow.mjs \
        node_modules/tiltshadow/package.json -packages/tiltshadow.py \
        .dist-info/METADATA include/tiltshadow.h; do
        case $files in *"$file"*) ;; *) echo "there is no $file in"; echo "$files"; return 1 ;; esac
    done
}
relays="tiltshadow-relay@*.service tiltshadow-relay-serve@*.service"
templates="tiltshadow-relay@.service tiltshadow-relay-serve@.service"
users="tiltshadow.socket tiltshadow.service tiltshadow-rotate.service"

# What was built below DIR is the daemon that is shipped: as large, as a build has paths in it and the compiler orders by them.
is_shipped() {
    [ -n "$build" ] || return 0
    built=$(find "$1" -path '*/bin/tiltshadowd' -o -path '*/tmp/usr/bin/tiltshadowd' | head -n 1)
    [ -n "$built" ] || { echo "no daemon below $1"; return 1; }
    built=$(stat -c %s "$built") shipped=$(stat -c %s "$bin/tiltshadowd")
    echo "the daemon: $built bytes, shipped $shipped"
    [ "$((built - shipped))" -lt 4096 ] && [ "$((shipped - built))" -lt 4096 ]
}
debian() {
    dpkg-source -x "../tiltshadow_$version"-*.dsc src
    cd src
    # -d: this machine's Swift is no package.
    $alone env ${programs:+BIN="$programs"} dpkg-buildpackage -b -uc -us ${programs:+-Ppkg.tiltshadow.programs} ${build:+-d}
    [ "$(ls ../*.deb | wc -l)" -eq 6 ]
    ! command -v lintian >/dev/null || lintian --allow-root --fail-on error,warning ../../tiltshadow_*.dsc ../*.changes
    dpkg-deb --extract ../tiltshadow_*.deb ../unpacked
    is_shipped ../unpacked
}
rpm() {
    mkdir SOURCES
    cp "../tiltshadow-$version.tar.xz" SOURCES
    $alone rpmbuild -bb --nodeps --define "_topdir $PWD" ${programs:+--define "programs $programs"} "$packages/tiltshadow.spec"
    [ "$(find RPMS -name '*.rpm' | wc -l)" -eq 6 ]
    command rpm -qpl RPMS/*/*.rpm | has_all
    # scriptlet PACKAGE WHEN COUNT: that of a package, as rpm runs it where COUNT of it stay.
    scriptlet() { printf 'set -- %s\n%s\n' "$3" "$(command rpm -qp --qf "%{$2}" RPMS/*/"$1-$version"-*.rpm)"; }
    asks "$(scriptlet tiltshadow PREUN 0)" "systemctl --no-reload disable --now tiltshadow.socket tiltshadow.service" \
        "systemctl --global disable $users"
    asks "$(scriptlet tiltshadow POSTUN 1)" "systemctl daemon-reload" "systemctl try-restart tiltshadow.socket tiltshadow.service"
    asks "$(scriptlet tiltshadow-relay PREUN 0)" "systemctl stop $relays" "systemctl --no-reload disable $templates"
    asks "$(scriptlet tiltshadow-relay POSTUN 1)" "systemctl daemon-reload" "systemctl try-restart $relays"
    for package in tiltshadow tiltshadow-relay; do asks "$(scriptlet $package PREUN 1)"; done
    rpm2cpio RPMS/*/tiltshadow-"$version"-*.rpm | (mkdir unpacked && cd unpacked && cpio -id --quiet)
    is_shipped unpacked
}
arch() {
    cp "$packages/PKGBUILD" "$packages"/*.install "../tiltshadow-$version.tar.xz" .
    run="env HOME=$PWD TMPDIR=$PWD PACMAN=true PKGEXT=.pkg.tar programs=$programs makepkg --nodeps --noconfirm"
    if [ "$(id -u)" -eq 0 ]; then
        chown -R nobody .
        run="$alone setpriv --reuid nobody --regid nogroup --clear-groups $run"
    fi
    $run
    [ "$(ls ./*.pkg.tar | wc -l)" -eq 5 ]
    for package in ./*.pkg.tar; do tar -tf "$package"; done | has_all
    # scriptlet PACKAGE WHEN: that of a package, as pacman runs it.
    scriptlet() { printf '%s\n%s\n' "$(tar -xOf "$1-$version"-*.pkg.tar .INSTALL)" "$2"; }
    asks "$(scriptlet tiltshadow pre_remove)" "systemctl --no-reload disable --now tiltshadow.socket tiltshadow.service" \
        "systemctl --global disable $users"
    asks "$(scriptlet tiltshadow post_upgrade)" "systemctl daemon-reload" "systemctl try-restart tiltshadow.socket tiltshadow.service"
    asks "$(scriptlet tiltshadow-relay pre_remove)" "systemctl stop $relays" "systemctl --no-reload disable $templates"
    asks "$(scriptlet tiltshadow-relay post_upgrade)" "systemctl daemon-reload" "systemctl try-restart $relays"
    is_shipped pkg
}
alpine() {
    tar -xf "../tiltshadow-$version.tar.xz"
    cd "tiltshadow-$version"
    programs=$programs pkgdir=$work/alpine/pkg $alone sh -euc '
        # What its static programs leave out: they can load no library.
        [ -z "$programs" ] || programs=$2
        amove() { for each in "$@"; do (cd "$pkgdir" && tar -c $each | tar -x -C "$pkgdir/../sub" && rm -r $each); done; }
        mkdir -p "$pkgdir/../sub"
        . "$1"
        build
        package
        libtiltshadow
        nodejs
        py3' sh "$packages/APKBUILD" "$work/static"
    [ ! -e ../pkg/usr/bin/tiltshadow-relay ]
    find ../pkg ../sub -type f | has_all
    (. "$packages/APKBUILD" && for script in $install; do [ -x "$packages/$script" ] || { echo "no $script"; exit 1; }; done)
    # Whoever reads it is not who types it: that is root.
    asks "$packages/tiltshadow.post-install | grep 'adduser USER tiltshadow'"
    asks "$packages/tiltshadow.post-upgrade" "rc-service --quiet --ifstarted tiltshadow restart"
    asks "$packages/tiltshadow-openrc.pre-deinstall" "rc-service --quiet --ifstarted tiltshadow stop" \
        "rc-update --all --quiet delete tiltshadow"
    for installed in pkg/etc/init.d/tiltshadow pkg/usr/bin/tiltshadowd sub/usr/lib/libtiltshadow.so.0; do
        [ -e "../$installed" ]
    done
    is_shipped ../pkg
}
wheel() {
    tar -xf "../tiltshadow-$version.tar.xz"
    $alone python3 -m pip wheel --quiet --no-deps --no-build-isolation "./tiltshadow-$version/Sources/Clients/Python"
    # Each module is in it, and works where nothing else is.
    cp "tiltshadow-$version/Sources/Clients/Python"/*.py . && modules=$(ls ./*.py | sed 's,./\(.*\).py,\1,') && rm ./*.py
    for module in $modules; do
        python3 -I -c "import sys; sys.path.insert(0, \"$(echo ./*.whl)\"); import $module; assert '.whl' in $module.__file__"
    done
    python3 -m zipfile --list ./*.whl | grep -q '/LICENSE '
}
npm() {
    tar -xf "../tiltshadow-$version.tar.xz"
    $alone env HOME="$PWD" npm pack --silent "./tiltshadow-$version/Sources/Clients/JavaScript"
    tar -xf tiltshadow-*.tgz
    cmp "tiltshadow-$version/LICENSE" package/LICENSE
    node --input-type=module -e "await import(\"$PWD/package/tiltshadow.mjs\")"
}
try debian dpkg-buildpackage debian
try rpm rpmbuild rpm
try arch makepkg arch
try alpine make alpine
try npm npm npm
if python3 -c 'import setuptools, pip, wheel' 2>/dev/null; then
    try wheel python3 wheel
else
    echo "skipped: wheel: python3-pip, python3-setuptools or python3-wheel is not installed"
fi
[ -z "$failed" ]
