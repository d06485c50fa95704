#!/usr/bin/env python3
"""generate.py TILTSHADOW DIRECTORY: writes the manual pages that the program itself can tell.

Section 1 comes from the parser of the command line (`--experimental-dump-help`), tiltshadow.conf(5) from the table of
settings (`config --defaults`). A test runs this and compares, so that neither can drift from the code:

    Sources/tiltshadow/Manual/generate.py .build/release/tiltshadow Sources/tiltshadow/Manual
"""

import json
import os
import re
import subprocess
import sys

#: When the pages were last read through as a whole.
DATE = "2026-11-21"
SEE_ALSO = "tiltshadow (1), tiltshadow.conf (5), tiltshadow-log (5), tiltshadow-protocol (7), tiltshadowd (8)"


def plain(text: str) -> str:
    """Text as roff takes it: no escapes, hyphens that can be copied, no control line by accident."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def marked(text: str) -> str:
    """The same, with `quoted words` in bold."""
    return re.sub(r"`([^`]*)`", r"\\fB\1\\fR", plain(text))


def verbatim(lines: list) -> str:
    return ".PP\n.nf\n.RS\n" + "\n".join(plain(line) for line in lines) + "\n.RE\n.fi\n"


def prose(text: str) -> str:
    """Paragraphs, lines that are indented as they stand, and `HEADING:` as a section."""
    page, shown = "", []
    for line in text.split("\n") + [""]:
        if line.startswith("  "):
            shown.append(line[2:])
            continue
        if shown:
            page, shown = page + verbatim(shown), []
        if re.fullmatch(r"[A-Z][A-Z ]+:", line):
            page += f".SH {line[:-1]}\n"
        elif line:
            page += marked(line) + "\n"
        elif page and not page.endswith(".PP\n"):
            page += ".PP\n"
    page = re.sub(r"(\.PP\n)+(?=\.SH|\.PP|\Z)", "", page)
    return re.sub(r"(\.SH .*\n)\.PP\n", r"\1", page)


def paired(arguments: list) -> list:
    """`--x` and `--no-x`, of which the parser says the same, as one."""
    merged: list = []
    for argument in arguments:
        before = merged[-1] if merged else {"names": []}
        names = [name["name"] for name in argument.get("names") or []]
        if names and names == ["no-" + name["name"] for name in before["names"] or []]:
            merged[-1] = {**before, "names": before["names"] + argument["names"]}
        else:
            merged.append({"names": [], **argument})
    return merged


def spelling(argument: dict) -> str:
    """How an argument is written: `-h, --help` or `--rate <hz>` or `<log>`."""
    value = f"\\fI{plain(argument['valueName'])}\\fR"
    if argument["kind"] == "positional":
        return value
    names = [("--" if name["kind"] == "long" else "-") + name["name"] for name in argument["names"]]
    text = ", ".join(f"\\fB{plain(name)}\\fR" for name in names)
    return text if argument["kind"] == "flag" else f"{text} {value}"


def explanation(argument: dict) -> str:
    text = argument.get("abstract", "")
    values = argument.get("allValues")
    if values:
        text += f" One of {', '.join(values)}."
    if "defaultValue" in argument:
        text += f" Default: {argument['defaultValue']}."
    if argument.get("discussion"):
        text += "\n" + argument["discussion"]
    return marked(text)


def shown(command: dict) -> list:
    return [argument for argument in command.get("arguments", []) if argument["shouldDisplay"]]


def synopsis(names: list, arguments: list) -> str:
    words = [f"\\fB{plain(' '.join(names))}\\fR"]
    for argument in arguments:
        word = spelling(argument).split(", ")[-1]
        if argument.get("isRepeating"):
            word += " ..."
        words.append(f"[{word}]" if argument["isOptional"] else word)
    return " ".join(words)


def parts(text: str) -> dict:
    """A text's sections by their headings, as it stands before them under the empty one."""
    found, title = {"": []}, ""
    for line in text.split("\n"):
        heading = re.fullmatch(r"([A-Z][A-Z ]+):", line)
        if heading:
            title = heading[1]
            found[title] = []
        else:
            found[title].append(line)
    return {title: re.sub(r"^\.PP\n", "", prose("\n".join(lines))) for title, lines in found.items()}


def options(arguments: list) -> str:
    sections: dict = {}
    for argument in arguments:
        sections.setdefault((argument.get("sectionTitle") or "Options").upper(), []).append(argument)
    page = ""
    for title in sorted(sections, key=lambda title: title == "OPTIONS"):
        page += f".SH {title}\n"
        page += "".join(f".TP\n{spelling(one)}\n{explanation(one)}\n" for one in paired(sections[title]))
    return page


def header(name: str, section: int, version: str, abstract: str) -> str:
    return (
        f".\\\" Made by generate.py; change what it is made of.\n"
        f'.TH {name.upper()} {section} "{DATE}" "tiltshadow {version}" "tiltshadow"\n'
        f".SH NAME\n{plain(name)} \\- {plain(abstract.rstrip('.'))}\n"
    )


def see_also(name: str) -> str:
    pages = [page for page in SEE_ALSO.split(", ") if page.split(" ")[0] != name]
    return ".SH SEE ALSO\n" + ",\n".join(f".BR {plain(page)}" for page in pages).replace(",\n", " ,\n") + "\n"


def command_page(names: list, command: dict, version: str, status: str) -> str:
    """The page of a command; `status` is what its exit status means where it does not say."""
    name = "-".join(names)
    arguments = shown(command)
    page = header(name, 1, version, command["abstract"])
    children = [child for child in command.get("subcommands", []) if child["commandName"] != "help"]
    page += ".SH SYNOPSIS\n"
    page += synopsis(names + (["\\fIcommand\\fR ..."] if children else []), [] if children else arguments).replace(
        "\\e", "\\") + "\n"
    said = {"EXIT STATUS": status, **parts(command.get("discussion") or command["abstract"])}
    page += ".SH DESCRIPTION\n" + (said.pop("") or marked(command["abstract"]) + "\n")
    if children:
        page += ".SH COMMANDS\n"
        for child in children:
            page += f".TP\n.BR {plain(name + '-' + child['commandName'])} (1)\n{marked(child['abstract'])}\n"
    page += options(arguments)
    examples = said.pop("EXAMPLES", None)
    page += "".join(f".SH {title}\n{text}" for title, text in said.items())
    return page + (f".SH EXAMPLES\n{examples}" if examples else "") + see_also(name)


def settings_page(defaults: str, version: str) -> str:
    """tiltshadow.conf(5): each paragraph of the shipped file explains one key or one section."""
    page = header("tiltshadow.conf", 5, version, "settings of tiltshadowd")
    first, *paragraphs = defaults.strip().split("\n\n")
    page += ".SH DESCRIPTION\n" + marked(uncommented(first)) + "\n"
    page += (
        ".PP\nLines are\n.IR key \" = \" value ,\nbelow the name of their section in brackets; # or ; begins a comment, on a line of its own. "
        "A key that is not known, or a value out of its range, is refused with its line; then the settings that "
        "were in force stay so. A word that early builds called otherwise is read as today's, with a warning that has "
        "both. `tiltshadowd \\-\\-set` puts a single one over the file's.\n".replace("`", "")
    )
    for paragraph in paragraphs:
        *comment, last = paragraph.split("\n")
        text = marked(uncommented("\n".join(comment)))
        if last.startswith("["):
            page += f".SH {plain(last)}\n{text}\n"
        else:
            key, default = (part.strip() for part in last.lstrip("#").split("=", 1))
            page += f".TP\n\\fB{plain(key)}\\fR\n{text}\nDefault: {plain(default) or 'nothing'}.\n"
    return page + see_also("tiltshadow.conf")


def uncommented(text: str) -> str:
    return "\n".join(line.lstrip("#").strip() for line in text.split("\n") if line.strip("# "))


def main(tool: str, directory: str) -> None:
    def said(*words: str) -> str:
        return subprocess.run([tool, *words], check=True, capture_output=True, text=True).stdout

    version = said("--version").strip().split()[-1]
    command = json.loads(said("--experimental-dump-help"))["command"]
    status = parts(command["discussion"])["EXIT STATUS"]
    pages = {"tiltshadow.1": command_page(["tiltshadow"], command, version, status)}
    for child in command["subcommands"]:
        # The relay has a page of its own.
        if child["commandName"] not in ("help", "relay") and child["shouldDisplay"]:
            names = ["tiltshadow", child["commandName"]]
            pages["-".join(names) + ".1"] = command_page(names, child, version, status)
    pages["tiltshadow.conf.5"] = settings_page(said("config", "--defaults"), version)
    for name, page in pages.items():
        with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
            file.write(page)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
