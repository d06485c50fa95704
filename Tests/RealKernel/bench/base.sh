# The base initramfs: busybox, real udev, kernel modules, simulators and the guest's scripts.
# Built once for each state of the sources and each kernel.

# The guest's processor, and what makes and runs programs for it here.
processor=x86_64
compiler=(gcc)
runner=()
udev_library=usr/lib/x86_64-linux-gnu/systemd # what udev's programs share, since Debian 13

# Sets base: the archive.
prepare_base() {
    local stamp
    stamp=$(cat "$here"/bench/{base,kernel,aarch64}.sh "$here"/{guest,simulators}/* <(echo "$kernel_dir") | sha256sum | cut -c1-16)
    base=$cache/base-$processor-$stamp.cpio
    [ -e "$base" ] && return
    say "building the base initramfs"
    local root=$work/base
    mkdir -p "$root"/{dev,proc,sys,run,tmp,etc,var/lib,lib64,usr/bin,usr/lib/udev,usr/lib/x86_64-linux-gnu,bench}
    ln -s usr/bin "$root/bin"
    ln -s usr/bin "$root/sbin"
    ln -s usr/lib "$root/lib"
    copy_tools "$root/bin"
    copy_libraries "$root" "$root/bin/awk"
    cp -a "$kernel_dir/lib/modules" "$root/lib/"
    install_udev "$root"
    build_simulators "$root/usr/bin"
    cp "$here"/guest/*.{sh,awk} "$root/bench/"
    cp "$here/guest/init" "$root/init"
    chmod +x "$root/init"
    rm -f "$cache/base-$processor"-*.cpio
    archive "$root" "$base"
}

# copy_tools DIRECTORY
copy_tools() {
    cp "$(command -v busybox)" "$1/"
    cp -L "$(command -v awk)" "$1/awk" # busybox's has no mathematics
}

# install_udev ROOT: udevd with its rules, and a hardware database of sensors only (the whole is 13 MB).
install_udev() {
    local root=$1 hwdb=$work/hwdb files
    cp "$udev_dir"/bin/udevadm "$root/bin/"
    copy_libraries "$root" "$udev_dir/bin/udevadm"
    mkdir -p "$root/usr/lib/systemd"
    ln -s /bin/udevadm "$root/usr/lib/systemd/systemd-udevd"
    for files in "$udev_dir"/{,usr/}lib/udev; do
        [ ! -d "$files" ] || cp -a "$files/." "$root/usr/lib/udev/"
    done
    mkdir -p "$hwdb/usr/lib/udev/hwdb.d" "$hwdb/etc/udev"
    ln -s usr/lib "$hwdb/lib"
    cp "$root/usr/lib/udev/hwdb.d/60-sensor.hwdb" "$here"/guest/*.hwdb "$hwdb/lib/udev/hwdb.d/"
    LD_LIBRARY_PATH=$udev_dir/$udev_library "${runner[@]}" "$udev_dir/bin/systemd-hwdb" --usr --root="$hwdb" update
    rm -rf "$root/usr/lib/udev/hwdb.d"
    cp "$hwdb/lib/udev/hwdb.bin" "$root/usr/lib/udev/"
    echo 'root:x:0:0::/root:/bin/sh' >"$root/etc/passwd"
    udev_groups >"$root/etc/group"
    # The user of the scenarios without privileges; the group is the one of the project's own udev rule.
    echo 'tiltshadowd:x:900:900::/:/bin/sh' >>"$root/etc/passwd"
    echo 'tiltshadow:x:900:' >>"$root/etc/group"
}

# The groups that udev's own rules name, each with a number of its own; it complains of one it cannot find.
udev_groups() {
    local gid=100 group
    echo 'root:x:0:'
    for group in tty disk lp kmem dialout cdrom floppy tape audio video plugdev sgx kvm render input; do
        gid=$((gid + 1)) # not in $(...), whose variables end with it
        echo "$group:x:$gid:"
    done
}

# build_simulators DIRECTORY
build_simulators() {
    local program
    for program in uaccel hidaccel uplay scanrec subscribe says frames storm standin; do
        "${compiler[@]}" -std=gnu11 -O2 -Wall -Wextra -Werror -static -o "$1/$program" \
            "$here/simulators/$program.c" "$here/simulators/motion.c" -lm
    done
}

# copy_libraries ROOT PROGRAM: the shared libraries a program needs: udev's own, and the host's.
copy_libraries() {
    local lines missing library
    lines=$(LD_LIBRARY_PATH=$udev_dir/$udev_library ldd "$2" 2>/dev/null) || return 0 # static
    missing=$(sed -n 's/^\t\(.*\) => not found.*/\1/p' <<<"$lines" | xargs)
    [ -z "$missing" ] || cannot_run "$(basename "$2") needs $missing"
    for library in $(grep -o '/[^ ]*' <<<"$lines"); do
        case $library in
            /lib64/*) cp -Lu "$library" "$1/lib64/" ;;
            *) cp -Lu "$library" "$1/usr/lib/x86_64-linux-gnu/" ;;
        esac
    done
}

# archive DIRECTORY FILE: an initramfs, not compressed: an emulated processor unpacks slowly.
archive() {
    (cd "$1" && find . | cpio -o -H newc --quiet -R 0:0) >"$2.part"
    mv "$2.part" "$2"
}
