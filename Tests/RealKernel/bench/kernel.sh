# Debian's own kernel and udev: downloaded once, unpacked, never installed. Needs no root.

# Modules the guests load, drivers of the two sensors and of systemd's root file system; what they depend on comes along.
kernel_modules=(uinput evdev joydev uhid hid-generic hid-sensor-hub hid-sensor-accel-3d hid-sensor-gyro-3d
    nfit nd_pmem crc32c_generic ext4 autofs4)

# Sets kernel_dir: `kernel` (for QEMU) and lib/modules; and udev_dir: the udev package and its own library, unpacked.
prepare_kernel() {
    local release
    release=$(kernel_release)
    kernel_dir=$cache/kernel-$release
    udev_dir=$kernel_dir/udev
    [ "$(cat "$kernel_dir/complete" 2>/dev/null)" = "${kernel_modules[*]}" ] && return
    say "fetching linux-image-$release and udev"
    rm -rf "$kernel_dir"
    mkdir -p "$kernel_dir"
    fetch "$kernel_dir" "linux-image-$release" udev libsystemd-shared
    unpack "$kernel_dir"/udev_*.deb "$udev_dir"
    unpack "$kernel_dir"/libsystemd-shared_*.deb "$udev_dir"
    unpack_kernel "$release" "$kernel_dir"/linux-image-*.deb
    rm "$kernel_dir"/*.deb
    echo "${kernel_modules[*]}" >"$kernel_dir/complete"
    find "$cache" -maxdepth 1 -name 'kernel-*' ! -name 'kernel-*-arm64' ! -name "kernel-$release" -exec rm -rf {} + # superseded
}

# The release that linux-image-amd64 stands for now: its number grows with security updates and old
# packages leave the mirror. Without package lists, the newest release in the cache.
kernel_release() {
    local release
    release=$(resolve_release)
    [ -n "$release" ] || { refresh_lists && release=$(resolve_release); }
    [ -n "$release" ] || release=$(newest_cached_release)
    [ -n "$release" ] || cannot_run "apt-get knows no linux-image-amd64 (a Debian mirror is needed for the first run)"
    echo "$release"
}

newest_cached_release() {
    cd "$cache"
    ls -td kernel-*-amd64/complete 2>/dev/null | sed -n '1s,kernel-\(.*\)/complete,\1,p' || true
}

resolve_release() {
    apt-cache "${apt_options[@]}" depends linux-image-amd64 2>/dev/null |
        sed -n 's/.*Depends: linux-image-\([0-9].*\)/\1/p' | head -1 || true
}

apt_options=(-qq -o APT::Sandbox::User=root)

# Package lists of the bench's own: an ordinary user cannot refresh the system's, and root need not.
refresh_lists() {
    mkdir -p "$cache/apt/lists/partial" "$cache/apt/archives/partial"
    apt_options+=(-o Dir::State::Lists="$cache/apt/lists" -o Dir::Cache="$cache/apt")
    apt-get "${apt_options[@]}" update >&2
}

# fetch DIRECTORY PACKAGE...
fetch() (
    cd "$1"
    shift
    apt-get "${apt_options[@]}" download "$@" >/dev/null 2>&1 && return
    refresh_lists || true
    apt-get "${apt_options[@]}" download "$@" >&2 || cannot_run "apt-get could not download: $*"
)

# unpack DEB DIRECTORY [PATTERN...]: as on an installed system, where /bin and /lib lead below /usr: packages of Debian 12
# have their files there or here, later ones below /usr alone.
unpack() {
    mkdir -p "$2"/usr/{bin,lib}
    ln -sf usr/bin usr/lib "$2/"
    dpkg-deb --fsys-tarfile "$1" | tar -x --keep-directory-symlink -C "$2" --wildcards "${@:3}"
}

# unpack_kernel RELEASE DEB: the kernel image, and of the modules those the guest needs.
unpack_kernel() {
    local release=$1 deb=$2 all=$kernel_dir/all
    unpack "$deb" "$all" ./boot './*lib/modules'
    pick_modules "$release" "$all"
    decompress_kernel "$all/boot/vmlinuz-$release" "$kernel_dir/kernel"
    rm -rf "$all"
}

# pick_modules RELEASE ALL: none of them packed, for an emulated processor unpacks slowly.
pick_modules() {
    local release=$1 all=$2 module
    depmod -b "$all" "$release"
    for module in "${kernel_modules[@]}"; do
        modprobe -d "$all" -S "$release" --show-depends "$module"
    done | sed -n 's,^insmod .*/lib/modules/,lib/modules/,p' | sort -u |
        (cd "$all" && xargs cp --parents -t "$kernel_dir")
    find "$kernel_dir/lib/modules" -name '*.ko.xz' -exec xz -d {} +
    cp "$all/lib/modules/$release"/modules.{builtin,builtin.modinfo,order} "$kernel_dir/lib/modules/$release/"
    depmod -b "$kernel_dir" "$release"
}

# decompress_kernel VMLINUZ KERNEL: QEMU starts the bare ELF kernel directly (PVH), four seconds sooner
# than an emulated processor unpacks the compressed one. A kernel not packed with xz stays as it is: Debian 13's
# is packed with zstd, and unpacks itself in no time that could be measured.
decompress_kernel() {
    local offset
    offset=$(grep -abom1 $'\xFD7zXZ' "$1" | head -1 | cut -d: -f1) || true
    # xz complains of what follows the stream; whether it gave a kernel is what counts.
    tail -c "+$((${offset:-0} + 1))" "$1" | xz -dc >"$2" 2>/dev/null || true
    [ "$(head -c 4 "$2")" = $'\x7fELF' ] || cp "$1" "$2"
}
