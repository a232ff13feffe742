#!/usr/bin/python3
"""A hub of models that does not exist, with the faults that real ones have.

    made_up_hub.py < COMMANDS

Two addresses, as at a real hub: 127.0.0.1 answers questions and leads to 127.0.0.2, which holds the contents. The first
line of stdout is {"hub": PORT, "content": PORT}. Then each line of stdin is a JSON object, and is answered by a line:

    {"repositories": {"OWNER/NAME": {…}}}   what there is from now on, see Repository; answered by true sizes and hashes
    {"faults": {…}}                         what goes wrong from now on, see Faults
    {"log": true}                           {"requests": […]}: what was asked since the last such line

It ends when stdin does, so it outlives no test.
"""
import contextlib
import functools
import hashlib
import http.server
import json
import random
import socket
import sys
import threading
import time
import urllib.parse

BLOCK = 64 * 1024


@functools.lru_cache
def contents_of(path):
    with open(path, "rb") as file:
        return file.read()


class Content:
    """A file: either {"from": PATH} or {"size": BYTES, "seed": NUMBER}; "sha256" tells a lie about it."""

    def __init__(self, told):
        if "from" in told:
            self.bytes = contents_of(told["from"])
        else:
            self.bytes = random.Random(told.get("seed", 1)).randbytes(told["size"])
        self.sha256 = told.get("sha256", hashlib.sha256(self.bytes).hexdigest())
        blob = b"blob %d\0" % len(self.bytes) + self.bytes
        self.git_id = hashlib.sha1(blob).hexdigest()
        self.told_size = told.get("told_size", len(self.bytes))
        self.is_large = told.get("lfs", True)
        self.etag = '"%s"' % hashlib.md5(self.bytes).hexdigest()


class Repository:
    """{"files": {PATH: Content}, "card": {…} to be merged into the answer, "gated": true,
    "more_files": NUMBER of names that lead nowhere}"""

    def __init__(self, told):
        self.files = {path: Content(file) for path, file in told.get("files", {}).items()}
        self.card = told.get("card", {})
        self.gated = told.get("gated", False)
        self.commit = hashlib.sha1(json.dumps(told, sort_keys=True).encode()).hexdigest()
        self.more_files = told.get("more_files", 0)

    def tree(self):
        for path, file in self.files.items():
            row = {"type": "file", "path": path, "size": file.told_size, "oid": file.git_id}
            if file.is_large:
                row["lfs"] = {"oid": file.sha256, "size": file.told_size, "pointerSize": 134}
            yield row
        for number in range(self.more_files):
            yield {"type": "file", "path": f"data/{number:06}.txt", "size": 1, "oid": "0" * 40}


class Faults:
    """What goes wrong. All of it concerns contents, if it does not say otherwise.

    no_range            the whole file is sent, whatever was asked for
    no_redirect         contents come from the hub itself
    cut_after, cuts     so many answers end after so many bytes
    cut_share           each answer ends after this share of what was asked for
    cut_api             the two lines above concern answers to questions, too, which know parts then
    stall_after, stalls so many answers stop after so many bytes, and the connection stays open
    bytes_per_second    for each answer
    change_after        after so many answers the file is another one, with another ETag
    many_etags          each answer names the same file otherwise
    other_range         so many bytes behind what was asked for is where the answer says that it begins
    flip_byte           the byte at this place is wrong, in files that have one there
    refuse              [{"at": "api", "resolve" or "content", "status": …, "after": …, "times": …, "headers": {…}}]:
                        after so many requests, so many are refused
    search_waits        {FORMAT: SECONDS} before the answer to a search for this format
    search_fails        the format for which no search is answered
    api                 the text that is the answer to every question
    link                the address of the next page of a tree or of a search
    redirect_to         an address instead of that of the contents
    """

    def __init__(self, told):
        self.told = told
        self.left = {"cuts": told.get("cuts", 10**9), "stalls": told.get("stalls", 10**9)}
        self.answers = 0
        self.refusals = [dict(refusal) for refusal in told.get("refuse", [])]

    def take(self, what):
        self.left[what] -= 1
        return self.left[what] >= 0


class Hub:
    def __init__(self):
        self.lock = threading.Lock()
        self.repositories, self.faults, self.requests = {}, Faults({}), []
        self.token, self.content_port = None, 0

    def obey(self, command):
        with self.lock:
            if "repositories" in command:
                self.repositories = {name: Repository(told) for name, told in command["repositories"].items()}
                return {name: {path: {"sha256": hashlib.sha256(file.bytes).hexdigest(), "git_id": file.git_id, "size": len(file.bytes)}
                               for path, file in repository.files.items()}
                        for name, repository in self.repositories.items()}
            if "token" in command:
                self.token = command["token"]
            if "faults" in command:
                self.faults = Faults(command["faults"])
            if "log" in command:
                told, self.requests = self.requests, []
                return {"requests": told}
        return {}

    def refusal(self, place):
        with self.lock:
            for refusal in self.faults.refusals:
                if refusal["at"] == place and refusal.get("after", 0) > 0:
                    refusal["after"] -= 1
                elif refusal["at"] == place and refusal.get("times", 10**9) > 0:
                    refusal["times"] = refusal.get("times", 10**9) - 1
                    return refusal
        return None


class Answer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    hub = None

    def log_message(self, *_):
        pass

    def handle_one_request(self):
        with contextlib.suppress(ConnectionError):
            super().handle_one_request()

    def do_GET(self):
        address = urllib.parse.urlsplit(self.path)  # a proxy is asked for the whole address
        path = urllib.parse.unquote(address.path)
        request = {"host": self.server.server_address[0], "path": path, "query": address.query,
                   "proxied": bool(address.netloc), "range": self.headers.get("Range"),
                   "authorization": self.headers.get("Authorization"), "agent": self.headers.get("User-Agent"),
                   "sent": 0}
        self.request_told = request
        with self.hub.lock:
            self.hub.requests.append(request)
        self.answer(path, dict(urllib.parse.parse_qsl(address.query)))

    def answer(self, path, query):
        place = "api" if path.startswith("/api/") else "content" if path.startswith("/content/") else "resolve"
        refusal = self.hub.refusal(place)
        if refusal:
            return self.send(refusal["status"], b"", refusal.get("headers", {}))
        if place == "api":
            return self.answer_question(path.split("/")[3:], query)
        if place == "content":
            return self.send_content("/".join(path.split("/")[2:4]), "/".join(path.split("/")[4:]))
        owner, name, _, _, *file = path.split("/")[1:]
        return self.resolve(f"{owner}/{name}", "/".join(file))

    def send(self, status, body, headers=()):
        self.send_response(status)
        for name, value in dict(headers).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def is_allowed(self, repository):
        return not repository.gated or self.headers.get("Authorization") == f"Bearer {self.hub.token}"

    def answer_question(self, parts, query):
        text = self.hub.faults.told.get("api")
        if text is not None:
            return self.send(200, text.encode())
        if not parts:
            return self.send_found(query)
        name = "/".join(parts[:2])
        repository = self.hub.repositories.get(name)
        if not repository:
            return self.send(401, b"{}", {"X-Error-Code": "RepoNotFound"})
        if parts[2:3] == ["tree"]:
            return self.send_tree(name, repository, int(query.get("cursor", 0)))
        card = {"id": name, "sha": repository.commit, "gated": "auto" if repository.gated else False,
                "tags": ["gguf"], "cardData": {"license": "apache-2.0"}, **repository.card}
        return self.send_answer(json.dumps(card).encode())

    def send_found(self, query):
        """A page of the repositories whose names contain all words, those first that are downloaded most."""
        words = query.get("search", "").lower().split()
        rows = [{"_id": "0" * 24, "id": name, "downloads": 0, "gated": "auto" if repository.gated else False,
                 "tags": ["gguf", "license:apache-2.0"],
                 "siblings": [{"rfilename": path} for path in repository.files], **repository.card}
                for name, repository in self.hub.repositories.items()
                if all(word in name.lower() for word in words)]
        form = query.get("filter", "gguf")
        if form == self.hub.faults.told.get("search_fails"):
            return self.send(400, b"")
        time.sleep(self.hub.faults.told.get("search_waits", {}).get(form, 0))
        rows = [row for row in rows
                if any(file["rfilename"].endswith("." + form) for file in row["siblings"])
                or (form == "gguf" and not row["siblings"])]
        rows.sort(key=lambda row: -row["downloads"])
        begin, most = int(query.get("cursor", 0)), int(query.get("limit", 1000))
        headers = {}
        if begin + most < len(rows):
            there = self.hub.faults.told.get("link", f"http://{self.headers['Host']}/api/models?" + urllib.parse.urlencode(
                {**query, "cursor": begin + most}))
            headers["Link"] = f'<{there}>; rel="next"'
        self.send_answer(json.dumps(rows[begin:begin + most]).encode(), headers)

    def send_tree(self, name, repository, begin, most=1000):
        rows = list(repository.tree())
        headers = {}
        if begin + most < len(rows):
            there = self.hub.faults.told.get("link", f"http://{self.headers['Host']}/api/models/{name}/tree/"
                                             f"{repository.commit}?recursive=1&cursor={begin + most}")
            headers["Link"] = f'<{there}>; rel="next"'
        self.send_answer(json.dumps(rows[begin:begin + most]).encode(), headers)

    def send_answer(self, body, headers=()):
        if self.hub.faults.told.get("cut_api"):
            etag = len(self.hub.requests) if self.hub.faults.told.get("many_etags") else 0
            return self.send_part(body, f'"{etag}"', headers)
        return self.send(200, body, headers)

    def resolve(self, name, path):
        repository = self.hub.repositories.get(name)
        if not repository or path not in repository.files:
            return self.send(404, b"", {"X-Error-Code": "EntryNotFound" if repository else "RepoNotFound"})
        if not self.is_allowed(repository):
            return self.send(401, b"", {"X-Error-Code": "GatedRepo"})
        if self.hub.faults.told.get("no_redirect"):
            return self.send_content(name, path)
        file = repository.files[path]
        there = f"http://127.0.0.2:{self.hub.content_port}/content/{name}/{urllib.parse.quote(path)}?signed=yes"
        return self.send(302, b"", {
            "Location": self.hub.faults.told.get("redirect_to", there), "X-Repo-Commit": repository.commit,
            "X-Linked-Size": str(len(file.bytes)), "X-Linked-Etag": f'"{file.sha256}"'})

    def send_content(self, name, path):
        file = self.hub.repositories[name].files[path]
        told = self.hub.faults.told
        with self.hub.lock:
            self.hub.faults.answers += 1
            is_changed = self.hub.faults.answers > told.get("change_after", 10**9)
        content, etag = file.bytes, file.etag
        if told.get("many_etags"):
            etag = f'"{self.hub.faults.answers}"'
        if is_changed:
            content, etag = content[::-1], '"changed"'
        place = told.get("flip_byte", len(content))
        if place < len(content):
            content = content[:place] + bytes([content[place] ^ 1]) + content[place + 1:]
        return self.send_part(content, etag)

    def send_part(self, content, etag, headers=()):
        told = self.hub.faults.told
        first, last = self.asked_range(len(content))
        if first >= len(content):
            return self.send(416, b"", {"Content-Range": f"bytes */{len(content)}"})
        is_part = self.headers.get("Range") and not told.get("no_range")
        if not is_part:
            first, last = 0, len(content) - 1
        self.send_response(206 if is_part else 200)
        if is_part:
            told_first = first + told.get("other_range", 0)
            self.send_header("Content-Range", f"bytes {told_first}-{last}/{len(content)}")
        self.send_header("Accept-Ranges", "none" if told.get("no_range") else "bytes")
        for name, value in {"ETag": etag, "Content-Length": str(last + 1 - first), **dict(headers)}.items():
            self.send_header(name, value)
        self.end_headers()
        return self.send_slowly(memoryview(content)[first:last + 1])

    def asked_range(self, size):
        words = (self.headers.get("Range") or "bytes=0-").removeprefix("bytes=").split("-")
        return int(words[0]), min(int(words[1]) if words[1] else size, size - 1)

    def send_slowly(self, content):
        faults = self.hub.faults
        ends = min(faults.told.get("cut_after", 10**18), faults.told.get("stall_after", 10**18),
                   max(1, int(faults.told.get("cut_share", 10**18) * len(content))))
        sent = 0
        while sent < len(content):
            block = content[sent:min(sent + BLOCK, max(ends, sent + 1))] if sent < ends else b""
            if not block and self.ends_here(faults):
                return
            if not block:
                ends, block = 10**18, content[sent:sent + BLOCK]
            self.wfile.write(block)
            sent += len(block)
            self.request_told["sent"] = sent
            slowly = self.hub.faults.told.get("bytes_per_second")  # which may have changed
            if slowly:
                time.sleep(len(block) / slowly)

    def ends_here(self, faults):
        self.wfile.flush()
        with self.hub.lock:
            is_cut = ("cut_after" in faults.told or "cut_share" in faults.told) and faults.take("cuts")
            is_stalled = not is_cut and "stall_after" in faults.told and faults.take("stalls")
        if is_cut:
            self.close_connection = True
        if is_stalled:
            with contextlib.suppress(OSError):
                self.rfile.read(1)  # until whoever waits gives up
            self.close_connection = True
        return is_cut or is_stalled


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def server_bind(self):
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BLOCK)  # what is sent has nearly arrived
        super().server_bind()


def main():
    hub = Answer.hub = Hub()
    servers = [Server((address, 0), Answer) for address in ("127.0.0.1", "127.0.0.2")]
    hub.content_port = servers[1].server_address[1]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    print(json.dumps({"hub": servers[0].server_address[1], "content": hub.content_port}), flush=True)
    for line in sys.stdin:
        print(json.dumps(hub.obey(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
