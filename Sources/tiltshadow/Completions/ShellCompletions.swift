/// What the parser's own script for a shell lacks: the words after `help`, and those of the relay, whose package completes
/// them itself where it is installed.
struct ShellCompletions {
    /// The option that asks for a script.
    private static let option = "--generate-completion-script"

    /// The shell's name, as it stands behind the option.
    private let shell: String
    /// The commands of the tool.
    private let commands: [String]

    /// `nil` where the words do not ask for a script.
    init?(_ arguments: [String], commands: [String]) {
        guard arguments.count == 2, arguments[0] == Self.option else { return nil }
        (shell, self.commands) = (arguments[1], commands)
    }

    /// A line of zsh's script, in which an option's value may stand behind `=`, too: the parser's own knows it in the next word
    /// alone.
    private static func takingEquals(_ line: Substring) -> String {
        // What has a value has a colon behind the bracket that ends its description.
        let alone = #/(^ *'\*?--[a-z-]+)(?=\[.*[^\\]\]:)/#
        let withLetter = #/(^ *'\([^)]*\)'\{[^}]*--[a-z-]+)(?=[,}].*[^\\]\]:)/#
        return String(line).replacing(alone) { $0.1 + "=" }.replacing(withLetter) { $0.1 + "=" }
    }

    /// The script of the parser with the rest.
    func completed(_ script: String) -> String {
        let names = commands.joined(separator: " ")
        switch shell {
        case "bash":
            // What is defined again is the newer one. The parser's script has everything taken for the name of a file, so that
            // a word that is one here gets a slash, and `m/s2` is shown as `s2`; and it knows no value behind `=`, at which
            // bash breaks words.
            return script + """


                __tiltshadow_add_completions() {
                    local completion
                    [[ "${1}" = -W ]] || compopt -o filenames 2>/dev/null
                    while IFS='' read -r completion; do
                        COMPREPLY+=("${completion}")
                    done < <(IFS=$'\\n' compgen "${@}" -- "${cur}")
                }

                _tiltshadow_complete() {
                    local -a words=()
                    local -i index cword=COMP_CWORD
                    for ((index = 0; index < ${#COMP_WORDS[@]}; index++)); do
                        if [[ ${COMP_WORDS[index]} != '=' || ${words[-1]} != --* ]]; then
                            words+=("${COMP_WORDS[index]}")
                        elif ((index == COMP_CWORD)); then
                            words+=('')
                        elif ((index < COMP_CWORD)); then
                            cword+=-1
                        fi
                    done
                    local -a COMP_WORDS=("${words[@]}")
                    local -i COMP_CWORD=cword
                    _tiltshadow "${1}" "${words[cword]}" "${words[cword - 1]}"
                }

                complete -F _tiltshadow_complete tiltshadow

                _tiltshadow_help() {
                    COMPREPLY=($(compgen -W '\(names)' -- "${cur}"))
                }

                _tiltshadow_relay() {
                    declare -F _tiltshadow_relay_program >/dev/null || _comp_load tiltshadow-relay 2>/dev/null ||
                        __load_completion tiltshadow-relay 2>/dev/null || return 0
                    _tiltshadow_relay_program
                }
                """
        case "zsh":
            let rest = """
                _tiltshadow_help() {
                    _arguments '1:subcommand:(\(names))'
                }

                _tiltshadow_relay() {
                    (( $+functions[_tiltshadow-relay] )) && _tiltshadow-relay
                }

                """
            // Its last lines call what stands above them.
            let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
            let call = lines.lastIndex { $0.hasPrefix("if [[ ") } ?? lines.endIndex
            return (lines[..<call].map { Self.takingEquals($0) } + [rest] + lines[call...].map { String($0) })
                .joined(separator: "\n")
        case "fish":
            return script + """

                complete -c tiltshadow -n '__fish_seen_subcommand_from help' -fa '\(names)'
                complete -c tiltshadow -n '__fish_seen_subcommand_from relay' -f -a '(set -l words (commandline -opc) \
                (commandline -ct); complete -C "tiltshadow-relay "(string join " " -- $words[3..-1]))'
                """
        default: return script
        }
    }
}
