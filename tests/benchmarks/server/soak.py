"""Many clients at once on a server that speaks OpenAI's API, for a while: what each gets, how fast, and what it costs.

    soak.py --cli build/release/bin/vignette-cli [--model MODEL] [--context 32768] [--clients 64] [--minutes 10] [--tokens 48]
    soak.py --url http://127.0.0.1:8080 …            # a server that runs already, such as llama.cpp's

Every answer must be the one that its question gets alone (--cli). Prints one JSON object; exits with 1 if one was not.
"""

import argparse
import http.client
import json
import statistics
import subprocess
import threading
import time
import urllib.parse

QUESTIONS = ["What is a heron?", "Name three birds.", "Why is the sky blue?", "Describe a harbour at night.",
             "How does bread rise?", "Which ships pass the lighthouse?", "What stands on the hill?", "Count to five."]


class Client:
    """Asks questions on a connection of its own and reads the streams."""

    def __init__(self, address, model, tokens):
        self.address, self.model, self.tokens = address, model, tokens

    def ask(self, question):
        """The answer, the seconds to its first words, and the number of its tokens."""
        connection = http.client.HTTPConnection(self.address, timeout=600)
        body = {"model": self.model, "messages": [{"role": "user", "content": question}], "max_tokens": self.tokens,
                "temperature": 0, "stream": True, "stream_options": {"include_usage": True}}
        begun, first, text, tokens = time.monotonic(), None, "", 0
        connection.request("POST", "/v1/chat/completions", json.dumps(body), {"Content-Type": "application/json"})
        reply = connection.getresponse()
        if reply.status != 200:
            raise RuntimeError(f"{reply.status}: {reply.read()[:200]!r}")
        for line in reply:
            if not line.startswith(b"data: {"):
                continue
            event = json.loads(line[6:])
            for choice in event.get("choices", []):
                words = choice["delta"].get("content") or choice["delta"].get("reasoning_content") or ""
                if words and first is None:
                    first = time.monotonic() - begun
                text += words
            tokens = (event.get("usage") or {}).get("completion_tokens", tokens)
        connection.close()
        return text, first, tokens


def resident(process):
    with open(f"/proc/{process}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


def health(address):
    begun = time.monotonic()
    connection = http.client.HTTPConnection(address, timeout=60)
    connection.request("GET", "/health")
    connection.getresponse().read()
    connection.close()
    return time.monotonic() - begun


def percentile(values, share):
    return sorted(values)[min(int(len(values) * share), len(values) - 1)] if values else None


def run(options, address, process):
    connection = http.client.HTTPConnection(address, timeout=60)
    connection.request("GET", "/v1/models")
    model = json.loads(connection.getresponse().read())["data"][0]["id"]
    client = Client(address, model, options.tokens)
    alone = {question: client.ask(question)[0] for question in QUESTIONS}
    end = time.monotonic() + 60 * options.minutes
    lock, firsts, wrong, failures, totals = threading.Lock(), [], [], [], [0, 0]

    def talk(number):
        each = 0
        while time.monotonic() < end:
            question = QUESTIONS[(number + each) % len(QUESTIONS)]
            each += 1
            try:
                text, first, tokens = client.ask(question)
            except Exception as error:  # what goes wrong is counted and told
                with lock:
                    failures.append(str(error))
                continue
            with lock:
                totals[0] += 1
                totals[1] += tokens
                if first is not None:
                    firsts.append(first)
                if options.cli and text != alone[question]:
                    wrong.append([question, alone[question], text])

    begun = time.monotonic()
    threads = [threading.Thread(target=talk, args=(number,)) for number in range(options.clients)]
    for thread in threads:
        thread.start()
    healths, memory = [], []
    while any(thread.is_alive() for thread in threads):
        healths.append(health(address))
        if process:
            memory.append(resident(process))
        time.sleep(0.25)
    seconds = time.monotonic() - begun
    settled = memory[len(memory) // 4:] or [0]
    return {"clients": options.clients, "seconds": round(seconds, 1), "answers": totals[0],
            "tokens_per_second": round(totals[1] / seconds, 2), "wrong": len(wrong), "failures": len(failures),
            "first_token_s": {"median": percentile(firsts, 0.5), "p95": percentile(firsts, 0.95)},
            "health_ms": {"median": 1000 * statistics.median(healths), "p99": 1000 * percentile(healths, 0.99)},
            "memory_mib": {"after_a_quarter": round(settled[0], 1), "at_the_end": round(settled[-1], 1)},
            "examples": wrong[:2] + failures[:2]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", help="vignette-cli, whose server is started")
    parser.add_argument("--url", help="of a server that runs")
    parser.add_argument("--process", type=int, help="of that server, whose memory is measured")
    parser.add_argument("--model")
    parser.add_argument("--context", default="0", help="tokens of the cache of --cli")
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--tokens", type=int, default=48)
    options = parser.parse_args()
    server = None
    if options.cli:
        model = ["--model", options.model] if options.model else []
        server = subprocess.Popen([options.cli, "serve", "--port", "0", "--context", options.context, *model], stdout=subprocess.PIPE, text=True)
        options.url, options.process = server.stdout.readline().split()[-1], server.pid
    result = run(options, urllib.parse.urlparse(options.url).netloc, options.process)
    if server:
        server.terminate()
        result["exit_code"] = server.wait(30)
    print(json.dumps(result))
    raise SystemExit(1 if result["wrong"] or result["failures"] or result.get("exit_code") else 0)


if __name__ == "__main__":
    main()
