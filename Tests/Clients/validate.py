"""validate.py SCHEMA SOCKET [TYPE]: asks the daemon everything and holds each line both ways against the schema.

Keys that the schema does not name are mistakes here, though a client would ignore them: the schema is to be complete.
With a TYPE, asks nothing and ends with the first message of it that comes by itself. Prints the types of message that came, and ends with 1 where a line is wrong. Needs python3-jsonschema.
"""

import json
import socket
import sys
import time

import jsonschema

REQUESTS = [
    {"type": "subscribe", "id": 1, "rate_hz": 100, "gain": 20, "limit": 24, "include": ["up", "raw"], "strict": False},
    {"type": "subscribe", "id": "two", "mapping": "projection", "reference": "relative", "display_rotation": 90,
     "when": "changed", "lookahead_ms": 16, "yaw_assist": False},
    {"type": "subscribe", "rate_hz": 59.94, "phase_ns": 2 ** 63 - 1},
    {"type": "recentre", "id": 3},
    {"type": "recentre", "scope": "all"},
    {"type": "rotate", "degrees": 270, "id": 4},
    {"type": "rotate", "degrees": 0, "scope": "all"},
    {"type": "subscribe", "rotation": "follow"},
    {"type": "map", "id": 5, "rate_hz": 144},
    {"type": "status", "include": ["subscribers"]},
    {"type": "map", "when": "changed"},
    {"type": "map"},
    {"type": "pause", "id": -(2 ** 53)},
    {"type": "resume", "id": "\u00e9" * 32},
    {"type": "status", "id": 6, "include": ["candidates", "subscribers", "recovery"]},
    {"type": "status"},
]
#: What is refused, and with which code.
REFUSED = {
    "nonsense": "not-json",
    "{}": "missing-type",
    '{"type":"subscribe","rate_hz":900}': "out-of-range",
    '{"type":"subscribe","rate_hz":"x"}': "wrong-kind",
    '{"type":"subscribe","phase_ns":1.5}': "out-of-range",
    '{"type":"subscribe","mapping":"x"}': "unknown-word",
    '{"type":"dance","id":9}': "unknown-word",
    '{"type":"recentre","scope":"x"}': "unknown-word",
    '{"type":"rotate"}': "wrong-kind",
    '{"type":"rotate","degrees":45}': "unknown-word",
    '{"type":"map","rate_hz":0}': "out-of-range",
    '{"type":"pause","id":9007199254740993}': "wrong-kind",
    '{"type":"pause","id":1.5}': "wrong-kind",
    '{"type":"pause","id":"%s"}' % (65 * "x"): "wrong-kind",
}


def closed(node: object) -> object:
    """The schema with no room for keys it does not name."""
    if isinstance(node, list):
        return [closed(part) for part in node]
    if not isinstance(node, dict):
        return node
    node = {key: closed(part) for key, part in node.items()}
    if node.get("type") == "object" and "properties" in node:
        node["additionalProperties"] = False
    return node


def main(schema_path: str, path: str, awaited: str = "") -> None:
    with open(schema_path, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    definitions = closed(schema["$defs"])

    def check(side: str, message: dict) -> None:
        name = f"{side}_{message['type']}"
        if name not in definitions:
            sys.exit(f"the schema has no {name}: {message}")
        jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": definitions}).validate(message)

    stream = socket.socket(socket.AF_UNIX)
    stream.connect(path)
    stream.settimeout(60)
    lines = stream.makefile()
    types, codes = set(), []
    while awaited and awaited not in types:
        message = json.loads(next(lines))
        check("server", message)
        types.add(message["type"])
    if awaited:
        return print(*sorted(types))
    for request in REQUESTS:
        check("client", request)
        stream.sendall(json.dumps(request).encode() + b"\n")
    for text in REFUSED:
        request = json.loads(text) if text.startswith("{") else {}
        if f"client_{request.get('type')}" in definitions:
            try:
                check("client", request)
            except jsonschema.ValidationError:
                pass
            else:
                sys.exit(f"the schema has room for {text}")
        stream.sendall(text.encode() + b"\n")
    until = time.monotonic() + 50
    while (len(codes) < len(REFUSED) or len(types) < 9) and time.monotonic() < until:
        line = next(lines)
        message = json.loads(line)
        assert len(line.encode()) <= 4096 and ":null" not in line, line
        check("server", message)
        types.add(message["type"])
        if message["type"] == "error":
            codes.append(message["code"])
    assert codes == list(REFUSED.values()), codes
    print("ready", *sorted(types), flush=True)
    for line in lines:  # until the daemon is stopped
        check("server", json.loads(line))
        types.add(json.loads(line)["type"])
    print(*sorted(types))


main(*sys.argv[1:])
