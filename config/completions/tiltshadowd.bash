# Completions of tiltshadowd(8) for bash.
_tiltshadowd() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    COMPREPLY=()
    case $before in
        --socket | --config | --replay | --record) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
        --user) mapfile -t COMPREPLY < <(compgen -u -- "$word") ;;
        --set | --max-size | --rotate) ;;
        *)
            mapfile -t COMPREPLY < <(compgen -W '--socket --config --set --replay --loop --record --max-size --rotate
                --user --with-parent --check --version --help' -- "$word")
            ;;
    esac
}
complete -o filenames -F _tiltshadowd tiltshadowd
