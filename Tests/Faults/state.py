"""Reads what faults.c leaves behind; the layout is that of faults.h."""

import struct
from typing import NamedTuple

HEAD = struct.Struct("<QQ")
SITE = struct.Struct("<QQ8Q24s96s128s")


class Site(NamedTuple):
    """A call site: a function and the way to it."""

    hash: int
    calls: int
    offsets: tuple
    function: str
    kinds: tuple
    subject: str

    def __str__(self):
        return f"{self.function}({self.subject})"


def read(path):
    """The sites in the order of their first call, and how many calls were made to fail."""
    with open(path, "rb") as file:
        data = file.read()
    count, injected = HEAD.unpack_from(data)
    sites = []
    for index in range(count):
        hash_, calls, *rest = SITE.unpack_from(data, HEAD.size + index * SITE.size)
        function, kinds, subject = (text.split(b"\0")[0].decode(errors="replace") for text in rest[8:])
        sites.append(Site(hash_, calls, tuple(rest[:8]), function, tuple(kinds.split()), subject))
    return sites, injected


def calls(path):
    """All calls so far, but for those that look through /proc for who holds a device: they come in thousands."""
    return sum(site.calls for site in read(path)[0] if site.function not in ("opendir", "readlink"))
