# The root file system of the guest with systemd: packages of this machine's release of Debian and the hub's mount matrix,
# nothing of ours.
# Made once for each list of packages and release; runs write to a throw-away copy.

# What the service, its tool, its udev rule and the coexistence with others need beyond Debian's essential packages.
root_packages=(systemd-sysv udev dbus kmod procps libevdev2 libstdc++6 acl iio-sensor-proxy libpam-systemd mosquitto libmosquitto1)

# Sets root_image.
prepare_systemd_root() {
    local stamp suite
    suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
    stamp=$(cat "$here"/bench/systemd-root.sh "$here"/guest/*.hwdb <(echo "$suite") | sha256sum | cut -c1-16)
    root_image=$cache/systemd-$stamp.ext2
    [ -e "$root_image" ] && return
    say "fetching Debian's packages for a root file system"
    local image=$work/root.ext2
    # As an ordinary user it works in a user namespace, where the kernel lets one.
    mmdebstrap --variant=essential --include="$(IFS=,; echo "${root_packages[*]}")" \
        --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
        --dpkgopt='path-exclude=/usr/share/locale/*' \
        --customize-hook="copy-in '$here/guest/61-bench.hwdb' /etc/udev/hwdb.d" \
        --customize-hook='chroot "$1" systemd-hwdb update' \
        "$suite" "$image" >"$work/mmdebstrap.log" 2>&1 ||
        cannot_run "mmdebstrap made no root file system: $(grep '^E:' "$work/mmdebstrap.log" | tail -n 2 | xargs)"
    # It leaves a tenth free, which is less than the programs take.
    truncate -s 512M "$image"
    resize2fs "$image" >"$work/resize2fs.log" 2>&1 || cannot_run "resize2fs: $(tail -n 1 "$work/resize2fs.log")"
    rm -f "$cache"/systemd-*.ext2
    cp --sparse=always "$image" "$root_image.part"
    mv "$root_image.part" "$root_image"
}
