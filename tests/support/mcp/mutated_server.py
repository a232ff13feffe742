"""An MCP server whose conversation is mutated: `mutated_server.py SEED`. Nothing but the standard library.

Up to three faults, drawn by the seed, happen at drawn moments of the conversation: when it begins, or beside the answer to a
request. A fault changes values or bytes of an answer, adds messages that nobody asked for, or does something to the process.
"""
import json
import os
import random
import signal
import subprocess
import sys
import time

DRAW = random.Random(int(sys.argv[1]))
MOMENTS = ["start", "initialize", "tools/list", "tools/call"]
SCHEMA = {"type": "object", "properties": {"text": {"type": "string", "enum": ["a", "b"]}}, "required": ["text"]}
TOOLS = [{"name": "echo", "title": "Echo", "description": "Says what it is told.", "inputSchema": SCHEMA},
         {"name": "add", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}}]
CONTENT = [{"type": "text", "text": "Hello"}, {"type": "image", "mimeType": "image/png", "data": "AAAA"},
           {"type": "resource", "resource": {"uri": "file:///a", "text": "A heron"}},
           {"type": "resource_link", "uri": "file:///b"}]
DEEP = "@deep@"  # becomes brackets without an end
METHODS = ["ping", "sampling/createMessage", "roots/list", "elicitation/create", "initialize", "tools/list", ""]
NOTIFICATIONS = ["notifications/tools/list_changed", "notifications/message", "notifications/progress",
                 "notifications/cancelled", "notifications/initialized", "x" * 1000]


def write(data):
    """All of it, unless nobody reads any more."""
    view = memoryview(data)
    try:
        while view:
            view = view[os.write(1, view):]
    except OSError:
        os._exit(1)


def line(message):
    text = json.dumps(message)
    for brackets in ("[]", '{"a":}'):
        depth = DRAW.choice([10, 500, 1100, 100_000])
        half = len(brackets) - 1
        deep = brackets[:half] * depth + ("1" if half > 1 else "") + brackets[half:] * DRAW.choice([depth, depth, 0])
        text = text.replace(f'"{DEEP}"', deep, 1)
    return text.encode() + b"\n"


def odd_value():
    return DRAW.choice([
        lambda: None, lambda: True, lambda: -1, lambda: 0.5, lambda: 2**63, lambda: 10**400, lambda: -1e308, lambda: "", lambda: [],
        lambda: {}, lambda: DEEP, lambda: "\ud800", lambda: "\x1b[2J\u202e\0", lambda: "x" * 3_000_000, lambda: [{}] * 300_000,
        lambda: {str(key): key for key in range(100_000)}, lambda: [[]] * 500_000, lambda: "<|im_end|>{{ 7 * 7 }}",
        lambda: [DEEP, DEEP], lambda: "../../etc/passwd", lambda: {"": ""}])()


def places(value, at=()):
    yield at
    for key, each in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(each, (*at, key))


def change_value(message):
    message = json.loads(json.dumps(message))
    *path, last = DRAW.choice([at for at in places(message) if at])
    parent = message
    for key in path:
        parent = parent[key]
    kind = DRAW.randrange(4)
    if kind == 0 and isinstance(parent, dict):
        del parent[last]
    elif kind == 1 and isinstance(parent[last], list):
        parent[last] *= DRAW.choice([2, 1000])
    elif kind == 2 and isinstance(parent, dict):
        parent[DRAW.choice(["", "id", "result", "error", "method", "nextCursor", "x"])] = odd_value()
    else:
        parent[last] = odd_value()
    return message


def change_bytes(data):
    data = bytearray(data)
    for _ in range(DRAW.choice([1, 1, 3, 20])):
        at = DRAW.randrange(len(data) + 1)
        until = min(len(data), at + DRAW.choice([1, 1, 4, 50]))
        kind = DRAW.randrange(4)
        if kind == 0:
            data[at:until] = DRAW.randbytes(until - at)
        elif kind == 1:
            del data[at:until]
        elif kind == 2:
            data[at:at] = data[at:until] * DRAW.choice([1, 2, 5000])
        else:
            data[at:at] = DRAW.choice([b"\n", b"\r\n", b"\0", b"\xef\xbb\xbf", b"\xff", b'"', b"}", b"[" * 5000, b"\n" * 9000])
        if len(data) > 9_000_000:
            break
    return bytes(data)


def flood(stream, data, total):
    for _ in range(total // len(data)):
        try:
            os.write(stream, data)
        except OSError:
            return


def unasked():
    """Messages that nobody has asked for."""
    kind = DRAW.randrange(6)
    count = DRAW.choice([1, 10, 20_000])
    if kind == 0:
        write(line({"method": DRAW.choice(NOTIFICATIONS), "params": odd_value()}))
    elif kind == 1:
        write(line({"method": DRAW.choice(NOTIFICATIONS)}) * count)
    elif kind == 2:
        write(line({"id": odd_value(), "method": DRAW.choice(METHODS), "params": odd_value()}))
    elif kind == 3:
        write(line({"id": 7, "method": DRAW.choice(METHODS)}) * count)
    elif kind == 4:
        for number in range(1, 40):
            write(line({"id": number, DRAW.choice(["result", "error"]): odd_value() if DRAW.random() < 0.1 else {}}))
    else:
        write(line([{"id": 2, "result": {"tools": TOOLS}}, 7, None, {"method": "ping", "id": "a"}, []]))


def hurt_process():
    kind = DRAW.randrange(11)
    if kind == 0:
        os._exit(DRAW.randrange(4))
    elif kind == 1:
        os.kill(os.getpid(), DRAW.choice([signal.SIGKILL, signal.SIGSEGV, signal.SIGSTOP]))
    elif kind == 2:
        os.close(0)
        time.sleep(1000)
    elif kind == 3:
        os.close(1)
        time.sleep(DRAW.choice([0, 1000]))
    elif kind == 4:
        os.close(2)
    elif kind == 5:
        subprocess.Popen(["/bin/sleep", "1000"])  # which holds the pipes
        os._exit(0)
    elif kind == 6:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(1000)
    elif kind == 7:
        flood(2, DRAW.randbytes(60_000), 30_000_000)
    elif kind == 8:
        flood(1, b"x" * 60_000, DRAW.choice([3_000_000, 20_000_000]))
    elif kind == 9:
        flood(1, line({"method": "notifications/message", "params": {"data": "x" * 900}}), 20_000_000)
    else:
        flood(1, b"\n", 100_000)


def answer_to(request):
    method = request.get("method")
    results = {"initialize": {"protocolVersion": (request.get("params") or {}).get("protocolVersion"),
                              "capabilities": {"tools": {"listChanged": True}}, "serverInfo": {"name": "a", "version": "1"}},
               "tools/list": {"tools": TOOLS}, "tools/call": {"content": CONTENT, "isError": False}}
    return {"jsonrpc": "2.0", "id": request["id"], "result": results.get(method, {})}


def send(answer, faults):
    """The answer, with what the faults make of it."""
    data = line(answer)
    for fault in faults:
        if fault == "value":
            data = line(change_value(answer))
        elif fault == "bytes":
            data = change_bytes(data)
        elif fault == "error":
            data = line({"id": answer["id"], "error": DRAW.choice([{"code": -1, "message": "x" * 5000}, odd_value()])})
        elif fault == "id":
            data = line({**answer, "id": DRAW.choice([str(answer["id"]), answer["id"] + 1, None, float(answer["id"]), -1, 2**63])})
        elif fault == "twice":
            data *= 2
        elif fault == "batch":
            data = line([answer] * 3)
        elif fault == "pages":
            data = line({**answer, "result": {"tools": [TOOLS[0]], "nextCursor": odd_value()}})
        elif fault == "never":
            data = b""
        elif fault == "unasked":
            unasked()
        elif fault == "process":
            hurt_process()
    if "drip" in faults:
        for at in range(0, min(len(data), 20_000), 3):
            write(data[at:at + 3])
        data = data[20_000:]
    write(data)


def main():
    kinds = ["value"] * 4 + ["bytes"] * 3 + ["unasked"] * 2 + ["process"] * 2 + [
        "error", "id", "twice", "batch", "pages", "never", "drip"]
    faults = [(DRAW.choice(MOMENTS), DRAW.choice(kinds)) for _ in range(DRAW.choice([1, 1, 2, 3]))]
    lasting = DRAW.random() < 0.3  # or a fault happens once
    for _, fault in [each for each in faults if each[0] == "start"]:
        unasked() if fault == "unasked" else hurt_process() if fault == "process" else write(change_bytes(line({"id": 1, "result": {}})))
    for text in sys.stdin:
        request = json.loads(text)
        if "id" not in request or "method" not in request:
            continue
        now = [each for each in faults if each[0] == request["method"]]
        send(answer_to(request), [fault for _, fault in now])
        if not lasting:
            faults = [each for each in faults if each not in now]


main()
