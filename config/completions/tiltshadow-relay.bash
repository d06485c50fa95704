# Completions of tiltshadow-relay(1) for bash, and of `tiltshadow relay`.
_tiltshadow_relay_program() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command='' known
    local common='--config --check --insecure --socket --version --help'
    for known in "${COMP_WORDS[@]:1:COMP_CWORD - 1}"; do
        case $known in publish | serve) command=$known && break ;; esac
    done
    COMPREPLY=()
    case $before in
        --config | --socket | --settings)
            # Of files alone: another word that is a directory's name here must get no slash.
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -f -- "$word")
            ;;
        --discovery) mapfile -t COMPREPLY < <(compgen -W homeassistant -- "$word") ;;
        --mapping) mapfile -t COMPREPLY < <(compgen -W 'tilt projection euler' -- "$word") ;;
        --reference) mapfile -t COMPREPLY < <(compgen -W 'absolute relative startup' -- "$word") ;;
        --display-rotation) mapfile -t COMPREPLY < <(compgen -W '0 90 180 270' -- "$word") ;;
        --rotation) mapfile -t COMPREPLY < <(compgen -W 'own follow' -- "$word") ;;
        --include) mapfile -t COMPREPLY < <(compgen -W up -- "$word") ;;
        --when) mapfile -t COMPREPLY < <(compgen -W 'always changed' -- "$word") ;;
        --to | --from | --name | --rate | --phase-ns | --gain | --limit | --lookahead-ms) ;;
        *)
            case $command in
                publish)
                    mapfile -t COMPREPLY < <(compgen -W "$common --to --name --discovery --rate --phase-ns --gain --mapping --limit
                        --reference --display-rotation --rotation --moves --no-moves --include --when --lookahead-ms
                        --yaw-assist --no-yaw-assist --strict --no-strict" -- "$word")
                    ;;
                serve) mapfile -t COMPREPLY < <(compgen -W "$common --from --settings" -- "$word") ;;
                *) mapfile -t COMPREPLY < <(compgen -W 'publish serve --version --help' -- "$word") ;;
            esac
            ;;
    esac
}
complete -F _tiltshadow_relay_program tiltshadow-relay
