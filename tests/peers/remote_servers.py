#!/usr/bin/python3
"""Models on real servers, asked by vignette-cli: another Vignette, llama.cpp's server, vLLM.

    remote_servers.py VIGNETTE_CLI [vignette] [llama] [vllm]

Each server answers as it is asked, in a stream; says what it is able to; and is killed in the middle of an answer and started
again: what then goes on must be what an undisturbed run says. Prints one JSON object a line: {"server", "step", …}. What is not
there is skipped with a sentence:

    vignette   the same program's `serve`
    llama      VIGNETTE_LLAMA_SERVER, the program llama-server, or else a Python that can `-m llama_cpp.server`;
               VIGNETTE_LLAMA_MODEL, a GGUF file that it can read
    vllm       VIGNETTE_VLLM, the program vllm; VIGNETTE_VLLM_MODEL, a folder that it can read

Exit code 77: there was none of them; 1: something is wrong.
"""
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

PATIENCE = 600  # seconds for a server to be there
QUESTION = "Tell me a long story about a lighthouse."
TOKENS = 96
SOURCES = pathlib.Path(__file__).resolve().parents[2]


class Missing(Exception):
    pass


def say(**fields):
    print(json.dumps(fields, ensure_ascii=False), flush=True)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Server:
    """A real server, which can be killed and is then there again at the same port."""

    def __init__(self, name, command, environment=()):
        self.name, self.port = name, free_port()
        self.command = [word.replace("PORT", str(self.port)) for word in command]
        self.environment = {**os.environ, **dict(environment)}
        self.log = tempfile.TemporaryFile()
        self.start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}/v1"

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=self.log, stderr=self.log, env=self.environment,
                                        start_new_session=True)
        end = time.time() + PATIENCE
        while time.time() < end:
            if self.process.poll() is not None:
                self.log.seek(0)
                raise RuntimeError(f"{self.name} ended: " + self.log.read()[-2000:].decode(errors="replace"))
            try:
                with urllib.request.urlopen(self.address + "/models", timeout=5):
                    return
            except OSError:
                time.sleep(0.5)
        raise RuntimeError(f"{self.name} does not come up")

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def vignette(program):
    if subprocess.run([program, "serve", "--help"], capture_output=True).returncode != 0:
        raise Missing("this vignette-cli has no serve")
    return Server("vignette", [program, "serve", "--port", "PORT"])


def llama(_):
    model = os.environ.get("VIGNETTE_LLAMA_MODEL")
    if not model:
        raise Missing("VIGNETTE_LLAMA_MODEL names no GGUF file")
    program = os.environ.get("VIGNETTE_LLAMA_SERVER") or shutil.which("llama-server")
    if not program:
        raise Missing("VIGNETTE_LLAMA_SERVER names no server of llama.cpp")
    if "python" in pathlib.Path(program).name:
        return Server("llama-cpp-python", [program, "-m", "llama_cpp.server", "--model", model, "--port", "PORT",
                                           "--n_ctx", "512"])
    return Server("llama-server", [program, "-m", model, "--port", "PORT", "-c", "512", "--no-webui"])


def vllm(_):
    program, model = os.environ.get("VIGNETTE_VLLM"), os.environ.get("VIGNETTE_VLLM_MODEL")
    if not program or not model:
        raise Missing("VIGNETTE_VLLM and VIGNETTE_VLLM_MODEL name no vLLM and no model")
    return Server("vllm", [program, "serve", model, "--served-model-name", "tiny", "--dtype", "float32", "--host", "127.0.0.1",
                           "--port", "PORT", "--enforce-eager", "--max-model-len", "512"],
                  {"VLLM_CPU_KVCACHE_SPACE": os.environ.get("VLLM_CPU_KVCACHE_SPACE", "1"), "HF_HUB_OFFLINE": "1"})


class Client:
    def __init__(self, program, server):
        self.program, self.server = program, server

    def arguments(self, *more):
        return [self.program, *more, "--endpoint", self.server.address]

    def run(self, *more):
        return subprocess.run(self.arguments(*more), capture_output=True, text=True, timeout=PATIENCE)

    def chat(self, *more):
        return self.run("chat", "--max-tokens", str(TOKENS), *more)

    def chat_until(self, characters, *more):
        """A run that is under way, and so many characters of its answer."""
        process = subprocess.Popen(self.arguments("chat", "--max-tokens", str(TOKENS), *more), stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        said = b""
        while len(said) < characters:
            more_said = os.read(process.stdout.fileno(), 4096)
            if not more_said:
                break
            said += more_said
        return process, said


def demand(condition, what):
    if not condition:
        raise AssertionError(what)


def abilities(client):
    lines = [json.loads(line) for line in client.run("models", "test", "--json").stdout.splitlines()]
    demand(len(lines) > 2 and lines[0]["outcome"] == "works", f"it is not there: {lines}")
    return {line["ability"]: line["outcome"] for line in lines}


def undisturbed(client):
    told = json.loads(client.chat("--json", QUESTION).stdout)
    demand(told["text"].strip() and told["tokens"] > 4, f"an answer of nothing: {told}")
    demand(told["prompt_tokens"] > 0, "the server's count of tokens was not read")
    return told["text"]


def streamed(client, whole):
    process, said = client.chat_until(1, QUESTION)
    early = process.poll() is None
    rest = process.communicate()[0]
    demand(process.returncode == 0 and (said + rest).decode().rstrip("\n") == whole.rstrip("\n"), "a stream says something else")
    return early


def in_a_form(client, able):
    if able.get("schema") == "does not":
        return "does not"
    with tempfile.NamedTemporaryFile("w", suffix=".json") as schema:
        json.dump({"type": "object", "properties": {"wet": {"type": "boolean"}}, "required": ["wet"],
                   "additionalProperties": False}, schema)
        schema.flush()
        done = client.chat("--schema", schema.name, "Is water wet?")
    if done.returncode == 0 and not done.stdout.strip().endswith("}"):
        return "was cut"  # after so many tokens
    demand(done.returncode == 0, "an answer in a form: " + done.stderr)
    demand(isinstance(json.loads(done.stdout)["wet"], bool), "the form was not held: " + done.stdout)
    return "works"


def a_picture(client, able):
    done = client.chat("--image", str(SOURCES / "resources/samples/one-1.png"), "What is it?")
    if able.get("picture") == "does not":
        demand(done.returncode == 1 and len(done.stderr.strip().splitlines()) == 1, "no sentence: " + done.stderr)
        return done.stderr.strip()
    demand(done.returncode == 0 and done.stdout.strip(), "a picture: " + done.stderr)
    return done.stdout.strip()


def killed_in_the_middle(client, whole):
    """What the answer that goes on says, and the sentence of the one that was cut."""
    process, said = client.chat_until(len(whole.encode()) // 4, QUESTION)
    demand(process.poll() is None, "the answer was there before the server could be killed")
    client.server.kill()
    rest, problem = process.communicate()
    said = (said + rest).decode(errors="ignore")
    if process.returncode == 0:
        raise Missing("the answer was complete before the server was killed")
    sentence = problem.decode().strip()
    demand(len(sentence.splitlines()) == 1 and "during the answer" in sentence, "no sentence: " + sentence)
    demand(whole.startswith(said), "what had come is not what an undisturbed run says: " + said)
    away = client.chat(QUESTION)
    demand(away.returncode == 1 and "No response" in away.stderr, "nobody is there: " + away.stderr)
    client.server.start()
    gone_on = client.chat("--begin", said, QUESTION)
    demand(gone_on.returncode == 0, "it does not go on: " + gone_on.stderr)
    return said, gone_on.stdout.rstrip("\n"), sentence


def check(server, program):
    client = Client(program, server)
    able = abilities(client)
    say(server=server.name, step="able", **able)
    whole = undisturbed(client)
    say(server=server.name, step="chat", characters=len(whole))
    say(server=server.name, step="stream", words_before_the_end=streamed(client, whole))
    say(server=server.name, step="schema", outcome=in_a_form(client, able))
    say(server=server.name, step="picture", outcome=a_picture(client, able))
    said, gone_on, sentence = killed_in_the_middle(client, whole)
    demand(gone_on.startswith(said), "the beginning was lost")
    same = os.path.commonprefix([gone_on, whole])
    say(server=server.name, step="killed", sentence=sentence, before=len(said), same=len(same), whole=len(whole))
    # llama-cpp-python cannot go on and is asked to in words; letters that were broken do not come back as the tokens they were
    continues = server.name != "llama-cpp-python" and "\ufffd" not in said
    demand(not continues or len(same) == min(len(whole), len(gone_on)), f"it goes on otherwise: {gone_on!r} and not {whole!r}")


def main():
    program, names = sys.argv[1], sys.argv[2:] or ["vignette", "llama", "vllm"]
    os.environ["HOME"] = tempfile.mkdtemp()  # so that no settings and no hosts of the user are touched
    done = wrong = 0
    for name in names:
        server = None
        try:
            server = {"vignette": vignette, "llama": llama, "vllm": vllm}[name](program)
            check(server, program)
            done += 1
        except Missing as why:
            say(server=name, skipped=str(why))
        except (AssertionError, RuntimeError, ValueError, OSError) as problem:
            say(server=name, problem=str(problem))
            wrong += 1
        finally:
            if server and server.process.poll() is None:
                server.kill()
    return 1 if wrong else 0 if done else 77


if __name__ == "__main__":
    sys.exit(main())
