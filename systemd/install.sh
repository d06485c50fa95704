#!/bin/sh
# Installs tiltshadow as a system service, or removes it. Run it again at will: it changes only what differs.
set -eu
# Whoever installs it: everybody reads what is put.
umask 022

usage() {
    cat <<'END'
Usage: systemd/install.sh [--bin DIR] [--uninstall]

  --bin DIR     where tiltshadowd and tiltshadow are (default: .build/shipped, or bin in a release of static programs)
  --uninstall   remove what was installed there and what its service kept; what you have set, its log, its user and the groups
                stay, and are named with what removes them

Environment: PREFIX (default /usr/local) goes before bin, lib and share, and nothing is put outside of it but what
             the directories below say and, with /usr or /usr/local and another init than systemd, its service and
             udev's rules in /etc; with any other PREFIX it is said what to copy there;
             DESTDIR (default empty) goes before everything, for building a package:
             then nothing of the running system is touched;
             COMPLETER is a tiltshadow that runs here, where the one that is installed does not, or makes no completions;
             INIT (default: the one that runs here, with DESTDIR systemd) is systemd, openrc, runit, dinit or none;
             UNITDIR, USERUNITDIR, UDEVDIR, SYSUSERSDIR, INITDIR, BASHCOMPLETIONDIR, ZSHCOMPLETIONDIR and
             FISHCOMPLETIONDIR are where their files go, where the usual place will not do.
END
}

fail() {
    printf 'install.sh: %s\n' "$@" >&2
    exit 1
}

# quoted WORD...: each as a shell takes it for one word, with a space before it.
quoted() {
    for word in "$@"; do
        case $word in
            '' | *[!A-Za-z0-9._/+@:,=%~-]*) printf " '%s'" "$(printf %s "$word" | sed "s/'/'\\\\''/g")" ;;
            *) printf ' %s' "$word" ;;
        esac
    done
}

# What was said in the environment, in the same way.
surroundings() {
    for name in PREFIX INIT COMPLETER $places; do
        eval "place=\${$name:-}"
        [ -z "$place" ] || quoted "$name=$place"
    done
}

here=$(cd "$(dirname "$0")" && pwd)
source=$(dirname "$here")
bin=$source/.build/shipped
# A tarball of static programs has them beside this.
[ ! -e "$source/bin/tiltshadowd" ] || bin=$source/bin
action=install
given=$(quoted "$0" "$@")
while [ $# -gt 0 ]; do
    case $1 in
        --bin) [ $# -ge 2 ] || { usage >&2; exit 2; }; bin=$2; shift ;;
        --bin=*) bin=${1#--bin=} ;;
        --uninstall) action=uninstall ;;
        -h | --help) usage; exit 0 ;;
        *) printf 'install.sh: unknown argument %s\n' "$1" >&2; usage >&2; exit 2 ;;
    esac
    shift
done

prefix=${PREFIX:-/usr/local}
while [ "$prefix" != "${prefix%/}" ]; do prefix=${prefix%/}; done
destdir=${DESTDIR:-}
destdir=${destdir%/}
case $prefix in
    /*) ;;
    '') fail "PREFIX is \"$PREFIX\", expected a directory below /" ;;
    *) fail "PREFIX is \"$prefix\", expected an absolute path" ;;
esac
case $prefix in
    *[!A-Za-z0-9._/+-]*) fail "PREFIX \"$prefix\" has characters that a unit file would need to escape" ;;
esac
# A relative one would leave DESTDIR.
places="UNITDIR USERUNITDIR UDEVDIR SYSUSERSDIR INITDIR BASHCOMPLETIONDIR ZSHCOMPLETIONDIR FISHCOMPLETIONDIR"
for name in $places; do
    eval "place=\${$name:-/}"
    case $place in
        /*) ;;
        *) fail "$name is \"$place\", expected an absolute path" ;;
    esac
done

# find_init ROOT: the init that runs or, in a ROOT of its own and where none runs, that is installed. The script of Debian's
# package, debian/tiltshadow.postinst, has the same.
find_init() {
    first=$(cat /proc/1/comm 2>/dev/null) || true
    if [ -n "$1" ]; then :
    elif [ -d /run/systemd/system ]; then echo systemd; return
    elif [ -d /run/openrc ]; then echo openrc; return
    elif [ -d /run/runit ] || [ "$first" = runit ]; then echo runit; return
    elif [ -S /run/dinitctl ] || [ "$first" = dinit ]; then echo dinit; return
    # sysvinit's, which runs beside an installed systemd, too.
    elif [ -p /run/initctl ]; then echo none; return
    fi
    for each in systemd:systemd rc-service:openrc runsvdir:runit dinitctl:dinit; do
        for directory in usr/lib/systemd lib/systemd usr/bin bin usr/sbin sbin; do
            if [ -x "$1/$directory/${each%:*}" ]; then echo "${each#*:}"; return; fi
        done
    done
    echo none
}
init=${INIT:-${destdir:+systemd}}
init=${init:-$(find_init '')}
# Where the init looks for its service.
case $init in
    systemd) known_service= ;;
    openrc) known_service=${INITDIR:-/etc/init.d}/tiltshadow ;;
    runit) known_service=${INITDIR:-/etc/sv}/tiltshadow/run ;;
    dinit) known_service=${INITDIR:-/etc/dinit.d}/tiltshadow ;;
    none) known_service= ;;
    *) fail "INIT is \"$init\", expected systemd, openrc, runit, dinit or none" ;;
esac

units=$destdir${UNITDIR:-$prefix/lib/systemd/system}
userunits=$destdir${USERUNITDIR:-$prefix/lib/systemd/user}
# eudev, which is udev where systemd is not, reads those of one prefix and of /etc: there, what is not a package's lies in /etc.
# A prefix of its own keeps even that inside, and the service: the owner copies them.
own_prefix= service=$known_service
case $init:$prefix in
    systemd:* | *:/usr) rules=$prefix/lib/udev/rules.d ;;
    *:/usr/local) rules=/etc/udev/rules.d ;;
    *)
        rules=$prefix/lib/udev/rules.d
        [ -z "$service" ] || [ -n "${INITDIR:-}" ] || service=$prefix/share/tiltshadow/tiltshadow.$init
        ;;
esac
rules=$destdir${UDEVDIR:-$rules}
known_rules=$destdir${UDEVDIR:-/etc/udev/rules.d}
case $prefix in
    /usr | /usr/local) ;;
    *) own_prefix=yes ;;
esac
sysusers=$destdir${SYSUSERSDIR:-$prefix/lib/sysusers.d}
programs=$destdir$prefix/bin
share=$destdir$prefix/share
settings=$destdir/etc/tiltshadow
[ -z "$service" ] || service=$destdir$service known_service=$destdir$known_service

# Where a shell that is installed says that it looks; only below our prefix, or a trial would leave it.
asked() {
    answer=$(pkg-config --variable="$2" "$1" 2>/dev/null) || answer=
    case $answer in
        "$prefix"/*) printf '%s\n' "$answer" ;;
        *) printf '%s\n' "$3" ;;
    esac
}
bash_completion=$destdir${BASHCOMPLETIONDIR:-$(asked bash-completion completionsdir "$prefix/share/bash-completion/completions")}/tiltshadow
fish_completion=$destdir${FISHCOMPLETIONDIR:-$(asked fish completionsdir "$prefix/share/fish/vendor_completions.d")}/tiltshadow.fish
# Debian's zsh leaves site-functions to /usr/local; every other zsh reads them below /usr, too.
zsh_functions=$prefix/share/zsh/site-functions
if [ "$prefix" = /usr ] && [ -e /etc/debian_version ]; then zsh_functions=$prefix/share/zsh/vendor-completions; fi
zsh_completion=$destdir${ZSHCOMPLETIONDIR:-$zsh_functions}/_tiltshadow

schema=$share/tiltshadow/protocol-1.schema.json
# Every key at its default, explained: to read, and to copy from. What is set stands in /etc, which stays the owner's.
reference=$share/tiltshadow/tiltshadow.conf

manuals() {
    for page in "$source"/Sources/tiltshadow/Manual/*.[1-8]; do
        [ ! -e "$page" ] || printf '%s\n' "$page"
    done
}

# The relay to brokers, where it was built: build.sh --relay.
relay_page=$source/Sources/tiltshadow-relay/Manual/tiltshadow-relay.1
install_relay() {
    [ -x "$bin/tiltshadow-relay" ] || return 0
    put 755 "$bin/tiltshadow-relay" "$programs/tiltshadow-relay"
    put 644 "$relay_page" "$share/man/man1/tiltshadow-relay.1"
    put 644 "$source/config/relay.conf" "$share/tiltshadow/relay.conf"
    put 644 "$source/config/completions/tiltshadow-relay.bash" "$bash_completion-relay"
    put 644 "$source/config/completions/tiltshadow-relay.fish" "${fish_completion%.fish}-relay.fish"
    put 644 "$source/config/completions/_tiltshadow-relay" "$zsh_completion-relay"
    [ "$init" = systemd ] || return 0
    for unit in tiltshadow-relay@.service tiltshadow-relay-serve@.service; do
        sed "s|/usr/local/bin/|$prefix/bin/|" "$here/$unit" >"$scratch/$unit"
        put 644 "$scratch/$unit" "$units/$unit"
    done
}

# What was put, for a version that has it no longer. There is none below DESTDIR: package managers have their own.
list=$share/tiltshadow/installed

# put MODE FROM TO: copies where TO is missing or differs, and says so.
put() {
    printf '%s\n' "$3" >>"$scratch/put"
    # It would be moved into it.
    [ ! -d "$3" ] || fail "$3 is a directory, where a file belongs" "move it away, and run this again"
    # Of an installation that was killed.
    [ ! -e "$3.part" ] || rm -f "$3.part"
    if [ -f "$3" ] && cmp -s "$2" "$3"; then
        chmod "$1" "$3"
        return
    fi
    [ -d "${3%/*}" ] || mkdir -p "${3%/*}"
    # A new file under the old name: a running tiltshadowd cannot be written over, but its name can be taken.
    printf '%s\n' "$3.part" >"$scratch/part"
    cp "$2" "$3.part"
    chmod "$1" "$3.part"
    mv -f "$3.part" "$3"
    printf 'installed %s\n' "$3"
}

# Takes away what was made on the way, and a copy that was not done.
scratch=
finish() {
    [ -n "$scratch" ] || return 0
    [ ! -e "$scratch/part" ] || rm -f "$(cat "$scratch/part")"
    rm -rf "$scratch"
}

# drop FILE...: removes what is there, with the directories that are empty then: ours and, below a prefix of its own, all. What
# cannot be removed is said, and left; `stayed` is set then. A copy that was not done goes with what it was to be.
stayed=
drop() {
    for file in "$@"; do
        [ ! -f "$file.part" ] || rm -f "$file.part" || stayed=yes
        [ -e "$file" ] || [ -L "$file" ] || continue
        if ! reason=$(rm -f "$file" 2>&1); then
            printf 'install.sh: %s\n' "$file is still there: $reason" >&2
            stayed=yes
            continue
        fi
        printf 'removed %s\n' "$file"
        directory=${file%/*}
        while :; do
            case $own_prefix:$directory in
                *:*/tiltshadow | *:"$share"/doc/tiltshadow/* | yes:"$destdir$prefix"/*) rmdir "$directory" 2>/dev/null || break ;;
                *) break ;;
            esac
            directory=${directory%/*}
        done
    done
}

# drop_listed FILE: drops what was put below our prefix and is not in FILE. A relay that was not built this time stays.
drop_listed() {
    [ -f "$list" ] && [ -z "$destdir" ] || return 0
    while read -r file; do
        case $file in
            */../* | */relay.conf | *tiltshadow-relay*) continue ;;
            "$prefix"/*tiltshadow*) grep -qxF -- "$file" "$1" || drop "$file" ;;
        esac
    done <"$list"
}

# names_ours FILE...: whether one of them starts the daemon that is installed below our prefix.
names_ours() { cat "$@" 2>/dev/null | grep -qwF "$prefix/bin/tiltshadowd"; }

# Whether what stands where services are looked up is ours, not that of an installation with another PREFIX.
is_installed() {
    case $init in
        systemd) names_ours "$units/tiltshadow.service" ;;
        none) [ -e "$programs/tiltshadowd" ] ;;
        *) names_ours "$service" "$known_service" ;;
    esac
}

# Whether the service that this machine knows by our name is ours: systemd may take it from another place, and other inits look
# in their own alone. One that is masked is nobody else's.
is_known() {
    is_installed || return 1
    if [ -z "$destdir" ]; then
        case $init:${known_service%/tiltshadow*} in
            systemd:* | none:* | openrc:/etc/init.d | runit:/etc/sv | runit:/etc/runit/sv | dinit:/etc/dinit.d | dinit:*/lib/dinit.d) ;;
            *) return 1 ;;
        esac
    fi
    [ ! -e "$known_service" ] || names_ours "$known_service" || return 1
    systemd_runs || return 0
    unit=$(systemctl cat tiltshadow.service 2>/dev/null) || true
    case $unit in
        *ExecStart=*) printf '%s\n' "$unit" | names_ours - ;;
    esac
}

# Whether the owner has copied our service to where the init looks for it.
is_copied() { [ "$service" != "$known_service" ] && names_ours "$known_service"; }

systemd_runs() { [ -z "$destdir" ] && [ -d /run/systemd/system ]; }
udev_runs() { [ -z "$destdir" ] && [ -S /run/udev/control ] && command -v udevadm >/dev/null; }

# What the service kept: the biases of gyroscopes, in a directory that systemd made for its dynamic user, or the daemon.
drop_state() {
    state=$destdir/var/lib/private/tiltshadow
    [ -L "$destdir/var/lib/tiltshadow" ] || state=$destdir/var/lib/tiltshadow
    drop "$state"/bias-*
    rmdir "$state" 2>/dev/null || true
    if [ -d "$state" ]; then
        printf 'kept what else is in %s\n' "$state"
    else
        rm -f "$destdir/var/lib/tiltshadow" || stayed=yes
    fi
}

check_programs() {
    for program in tiltshadowd tiltshadow; do
        [ -x "$bin/$program" ] || fail "$bin/$program is missing" \
            "build it first: Sources/build.sh (or name its directory with --bin)"
        if ldd "$bin/$program" 2>/dev/null | grep -q libswiftCore; then
            printf 'install.sh: %s\n' \
                "warning: $program needs Swift's libraries where they are now, which the service may not see;" \
                "build with: Sources/build.sh" >&2
        fi
    done
}

install_completions() {
    put 644 "$source/config/completions/tiltshadowd.bash" "${bash_completion}d"
    put 644 "$source/config/completions/tiltshadowd.fish" "${fish_completion%.fish}d.fish"
    put 644 "$source/config/completions/_tiltshadowd" "${zsh_completion}d"
    if [ -e "$source/config/completions/tiltshadow.bash" ]; then
        # Written by whoever made this release: a static tool makes none.
        put 644 "$source/config/completions/tiltshadow.bash" "$bash_completion"
        put 644 "$source/config/completions/tiltshadow.fish" "$fish_completion"
        put 644 "$source/config/completions/_tiltshadow" "$zsh_completion"
        return 0
    fi
    # What runs elsewhere is the embedded tool, which has fewer commands than one that can write completions.
    for shell in bash fish zsh; do
        "${COMPLETER:-$bin/tiltshadow}" --generate-completion-script "$shell" ${COMPLETER:+--embedded} >"$scratch/completion" 2>/dev/null </dev/null || return 0
        [ -s "$scratch/completion" ] || return 0
        case $shell in
            bash)
                # It is read by a shell, and is no program.
                sed '1{/^#!/d;}' "$scratch/completion" >"$scratch/bash"
                put 644 "$scratch/bash" "$bash_completion"
                ;;
            fish) put 644 "$scratch/completion" "$fish_completion" ;;
            zsh) put 644 "$scratch/completion" "$zsh_completion" ;;
        esac
    done
}

# What 0.1.0 put into /etc, its defaults, or a copy of those of today, go. What the owner has written stays, notes as well.
drop_settings() {
    drop "$settings/tiltshadow.conf.new"
    [ -f "$settings/tiltshadow.conf" ] || return 0
    case $(cksum <"$settings/tiltshadow.conf") in
        "2750410215 5807" | "$(cksum <"$source/config/tiltshadow.conf")") drop "$settings/tiltshadow.conf" ;;
    esac
}

# exists group|passwd NAME: whether there is one of that name. Not every system has getent, and those have no other tables.
exists() {
    if command -v getent >/dev/null; then getent "$1" "$2" >/dev/null; else grep -q "^$2:" "/etc/$1"; fi
}

add_group() {
    ! exists group "$1" || return 0
    if command -v groupadd >/dev/null; then
        groupadd --system "$1"
    elif command -v addgroup >/dev/null; then
        addgroup -S "$1"
    else
        fail "the group $1 cannot be made: there is neither groupadd nor addgroup" "add it to /etc/group, and run this again"
    fi
}

add_groups() {
    if command -v systemd-sysusers >/dev/null; then
        exists group tiltshadow && exists group tiltshadow-raw || systemd-sysusers "$sysusers/tiltshadow.conf"
        return 0
    fi
    add_group tiltshadow
    add_group tiltshadow-raw
}

# systemd makes a user when the service starts; elsewhere there must be one.
add_user() {
    ! exists passwd tiltshadowd || return 0
    add_group tiltshadowd
    if command -v useradd >/dev/null; then
        useradd --system --gid tiltshadowd --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin tiltshadowd
    elif command -v adduser >/dev/null; then
        adduser -S -D -H -h /nonexistent -s /sbin/nologin -G tiltshadowd tiltshadowd
    else
        fail "the user tiltshadowd cannot be made: there is neither useradd nor adduser" \
            "add it to /etc/passwd, and run this again"
    fi
}

# The daemon and the relays that run are those of before: they are started again. Sets `restarted` where one is.
restarted=
restart_service() {
    is_known || return 0
    [ -z "$known_service" ] || [ -e "$known_service" ] || return 0
    case $init in
        systemd)
            systemd_runs || return 0
            # Where it is masked, systemd says so.
            systemctl try-restart tiltshadow.socket tiltshadow.service || true
            # Where none runs, the names match nothing.
            systemctl try-restart 'tiltshadow-relay@*.service' 'tiltshadow-relay-serve@*.service' 2>/dev/null || true
            return 0
            ;;
        openrc)
            rc-service tiltshadow status >/dev/null 2>&1 || return 0
            set -- rc-service tiltshadow restart
            ;;
        runit)
            [ -p "${known_service%/run}/supervise/ok" ] && sv status "${known_service%/run}" 2>/dev/null | grep -q '^run:' || return 0
            set -- sv restart "${known_service%/run}"
            ;;
        dinit)
            dinitctl status tiltshadow 2>/dev/null | grep -q 'State: STARTED' || return 0
            # What its file says now; where that cannot be changed while it runs, dinit says so.
            dinitctl reload tiltshadow || true
            set -- dinitctl restart tiltshadow
            ;;
        none) return 0 ;;
    esac
    restarted=yes
    "$@" || printf 'install.sh: %s\n' "warning: the tiltshadowd of before may still run" "type: $*" >&2
}

# What nothing is said of, and lies where neither systemd nor udev looks: a prefix of its own keeps all inside.
hidden_places() {
    [ "$init" = systemd ] && [ -n "$own_prefix" ] || return 0
    [ -n "${UNITDIR:-}" ] || printf ' UNITDIR=/etc/systemd/system'
    [ -n "${USERUNITDIR:-}" ] || printf ' USERUNITDIR=/etc/systemd/user'
    [ -n "${UDEVDIR:-}" ] || printf ' UDEVDIR=/etc/udev/rules.d'
}

# What is to be typed next; the last lines of an installation.
say_next() {
    copy=
    if [ "$service" != "$known_service" ] && ! is_copied; then
        copy="cp $service $known_service && "
        [ -d "${known_service%/*}" ] || copy="mkdir -p ${known_service%/*} && $copy"
    fi
    [ -n "$restarted" ] || case $init in
        systemd)
            hidden=$(hidden_places)
            [ -z "$hidden" ] || echo "systemd and udev do not look below $prefix, but with these they find their files:"
            echo "start it:   ${hidden:+env$(surroundings)$hidden$given && }systemctl enable --now tiltshadow.socket"
            ;;
        openrc) echo "start it:   ${copy}rc-update add tiltshadow default && rc-service tiltshadow start" ;;
        runit) echo "start it:   ${copy}ln -s ${known_service%/run} /etc/service/   (Void: /var/service/)" ;;
        dinit) echo "start it:   ${copy}dinitctl enable tiltshadow" ;;
        none) echo "start it:   $prefix/bin/tiltshadowd --user tiltshadowd" ;;
    esac
    if [ "$init" != systemd ] && [ -n "$own_prefix" ] && [ ! -e "$known_rules/61-tiltshadow.rules" ]; then
        copy="cp $rules/61-tiltshadow.rules $known_rules/"
        [ -d "$known_rules" ] || copy="mkdir -p $known_rules && $copy"
        echo "udev does not look below $prefix:   $copy"
    fi
    # busybox has no usermod, and its addgroup does the same.
    member="usermod -aG tiltshadow USER"
    command -v usermod >/dev/null || ! command -v addgroup >/dev/null || member="addgroup USER tiltshadow"
    case $init in
        systemd) echo "who does not sit in front of the machine subscribes as a member:   $member" ;;
        *) echo "let a user subscribe:   $member   (from their next login)" ;;
    esac
}

# Under one name there is one service: what another installation has put there is not overwritten.
check_service() {
    there=$service name=INITDIR
    [ "$init" != systemd ] || there=$units/tiltshadow.service name=UNITDIR
    [ ! -s "$there" ] || names_ours "$there" ||
        fail "$there starts another tiltshadowd" "uninstall that first, or name another place by $name"
}

install_all() {
    check_programs
    check_service
    trap finish EXIT
    # A shell that a signal ends does not come to that by itself.
    trap 'exit 129' HUP
    trap 'exit 130' INT
    trap 'exit 143' TERM
    scratch=$(mktemp -d)
    mkdir "$scratch/user"
    for unit in tiltshadow.service user/tiltshadow.service user/tiltshadow-rotate.service; do
        sed "s|/usr/local/bin/|$prefix/bin/|" "$here/$unit" >"$scratch/$unit"
    done

    put 755 "$bin/tiltshadowd" "$programs/tiltshadowd"
    put 755 "$bin/tiltshadow" "$programs/tiltshadow"
    if [ "$init" = systemd ]; then
        put 644 "$scratch/tiltshadow.service" "$units/tiltshadow.service"
        put 644 "$here/tiltshadow.socket" "$units/tiltshadow.socket"
        put 644 "$scratch/user/tiltshadow.service" "$userunits/tiltshadow.service"
        put 644 "$here/user/tiltshadow.socket" "$userunits/tiltshadow.socket"
        put 644 "$scratch/user/tiltshadow-rotate.service" "$userunits/tiltshadow-rotate.service"
    elif [ -n "$service" ]; then
        sed "s|/usr/local/bin/|$prefix/bin/|" "$source/config/tiltshadow.$init" >"$scratch/service"
        mode=755
        [ "$init" != dinit ] || mode=644
        put $mode "$scratch/service" "$service"
        # The copies that the owner was told to make.
        if is_copied; then
            put $mode "$scratch/service" "$known_service"
            [ ! -e "$known_rules/61-tiltshadow.rules" ] ||
                put 644 "$source/config/61-tiltshadow.rules" "$known_rules/61-tiltshadow.rules"
        fi
    fi
    put 644 "$source/config/61-tiltshadow.rules" "$rules/61-tiltshadow.rules"
    [ "$rules" = "$destdir$prefix/lib/udev/rules.d" ] || drop "$destdir$prefix/lib/udev/rules.d/61-tiltshadow.rules"
    put 644 "$source/config/tiltshadow.sysusers" "$sysusers/tiltshadow.conf"
    manuals | while read -r page; do
        put 644 "$page" "$share/man/man${page##*.}/${page##*/}"
    done
    put 644 "$source/Sources/tiltshadow/Manual/protocol-1.schema.json" "$schema"
    put 644 "$source/config/tiltshadow.conf" "$reference"
    "$here/documents.sh" | while read -r document; do
        put 644 "$source/$document" "$share/doc/tiltshadow/$document"
    done
    drop "$settings/tiltshadow.conf.new"
    install_completions
    install_relay
    [ -z "$destdir" ] || return 0
    sort -u "$scratch/put" >"$scratch/list"
    drop_listed "$scratch/list"
    put 644 "$scratch/list" "$list"

    # The groups first: udev drops a rule's group that does not exist when it reads the rule.
    add_groups
    [ "$init" = systemd ] || add_user
    if udev_runs; then
        udevadm control --reload
        udevadm trigger --action=change --subsystem-match=iio --subsystem-match=input
    fi
    if systemd_runs; then systemctl daemon-reload; fi
    restart_service
    say_next
}

# Ends the service, and takes it out of what is started at boot.
stop_service() {
    if systemd_runs; then
        systemctl disable --now tiltshadow.socket tiltshadow.service 2>/dev/null || true
        systemctl stop 'tiltshadow-relay@*.service' 'tiltshadow-relay-serve@*.service' 2>/dev/null || true
        # The links of every instance: it is asked by the template's name.
        systemctl disable tiltshadow-relay@.service tiltshadow-relay-serve@.service 2>/dev/null || true
        # Where somebody has enabled them for all users; what one has for themselves is theirs.
        systemctl --global disable tiltshadow.socket tiltshadow.service tiltshadow-rotate.service 2>/dev/null || true
    fi
    [ -e "$known_service" ] && [ -z "$destdir" ] || return 0
    case $init in
        openrc)
            rc-service --ifstarted tiltshadow stop || true
            rc-update --all --quiet delete tiltshadow 2>/dev/null || true
            ;;
        runit)
            # Without the link nobody starts its supervisor again, whose files are its own until it has ended.
            for link in /etc/service/tiltshadow /var/service/tiltshadow /etc/runit/runsvdir/*/tiltshadow; do
                [ ! -L "$link" ] || [ "$(readlink -f "$link")" != "$(readlink -f "${known_service%/run}")" ] || rm -f "$link"
            done
            [ ! -p "${known_service%/run}/supervise/ok" ] || sv force-shutdown "${known_service%/run}" || true
            rm -rf "${known_service%/run}/supervise" || true
            ;;
        dinit)
            dinitctl disable tiltshadow || true
            dinitctl stop --ignore-unstarted tiltshadow || true
            ;;
    esac
}

# What stays, and what removes it: it is its owner's, or files elsewhere may belong to it.
say_kept() {
    set --
    # Where nothing is in it, it is nobody's.
    [ ! -d "$settings" ] || find "$settings" -depth -type d -exec rmdir {} \; 2>/dev/null || true
    for path in "$settings" "$destdir/etc/conf.d/tiltshadow" "${known_service%/run}" "$destdir/var/log/tiltshadow.log" \
        "$destdir"/etc/systemd/system/tiltshadow.service.d "$destdir"/etc/systemd/system/tiltshadow.socket.d \
        "$destdir"/etc/systemd/system/tiltshadow-relay*.service.d; do
        [ -e "$path" ] || continue
        set -- "$@" "$path"
    done
    if [ $# -gt 0 ]; then
        find "$@" ! -type d | sed 's/^/kept /'
        printf 'to remove that, too:   rm -r%s\n' "$(quoted "$@")"
    fi
    [ -z "$destdir" ] || return 0
    drop_user=deluser drop_group=delgroup
    ! command -v userdel >/dev/null || drop_user=userdel drop_group=groupdel
    names= words=
    if exists passwd tiltshadowd; then names=", the user tiltshadowd" words="; $drop_user tiltshadowd"; fi
    for name in tiltshadow tiltshadow-raw; do
        ! exists group $name || { names="$names, the group $name"; words="$words; $drop_group $name"; }
    done
    [ -z "$names" ] || printf 'kept %s\nto remove that, too:   %s\n' "${names#, }" "${words#; }"
}

# drop_ours FILE...: as drop, but for what lies outside of our prefix, under a name that another installation has, too.
drop_ours() {
    for each in "$@"; do
        case $each in
            "$destdir$prefix"/*) drop "$each" ;;
            *) [ -z "$installed" ] || drop "$each" ;;
        esac
    done
}

# What an installation has besides programs, and is not where it is looked for.
say_missing() {
    place=$units name=UNITDIR
    [ "$init" = systemd ] || place=${known_service%/tiltshadow*} name=INITDIR
    if [ -z "$installed" ]; then
        printf 'there is no service for %s in %s; where it was installed with another %s, name that\n' \
            "$prefix/bin/tiltshadowd" "$place" "$name"
    fi
    if [ ! -e "$rules/61-tiltshadow.rules" ]; then
        printf 'there is no 61-tiltshadow.rules in %s; where it was installed with another UDEVDIR, name that\n' "$rules"
    fi
}

uninstall_all() {
    installed= known=
    ! is_installed || installed=yes
    ! is_known || known=yes
    if [ -z "$installed" ] && [ ! -e "$programs/tiltshadowd" ]; then
        printf 'there is no tiltshadowd in %s; where it was installed with another PREFIX, name that\n' "$programs"
    fi
    [ ! -e "$programs/tiltshadowd" ] || say_missing
    if [ -n "$known" ]; then
        stop_service
        ! is_copied || drop "$known_service" "$known_rules/61-tiltshadow.rules"
    fi
    drop_listed /dev/null
    drop_ours "$programs/tiltshadowd" "$programs/tiltshadow" "$units/tiltshadow.service" "$units/tiltshadow.socket" \
        "$userunits/tiltshadow.service" "$userunits/tiltshadow.socket" \
        "$userunits/tiltshadow-rotate.service" "$service" "$reference" \
        "$rules/61-tiltshadow.rules" "$sysusers/tiltshadow.conf" \
        "$programs/tiltshadow-relay" "$units/tiltshadow-relay@.service" "$units/tiltshadow-relay-serve@.service" \
        "$share/man/man1/tiltshadow-relay.1" "$share/tiltshadow/relay.conf" "$schema" "$list" \
        "$bash_completion" "$fish_completion" "$zsh_completion" \
        "${bash_completion}d" "${fish_completion%.fish}d.fish" "${zsh_completion}d" \
        "$bash_completion-relay" "${fish_completion%.fish}-relay.fish" "$zsh_completion-relay"
    # What a pipeline sets is its own.
    manuals | {
        while read -r page; do drop "$share/man/man${page##*.}/${page##*/}"; done
        [ -z "$stayed" ]
    } || stayed=yes
    "$here/documents.sh" | {
        while read -r document; do drop "$share/doc/tiltshadow/$document"; done
        [ -z "$stayed" ]
    } || stayed=yes
    if systemd_runs; then systemctl daemon-reload; fi
    if udev_runs; then udevadm control --reload; fi
    # What another installation's daemon learnt is not ours, either.
    [ -n "$known" ] || return 0
    drop_settings
    drop_state
    say_kept
}

if [ -z "$destdir" ] && [ "$(id -u)" -ne 0 ]; then
    fail "needs root to change the system" "run: sudo$(surroundings)$given" "or set DESTDIR to try it in a directory"
fi
if [ "$action" = install ]; then install_all; else uninstall_all; fi
[ -z "$stayed" ] || exit 1
