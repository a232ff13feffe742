"""An MCP server with faults, which its arguments name. Nothing but the standard library.

    silent         never answers
    hang           answers all but calls
    die            ends in the middle of a call, with some last words
    die-at-once    ends before anything was said
    flood          writes without an end once it is called
    line           writes one line without an end
    words          writes what is no JSON
    version        names a version of the protocol that nobody knows
    huge           returns a million letters
    refuse         answers calls with an error
    many           offers a thousand tools
    pages          tells of its tools one by one
    children       starts a process that would outlive it
    changed        describes its tool in another way after each call
    changing       says a thousand times in each call that its tools have changed, and returns how often they were listed
    deaf           closes its input once it has told of its tools
    curious        asks more than it can be told, without reading
    namesakes      offers two tools of one name
    colors         describes its tool with sequences for terminals
    waits=FOLDER   leaves a file in the folder when its input is closed, and another one when there are three of the first
"""
import glob
import json
import os
import subprocess
import sys
import time

FAULTS = set(sys.argv[1:])
ECHO = {"name": "echo", "description": "Says what it is told.",
        "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}}
VERSIONS = {"version": "1999-01-01"}
COUNTS = {"calls": 0, "lists": 0}


def write(message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def tools(cursor):
    COUNTS["lists"] += 1
    if "changed" in FAULTS:
        return {"tools": [{**ECHO, "description": f"After {COUNTS['calls']} calls."}]}
    if "namesakes" in FAULTS:
        return {"tools": [ECHO, {**ECHO, "description": "Says something else."}]}
    if "colors" in FAULTS:
        return {"tools": [{**ECHO, "title": "Ec\x1b[31mho\u202e", "description": "One\x9b2J\nTwo"}]}
    if "many" in FAULTS:
        return {"tools": [{**ECHO, "name": f"echo{number}"} for number in range(1000)]}
    if "pages" in FAULTS:
        page = int(cursor or 0)
        listed = {"tools": [{**ECHO, "name": f"page{page}"}]}
        return listed if page == 3 else {**listed, "nextCursor": str(page + 1)}
    odd = [{"name": "no good name!"}, {"name": "long", "inputSchema": {"x": "y" * 100_000}}, "none"]
    return {"tools": [ECHO] + odd}


def call(arguments):
    if "die" in FAULTS:
        print("I have had enough.", file=sys.stderr, flush=True)
        os._exit(3)
    while "hang" in FAULTS:
        sys.stdin.readline()
    if "line" in FAULTS:
        sys.stdout.write("x" * (8 << 20))
    while "flood" in FAULTS:
        write({"method": "notifications/message", "params": {"data": "x" * 10_000}})
    if "words" in FAULTS:
        print("Hello, I am a server.", flush=True)
    COUNTS["calls"] += 1
    if "changed" in FAULTS:
        write({"method": "notifications/tools/list_changed"})
    if "changing" in FAULTS:
        for _ in range(1000):
            write({"method": "notifications/tools/list_changed"})
        return text(str(COUNTS["lists"]))
    if "curious" in FAULTS:
        for number in range(200_000):
            write({"id": number, "method": "x"})
        time.sleep(1000)
    if "children" in FAULTS:
        return text(str(subprocess.Popen(["sleep", "1000"]).pid))
    if "environment" in FAULTS:
        return text(json.dumps(dict(os.environ)))
    return text("x" * 1_000_000 if "huge" in FAULTS else arguments.get("text", ""))


def text(words):
    return {"content": [{"type": "text", "text": words}, {"type": "image", "mimeType": "image/png"}]}


def main():
    if "die-at-once" in FAULTS:
        sys.exit("There is no key.")
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request or "method" not in request or "silent" in FAULTS:
            continue
        method, parameters = request["method"], request.get("params", {})
        answer = {"id": request["id"]}
        if method == "initialize":
            version = VERSIONS["version"] if "version" in FAULTS else parameters["protocolVersion"]
            answer["result"] = {"protocolVersion": version, "capabilities": {"tools": {}},
                                "serverInfo": {"name": "made up", "version": "1"}}
        elif method == "tools/list":
            answer["result"] = tools(parameters.get("cursor"))
        elif method == "tools/call" and "refuse" in FAULTS:
            answer["error"] = {"code": -1, "message": "Not today."}
        elif method == "tools/call":
            answer["result"] = call(parameters.get("arguments", {}))
        else:
            answer["error"] = {"code": -32601, "message": "unknown"}
        write(answer)
        if method == "tools/list" and "deaf" in FAULTS:
            os.close(0)
            time.sleep(1000)


def wait_for_others(folder):
    """Until three servers have got here."""
    for kind in ("closed", "ended"):
        open(f"{folder}/{kind}-{os.getpid()}", "w").close()
        while len(glob.glob(f"{folder}/closed-*")) < 3:
            time.sleep(0.01)


main()
for fault in FAULTS:
    if fault.startswith("waits="):
        wait_for_others(fault.removeprefix("waits="))
