#!/bin/sh
# version.sh: prints the version of this tree.
set -eu
file=$(dirname "$0")/../Sources/TiltCore/Protocol/ProtocolVersion.swift
version=$(sed -n 's/.*"tiltshadow \([0-9.]*\)".*/\1/p' "$file")
[ -n "$version" ] || { printf 'version.sh: %s names no version\n' "$file" >&2; exit 1; }
printf '%s\n' "$version"
