# Completions of tiltshadowd(8) for bash.
_tiltshadowd() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    COMPREPLY=()
    case $before in
        --socket | --config | --replay | --record)
            # Of files alone: another word that is a directory's name here must get no slash.
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -f -- "$word")
            ;;
        --user) mapfile -t COMPREPLY < <(compgen -u -- "$word") ;;
        --set | --max-size | --rotate) ;;
        *)
            mapfile -t COMPREPLY < <(compgen -W '--socket --config --set --replay --loop --record --max-size --rotate
                --user --with-parent --check --version --help' -- "$word")
            ;;
    esac
}
complete -F _tiltshadowd tiltshadowd
