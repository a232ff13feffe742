"""How much longer a client waits for its first token while another one abuses the server.

    abuse.py --cli build/release/bin/vignette-cli [--model MODEL] [--context 16384] [--clients 64] [--seconds 10] [--only NAME]

Beside both, other clients ask as they please. For each kind of abuse one JSON object: how often it was tried meanwhile and the
statuses that came of it, the median time to a first token with it, before it, and their ratio. Ends with 1 if a ratio exceeds 2.
"""

import argparse
import base64
import collections
import contextlib
import http.client
import json
import multiprocessing
import os
import resource
import socket
import statistics
import subprocess
import threading
import time

from soak import QUESTIONS, Client


def post(address, body, headers=()):
    connection = http.client.HTTPConnection(address, timeout=60)
    with contextlib.closing(connection):
        connection.request("POST", "/v1/chat/completions", body, {"Content-Type": "application/json", **dict(headers)})
        return connection.getresponse().status


def raw(address, *parts, pause=0.0):
    """The status of what is written part by part; None if the connection is closed without one."""
    host, port = address.split(":")
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        try:
            for part in parts:
                connection.sendall(part)
                time.sleep(pause)  # what makes it slow
            return int(connection.recv(64).split()[1])
        except (OSError, IndexError):
            return None


def head(*lines):
    return "\r\n".join(["POST /v1/chat/completions HTTP/1.1", "Host: localhost", "Content-Type: application/json", *lines, "", ""]).encode()


def chat(**fields):
    return json.dumps({"model": chat.model, "max_tokens": 2, "messages": [{"role": "user", "content": "Hi"}], **fields})


def exploding_schema():
    schema = {"type": "string"}
    for level in range(14):
        schema = {"allOf": [{"anyOf": [schema, {"minLength": level}]}, {"anyOf": [{"pattern": f"a{{1000}}b{level}"}, {"maxLength": 1000}]}]}
    return {"type": "json_schema", "json_schema": {"name": "a", "schema": {"type": "object", "properties": {"a": schema}}}}


def picture_bomb():
    png = bytes.fromhex("89504e470d0a1a0a0000000d494844520000ea600000ea600802000000")
    url = "data:image/png;base64," + base64.b64encode(png).decode()
    return chat(messages=[{"role": "user", "content": [{"type": "image_url", "image_url": {"url": url}}]}])


def many_objects():
    return chat(metadata={"all": [{}] * 200_000})


def deep_arguments():
    call = {"id": "c", "type": "function", "function": {"name": "now", "arguments": "[" * 100_000 + "]" * 100_000}}
    return chat(messages=[{"role": "user", "content": "Hi"}, {"role": "assistant", "tool_calls": [call]}, {"role": "user", "content": "Hi"}])


def chat_about(text):
    return chat(messages=[{"role": "user", "content": text}])


def slow_readers(address, count=64):
    """So many ask for long streams and take next to nothing of them."""
    host, port = address.split(":")
    body = chat(stream=True, logprobs=True, top_logprobs=20, max_tokens=4000).encode()
    with contextlib.ExitStack() as kept:
        for _ in range(count):
            connection = socket.socket()
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            connection.connect((host, int(port)))
            kept.enter_context(connection)
            connection.sendall(head(f"Content-Length: {len(body)}") + body)
        time.sleep(5)  # what makes them slow
        return "read nothing"


def slow_bodies(address, count=512):
    """So many begin a body and do not end it."""
    host, port = address.split(":")
    with contextlib.ExitStack() as kept:
        for _ in range(count):
            connection = kept.enter_context(socket.create_connection((host, int(port)), timeout=60))
            connection.sendall(head("Content-Length: 1000") + b"{")
        time.sleep(5)  # what makes them slow
        return "sent nothing"


def five_thousand_connections(address):
    host, port = address.split(":")
    with contextlib.ExitStack() as kept:
        for _ in range(5000):
            kept.enter_context(socket.create_connection((host, int(port)), timeout=60))
        return "opened"


ABUSES = {
    "slow head": lambda address: raw(address, b"POST /v1/chat/completions HTTP/1.1\r\n", *[b"X: y\r\n"] * 15, pause=1),
    "10 GB": lambda address: raw(address, head("Content-Length: 10000000000"), *[b" " * 0x100000] * 16),
    "endless chunks": lambda address: raw(address, head("Transfer-Encoding: chunked"), *[b"100000\r\n" + b" " * 0x100000 + b"\r\n"] * 80),
    "endless chunk line": lambda address: raw(address, head("Transfer-Encoding: chunked"), b"1;", *[b"x" * 0x100000] * 16),
    "8 MB of newlines": lambda address: post(address, chat_about("\n" * 0x800000)),
    "60 MB of words": lambda address: post(address, chat_about("a grey heron " * 4_600_000)),
    "200,000 objects": lambda address: post(address, many_objects()),
    "100,000 deep in arguments": lambda address: post(address, deep_arguments()),
    "slow readers": slow_readers,
    "slow bodies": slow_bodies,
    "100,000 deep": lambda address: post(address, "[" * 100_000),
    "invalid UTF-8": lambda address: post(address, b'{"model": "\xc3\x28"}'),
    "foreign origin": lambda address: post(address, chat(), {"Origin": "https://evil.example"}),
    "foreign host": lambda address: post(address, chat(), {"Host": "evil.example"}),
    "10,000 stops": lambda address: post(address, chat(stop=list(map(str, range(10_000))))),
    "exploding schema": lambda address: post(address, chat(response_format=exploding_schema())),
    "picture bomb": lambda address: post(address, picture_bomb()),
    "5,000 connections": five_thousand_connections,
}


def median_first_token(client, seconds):
    times, end = [], time.monotonic() + seconds
    while time.monotonic() < end or not times:
        try:
            times.append(client.ask(QUESTIONS[len(times) % len(QUESTIONS)])[1] or 0)
        except (RuntimeError, OSError):  # refused: as late as can be
            times.append(float("inf"))
            time.sleep(0.1)
    return statistics.median(times)


@contextlib.contextmanager
def other_clients(client, count):
    """Ask all the time, as clients do that mean no harm."""
    ended = threading.Event()

    def talk(number):
        while not ended.is_set():
            with contextlib.suppress(RuntimeError, OSError):
                client.ask(QUESTIONS[number % len(QUESTIONS)])

    threads = [threading.Thread(target=talk, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        for thread in threads:
            thread.join()


def abuse(name, address, ended, told):
    os.nice(19)  # what it costs to abuse is not the server's doing
    statuses = collections.Counter()
    while not ended.is_set():
        try:
            statuses[str(ABUSES[name](address))] += 1
        except OSError as error:
            statuses[type(error).__name__] += 1
    told.put(statuses)


def measure(name, address, client, seconds):
    before = median_first_token(client, seconds)
    ended, told = multiprocessing.Event(), multiprocessing.Queue()
    process = multiprocessing.Process(target=abuse, args=(name, address, ended, told))
    process.start()
    during = median_first_token(client, seconds)
    ended.set()
    statuses = told.get()
    process.join()
    return {"abuse": name, "tried": sum(statuses.values()), "statuses": statuses, "first_token_ms": round(1000 * during, 1),
            "before_ms": round(1000 * before, 1), "ratio": round(during / before, 2)}  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--model")
    parser.add_argument("--context", default="16384", help="tokens of the cache")
    parser.add_argument("--clients", type=int, default=64, help="that mean no harm")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--only", choices=ABUSES, action="append")
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    model = ["--model", options.model] if options.model else []
    command = [options.cli, "serve", "--port", "0", "--context", options.context, *model]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        address = server.stdout.readline().split("//")[-1].strip()
        connection = http.client.HTTPConnection(address, timeout=60)
        connection.request("GET", "/v1/models")
        chat.model = json.loads(connection.getresponse().read())["data"][0]["id"]
        client = Client(address, chat.model, 32)
        worst = 0
        with other_clients(client, options.clients):
            for name in options.only or ABUSES:
                result = measure(name, address, client, options.seconds)
                worst = max(worst, result["ratio"])
                print(json.dumps(result), flush=True)
        server.terminate()
    raise SystemExit(1 if worst > 2 else 0)


if __name__ == "__main__":
    main()
