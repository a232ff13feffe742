#!/usr/bin/python3
"""A server of models that does not exist, behind OpenAI's interface, with the faults that real ones have.

    made_up_server.py [--port PORT] < COMMANDS

The first line of stdout is {"port": PORT}. Then each line of stdin is a JSON object, and is answered by a line:

    {"models": [{…}]}   the rows of /v1/models from now on
    {"faults": {…}}     what goes wrong from now on, see Faults
    {"answers": [{"to": …, "texts": […]}]}
                        what it says from now on to questions that contain these words: one text after the other, the
                        last one again and again
    {"log": true}       {"requests": […], "most": how many were answered at the same time, "gone": how many clients went before
                        the end}: since the last such line

It ends when stdin does, so it outlives no test. To a question it answers "I was shown N and told: WORDS", where the words are
those of the last message of the user; to "count to N", the numbers. An answer that was begun is gone on with.
"""
import argparse
import base64
import contextlib
import http.server
import json
import struct
import sys
import threading
import time

USUAL = [{"id": "parrot", "object": "model", "owned_by": "vllm", "max_model_len": 4096}]


class Faults:
    """What goes wrong. All of it concerns answers to questions, if it does not say otherwise.

    refuse              [{"at": "models", "chat" or "embeddings", "status": …, "after": …, "times": …, "headers": {…}, "body": …}]:
                        after so many requests, so many are refused
    drop, drops         so many connections end before anything is sent
    cut_after, cuts     so many answers end after so many events
    stall_after         answers stop after so many events, and the connection stays open
    wait                seconds before each event
    type                the content type
    plain               an answer is not streamed, whatever was asked for
    no_done, no_finish  the stream does not say that it has ended; nor why
    event               a text that is sent as an event after the first one
    line                so many bytes of a line that does not end are sent in place of an answer
    endless             "events", "comments" or "words": without end
    drip                each byte by itself, so many seconds after the other
    thought             what is thought before the answer; thought_field: where ("reasoning_content")
    calls               [{"id", "name", "arguments"}]: tools that are called after the answer
    ignore              fields of requests that are passed over: "response_format", "logprobs", …
    repeat              what was begun is said again
    most_bytes          of a request; larger ones are refused (413)
    """

    def __init__(self, told):
        self.told = told
        self.left = {name: told.get(name, 10**9) for name in ("drops", "cuts")}
        self.refusals = [dict(refusal) for refusal in told.get("refuse", [])]

    def __getitem__(self, name):
        return self.told.get(name)

    def take(self, what):
        self.left[what] -= 1
        return self.left[what] >= 0


class World:
    def __init__(self):
        self.lock = threading.Lock()
        self.models, self.faults, self.requests, self.answers = USUAL, Faults({}), [], []
        self.open = self.most = self.gone = 0

    def obey(self, command):
        with self.lock:
            self.models = command.get("models", self.models)
            self.answers = command.get("answers", self.answers)
            if "faults" in command:
                self.faults = Faults(command["faults"])
            if "log" in command:
                told = {"requests": self.requests, "most": self.most, "gone": self.gone}
                self.requests, self.most, self.gone = [], self.open, 0
                return told
        return {}

    def prepared_answer(self, asked):
        with self.lock:
            for answer in self.answers:
                if answer["to"] in asked:
                    return answer["texts"].pop(0) if len(answer["texts"]) > 1 else answer["texts"][0]
        return None

    def refusal(self, place):
        with self.lock:
            for refusal in self.faults.refusals:
                if refusal["at"] == place and refusal.get("after", 0) > 0:
                    refusal["after"] -= 1
                elif refusal["at"] == place and refusal.get("times", 10**9) > 0:
                    refusal["times"] = refusal.get("times", 10**9) - 1
                    return refusal
        return None


def parts_of(message):
    content = message.get("content") or ""
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def text_of(message):
    return "".join(part.get("text", "") for part in parts_of(message))


def picture_sizes(messages):
    """Width and height of each picture."""
    sizes = []
    for message in messages:
        for part in parts_of(message):
            if part["type"] == "image_url":
                head, data = part["image_url"]["url"].split(",", 1)
                sizes.append(size_of(head, base64.b64decode(data)))
    return sizes


def size_of(head, data):
    if "png" in head:
        return list(struct.unpack(">II", data[16:24]))
    place = 2  # of a marker of a JPEG
    while data[place + 1] not in (0xC0, 0xC1, 0xC2):
        place += 2 + struct.unpack(">H", data[place + 2:place + 4])[0]
    height, width = struct.unpack(">HH", data[place + 5:place + 9])
    return [width, height]


def details(messages):
    """How closely each picture is to be looked at; null: as the server likes."""
    return [part["image_url"].get("detail") for message in messages for part in parts_of(message)
            if part["type"] == "image_url"]


def words_of(body, world):
    """The whole answer, word by word, and how many of its letters were given."""
    messages = body["messages"]
    asked = next((text_of(message) for message in reversed(messages)
                  if message["role"] == "user" and not text_of(message).startswith("Go on with")), "")
    prepared = world.prepared_answer(asked)
    if prepared is not None:
        return prepared, 0
    if body.get("response_format") and "response_format" not in body.get("ignored", []):
        return '{"wet": true}', 0
    if asked.startswith("count to "):
        answer = " ".join(str(number + 1) for number in range(int(asked.split()[2])))
    else:
        answer = f"I was shown {len(picture_sizes(messages))} and told: {asked}"
    given = text_of(messages[-1]) if messages[-1]["role"] == "assistant" else ""
    return answer, len(given) if answer.startswith(given) else 0


class Answer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    world = None

    def log_message(self, *_):
        pass

    def handle_one_request(self):
        with contextlib.suppress(ConnectionError):
            super().handle_one_request()

    def note(self, body):
        request = {"path": self.path, "authorization": self.headers.get("Authorization")}
        if body:
            request["body"] = {name: value for name, value in body.items() if name != "messages"}
            request["messages"] = [{"role": message["role"], "text": text_of(message), **{
                name: message[name] for name in ("tool_calls", "tool_call_id") if name in message}}
                for message in body.get("messages", [])]
            request["pictures"] = picture_sizes(body.get("messages", []))
            request["details"] = details(body.get("messages", []))
        with self.world.lock:
            self.world.requests.append(request)

    def is_refused(self, place):
        refusal = self.world.refusal(place)
        if refusal:
            self.send(refusal["status"], refusal.get("body", {}), refusal.get("headers", {}))
        return bool(refusal)

    def send(self, status, told, headers=()):
        body = json.dumps(told).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **dict(headers)}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.note(None)
        if self.is_refused("models"):
            return
        if self.path == "/v1/models":
            self.send(200, {"object": "list", "data": self.world.models})
        elif self.path == "/props":
            self.send(200, {"default_generation_settings": {"n_ctx": 512}, "modalities": {"vision": False}})
        else:
            self.send(404, {})

    def do_POST(self):
        size = int(self.headers.get("Content-Length", 0))
        data = self.rfile.read(size)
        faults = self.world.faults
        if size > (faults["most_bytes"] or 10**12):
            return self.send(413, {"error": {"message": "too large"}})
        body = json.loads(data)
        body["ignored"] = faults["ignore"] or []
        self.note(body)
        if self.path == "/v1/embeddings":
            return self.is_refused("embeddings") or self.send_vectors(body)
        if faults["drop"] and faults.take("drops"):
            self.close_connection = True
            return None
        if self.is_refused("chat"):
            return None
        self.count_open(1)
        try:
            self.answer(body, faults)
        except ConnectionError:
            with self.world.lock:
                self.world.gone += 1
            self.close_connection = True
        finally:
            self.count_open(-self.is_open)

    def count_open(self, more):
        with self.world.lock:
            self.is_open = more > 0
            self.world.open += more
            self.world.most = max(self.world.most, self.world.open)

    def send_vectors(self, body):
        texts = body["input"] if isinstance(body["input"], list) else [body["input"]]
        rows = [{"index": index, "embedding": [len(text), text.count("a"), 0.5]} for index, text in enumerate(texts)]
        self.send(200, {"data": list(reversed(rows))})  # in an order of its own

    def answer(self, body, faults):
        text, given = words_of(body, self.world)
        words = [word + " " for word in text.split(" ")]
        words[-1] = words[-1][:-1]
        if not faults["repeat"]:
            words = [word for word in self.after(words, given) if word]
        limit = body.get("max_tokens", 10**9)
        end = "length" if len(words) > limit else "tool_calls" if faults["calls"] else "stop"
        words = words[:limit]
        if not body.get("stream") or faults["plain"]:
            return self.send_whole(body, words, end, faults)
        self.send_response(200)
        self.send_header("Content-Type", faults["type"] or "text/event-stream; charset=utf-8")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        if faults["line"]:
            return self.wfile.write(b"data: " + b"x" * faults["line"])
        if faults["endless"]:
            return self.send_endless(faults["endless"])
        return self.send_events(body, words, end, faults)

    @staticmethod
    def after(words, given):
        for word in words:
            yield word[given:] if given > 0 else word
            given -= len(word)

    def choice(self, word, body, faults):
        choice = {"index": 0, "delta": {"content": word}, "finish_reason": None}
        if body.get("logprobs") and "logprobs" not in body["ignored"]:
            choice["logprobs"] = {"content": [{"token": word, "logprob": -0.5, "top_logprobs": [
                {"token": word, "logprob": -0.5}, {"token": "other", "logprob": -1.5}]}]}
        return choice

    def usage(self, words):
        return {"prompt_tokens": 11, "completion_tokens": len(words), "prompt_tokens_details": {"cached_tokens": 7}}

    def send_whole(self, body, words, end, faults):
        choice = self.choice("".join(words), body, faults)
        choice["message"] = {"role": "assistant", "content": choice.pop("delta")["content"]}
        if body.get("tools") and faults["calls"]:
            choice["message"]["tool_calls"] = [self.call(call) for call in faults["calls"]]
        choice["finish_reason"] = end
        self.send(200, {"object": "chat.completion", "choices": [choice], "usage": self.usage(words)})

    @staticmethod
    def call(call):
        return {"id": call["id"], "type": "function", "function": {"name": call["name"], "arguments": call["arguments"]}}

    def events(self, body, words, end, faults):
        def delta(**fields):
            return {"choices": [{"index": 0, "delta": fields, "finish_reason": None}]}

        yield delta(role="assistant", content="")
        if faults["event"]:
            yield faults["event"]
        field = faults["thought_field"] or "reasoning_content"
        for word in (faults["thought"] or "").split(" "):
            if word:
                yield delta(**{field: word + " "})
        for word in words:
            yield {"choices": [self.choice(word, body, faults)]}
        for index, call in enumerate(faults["calls"] or []):
            yield delta(tool_calls=[{"index": index, "id": call["id"], "type": "function",
                                     "function": {"name": call["name"], "arguments": ""}}])
            for letter in call["arguments"]:
                yield delta(tool_calls=[{"index": index, "function": {"arguments": letter}}])
        if not faults["no_finish"]:
            yield {"choices": [{"index": 0, "delta": {}, "finish_reason": end}]}
        if (body.get("stream_options") or {}).get("include_usage"):
            yield {"choices": [], "usage": self.usage(words)}
        if not faults["no_done"] and not faults["no_finish"]:
            yield "[DONE]"

    def send_events(self, body, words, end, faults):
        for number, event in enumerate(self.events(body, words, end, faults)):
            if number == faults["cut_after"] and faults.take("cuts"):
                return
            if number == faults["stall_after"]:
                self.connection.recv(1)  # until whoever waits gives up
                raise ConnectionResetError
            time.sleep(faults["wait"] or 0)
            data = event if isinstance(event, str) else json.dumps(event)
            if event == "[DONE]":
                self.count_open(-1)  # who reads it may ask the next question at once
            self.send_slowly(f"data: {data}\n\n".encode(), faults["drip"])

    def send_slowly(self, data, seconds):
        if not seconds:
            self.wfile.write(data)
            return
        for byte in data:
            self.wfile.write(bytes([byte]))
            time.sleep(seconds)

    def send_endless(self, kind):
        event = {"events": b'data: {"choices": []}\n\n', "comments": b": still here\n\n",
                 "words": b'data: {"choices": [{"delta": {"content": "and so on "}}]}\n\n'}[kind]
        while True:
            self.wfile.write(event * (1 if kind == "comments" else 100))
            time.sleep(0.01 if kind == "comments" else 0)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    world = Answer.world = World()
    server = Server(("127.0.0.1", parser.parse_args().port), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(json.dumps({"port": server.server_address[1]}), flush=True)
    for line in sys.stdin:
        print(json.dumps(world.obey(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
