"""garbage.py SOCKET: a daemon that says one good frame after everything a client must not stumble over, and ends.

Prints a line as soon as it listens.
"""

import socket
import sys

HELLO = b'{"type":"hello","protocol":1,"server":"x","rate_hz":50,"gain":10}\n'
GREETING = HELLO + b'{"type":"ok","id":"options"}\n'
REFUSAL = HELLO + b'{"type":"error","id":"options","code":"not-permitted","message":"no","hint":"wait"}\n'
AWAY = b'{"type":"error","code":"not-permitted","message":"not now","hint":"wait"}\n'
FRAME = b'{"type":"frame","seq":%s,"t_ns":1,"state":"tracking","x":%s,"y":2,"up":%s}\n'
GARBAGE = [
    b"\n", b"{\n", b"null\n", b"[]\n", b'"frame"\n', b"\xff\xfe\n", b"[" * 4000 + b"\n", b'{"type":"frame"}\n',
    FRAME % (b"1", b"0e99999999999", b"[0,0,1]"), FRAME % (b"1e999", b"1", b"[0,0,1]"), FRAME % (b'"a"', b"[]", b"{}"),
    b'{"type":"frame","seq":1,"t_ns":1,"state":"tracking","x":1,"y":2,"up":[1\n', b'{"type":"error","id":null}\n',
    b'{"type":"new","anything":{"type":"frame","x":9}}\n',
]

listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1])
listener.listen()
print("ready", flush=True)
# It goes away, when it is back another user sits in front at first, and then it does not take the options that it took.
for lines in [GREETING + FRAME % (b"7", b"1", b"[0,0,1]"), AWAY, REFUSAL]:
    stream, _ = listener.accept()
    stream.sendall(lines)
    stream.close()
stream, _ = listener.accept()
for line in [GREETING, *GARBAGE, FRAME % (b"42", b"1", b"[0,0,1]")]:
    stream.sendall(line)
while stream.recv(4096):  # until the client leaves
    pass
