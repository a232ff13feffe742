"""An MCP server by streamable HTTP, with faults, which its arguments name. Nothing but the standard library.

The first line of its output is its port. The URL's path is /mcp; on 127.0.0.2 it listens, too, and remembers who came.

    events         answers by streams of events, with other messages before the answer
    session        gives a session, and answers nobody without it
    forget         forgets the session before each call, once
    redirect       leads to 127.0.0.2
    key            answers only those who have the header "Authorization: Bearer secret"
    hang           does not answer calls
    long           answers calls by a line without an end
    cut            ends a stream of events before the answer
    html           answers by a page
    broken         answers calls with status 500
    no-prompts     offers tools only
    stream         opens a stream for what it has to say; a call of "add" says there that there is one more tool
    cut-stream     cuts that stream once, after its first event
"""
import http.server
import json
import queue
import sys
import threading
import time

FAULTS = set(sys.argv[1:])
STATE = {"session": None, "sessions": 0, "forgotten": False, "strangers": 0, "tools": 1, "streams": 0, "deleted": 0}
MORE = queue.Queue()  # what is said in the stream
ECHO = {"name": "echo", "description": "Says what it is told.",
        "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}}


class Answer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        if self.path == "/state":
            return self.send(200, json.dumps(STATE).encode())
        if "stream" not in FAULTS or self.headers.get("Accept") != "application/json, text/event-stream":
            return self.send(405)
        STATE["streams"] += 1
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(b"id: 0\ndata:\n\n")
        if "cut-stream" in FAULTS and STATE["streams"] == 1:
            self.close_connection = True
            return
        while True:
            self.wfile.write(f"data: {MORE.get()}\n\n".encode())

    def do_DELETE(self):
        STATE["deleted"] += self.headers.get("Mcp-Session-Id") == STATE["session"]
        self.send(200)

    def send(self, status, body=b"", kind="application/json", headers=()):
        self.send_response(status)
        for name, value in dict(headers).items():
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.server.server_address[0] == "127.0.0.2":
            STATE["strangers"] += 1
            return self.send(200, b"{}")
        if "redirect" in FAULTS:
            return self.send(307, headers={"Location": f"http://127.0.0.2:{PORTS[1]}/mcp"})
        if "key" in FAULTS and self.headers.get("Authorization") != "Bearer secret":
            return self.send(401)
        if "html" in FAULTS:
            return self.send(200, b"<html>Hello</html>", "text/html")
        request = json.loads(body)
        method = request.get("method")
        is_call = method == "tools/call"
        if is_call and "forget" in FAULTS and not STATE["forgotten"]:
            STATE.update(session=None, forgotten=True)
        if method != "initialize" and ("session" in FAULTS or "forget" in FAULTS):
            if self.headers.get("Mcp-Session-Id") != STATE["session"]:
                return self.send(404)
        if "id" not in request or method is None:
            return self.send(202)
        if is_call and "broken" in FAULTS:
            return self.send(500)
        if is_call and "hang" in FAULTS:
            time.sleep(1000)
        if is_call and "long" in FAULTS:
            return self.send(200, b"x" * (8 << 20))
        headers = {}
        if method == "initialize" and ("session" in FAULTS or "forget" in FAULTS):
            STATE["sessions"] += 1
            STATE["session"] = headers["Mcp-Session-Id"] = f"session-{STATE['sessions']}"
        message = json.dumps({"jsonrpc": "2.0", "id": request["id"], **self.result(request)})
        if "cut" in FAULTS and is_call:
            return self.send(200, b": nothing\n\n", "text/event-stream")
        if "events" in FAULTS:
            note = json.dumps({"jsonrpc": "2.0", "method": "notifications/message", "params": {}})
            stream = f": hello\n\nevent: message\ndata: {note}\n\nid: 1\ndata: {message}\n\n"
            return self.send(200, stream.encode(), "text/event-stream; charset=utf-8", headers)
        return self.send(200, message.encode(), headers=headers)

    def result(self, request):
        method, parameters = request["method"], request.get("params", {})
        arguments = parameters.get("arguments", {})
        if method == "initialize":
            offers = {"tools": {}} if "no-prompts" in FAULTS else {"tools": {}, "prompts": {}, "resources": {}}
            return {"result": {"protocolVersion": parameters["protocolVersion"], "capabilities": offers,
                               "serverInfo": {"name": "made up", "version": "1"}}}
        if method == "tools/list":
            return {"result": {"tools": [{**ECHO, "name": "echo" + "o" * more} for more in range(STATE["tools"])]}}
        if method == "tools/call" and arguments.get("text") == "add":
            STATE["tools"] += 1
            MORE.put(json.dumps({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}))
            return self.text("added")
        if method == "tools/call" and arguments.get("text") == "headers":
            return self.text(json.dumps({**dict(self.headers), "strangers": STATE["strangers"]}))
        if method == "tools/call":
            return self.text(arguments.get("text", ""))
        if method == "prompts/list":
            return {"result": {"prompts": [
                {"name": "review", "title": "Review a text", "description": "Asks for a review.",
                 "arguments": [{"name": "text", "required": True}, {"name": "tone"}]}, {"title": "no name"}]}}
        if method == "prompts/get":
            return {"result": {"messages": [{"role": "user", "content": {
                "type": "text", "text": f"Review this {arguments.get('tone', 'kindly')}: {arguments['text']}"}}]}}
        if method == "resources/list":
            return {"result": {"resources": [{"uri": "note://1", "name": "A note"}, {"name": "no uri"}]}}
        if method == "resources/read":
            return {"result": {"contents": [{"uri": parameters["uri"], "text": "Buy milk."}]}}
        return {"error": {"code": -32601, "message": "unknown"}}

    @staticmethod
    def text(words):
        return {"result": {"content": [{"type": "text", "text": words}]}}


SERVERS = [http.server.ThreadingHTTPServer((address, 0), Answer) for address in ("127.0.0.1", "127.0.0.2")]
PORTS = [server.server_address[1] for server in SERVERS]
for server in SERVERS:
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
print(PORTS[0], flush=True)
sys.stdin.read()  # until whoever started it ends
