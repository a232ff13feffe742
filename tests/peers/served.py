"""What the tests of this folder start: vignette-cli serve, and a model that always says the same."""

import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).parents[2]
CLI = sys.argv.pop(1) if len(sys.argv) > 1 else str(ROOT / "build/release/bin/vignette-cli")


class Server:
    """vignette-cli serve on a free port, until end() is called."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([CLI, "serve", "--port", "0", *arguments], stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline().strip()
        if not line.startswith("Listening on "):
            raise RuntimeError(f"no address: {line!r}")
        self.root = line.removeprefix("Listening on ")
        self.url = self.root + "/v1"
        with urllib.request.urlopen(self.url + "/models") as answer:
            self.models = [model["id"] for model in json.load(answer)["data"]]

    def post(self, path, body, headers=()):
        """The status and the answer: an object, or the objects of a stream."""
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(),
                                         {"Content-Type": "application/json", **dict(headers)})
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                text = answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)
        if not body.get("stream"):
            return 200, json.loads(text)
        return 200, [json.loads(line.removeprefix("data:")) for line in text.splitlines()
                     if line.startswith("data:") and "[DONE]" not in line]

    def end(self):
        self.process.terminate()
        with self.process.stdout:
            return self.process.wait(20)


# The template of a model that calls tools, in the notation of Hermes 2 Pro.
TOOL_TEMPLATE = """{% if tools %}[tools]{% for tool in tools %}{{ tool | tojson }}
{% endfor %}A call is <tool_call>{"name": "…", "arguments": {…}}</tool_call>{% endif %}{% for message in messages %}
[{{ message.role }}]{{ message.content }}{% for call in message.tool_calls or [] %}<tool_call>{{ call.function | tojson }}\
</tool_call>{% endfor %}{% endfor %}{% if add_generation_prompt %}<|go|>{% endif %}"""


class Parrot:
    """A GGUF file of a model that answers every prompt of `template`, which ends in <|go|>, with `text`.

    Its one layer adds nothing. The embedding of a token is a column of its own, and the head takes that for the token
    that follows.
    """

    def __init__(self, text, template=TOOL_TEMPLATE):
        pieces = [text[begin:begin + 3] for begin in range(0, len(text), 3)]
        self.tokens = (["<unk>", "<s>", "</s>"] + [f"<0x{byte:02X}>" for byte in range(256)] + ["<|go|>"] + pieces)
        self.kinds = [2, 3, 3] + [6] * 256 + [3] + [4] * len(pieces)
        self.width = (len(self.tokens) + 63) // 64 * 64
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name) / "parrot.gguf"
        self.write(self.metadata(template), self.tensors())

    def metadata(self, template):
        size = {"block_count": 1, "context_length": 16384, "embedding_length": self.width, "feed_forward_length": 32,
                "attention.head_count": 1, "attention.head_count_kv": 1, "attention.key_length": 32,
                "attention.value_length": 32, "rope.dimension_count": 32}
        return {"general.architecture": "llama", "general.name": "parrot",
                **{"llama." + key: value for key, value in size.items()},
                "llama.attention.layer_norm_rms_epsilon": 1e-5, "llama.rope.freq_base": 1e4,
                "tokenizer.ggml.model": "llama", "tokenizer.ggml.tokens": self.tokens,
                "tokenizer.ggml.scores": [0.0] * len(self.tokens), "tokenizer.ggml.token_type": self.kinds,
                "tokenizer.ggml.bos_token_id": 1, "tokenizer.ggml.eos_token_id": 2,
                "tokenizer.ggml.add_bos_token": False, "tokenizer.ggml.add_space_prefix": False,
                "tokenizer.chat_template": template}

    def tensors(self):
        """The rows of each matrix as {column: value}; norms are F32, all others F16."""
        count, width = len(self.tokens), self.width
        first = self.tokens.index("<|go|>")
        follows = {row: row - 1 for row in range(first + 1, count)} | {2: count - 1}
        zeros = {"attn_q": (32, width), "attn_k": (32, width), "attn_v": (32, width), "attn_output": (width, 32),
                 "ffn_gate": (32, width), "ffn_up": (32, width), "ffn_down": (width, 32)}
        return {"token_embd.weight": (count, width, [{row: 1.0} for row in range(count)]),
                "output.weight": (count, width, [{follows[row]: 1.0} if row in follows else {} for row in range(count)]),
                **{f"blk.0.{name}.weight": (*shape, [{}] * shape[0]) for name, shape in zeros.items()},
                **{name: (1, width, None) for name in ("output_norm.weight", "blk.0.attn_norm.weight",
                                                       "blk.0.ffn_norm.weight")}}

    def write(self, metadata, tensors):
        head, data = [struct.pack("<4sIQQ", b"GGUF", 3, len(tensors), len(metadata))], []
        for key, value in metadata.items():
            head.append(text_bytes(key) + value_bytes(value))
        offset = 0
        for name, (rows, columns, content) in tensors.items():
            dimensions = [columns] if content is None else [columns, rows]
            head.append(text_bytes(name) + struct.pack(f"<I{len(dimensions)}QIQ", len(dimensions), *dimensions,
                                                       content is not None, offset))
            data.append(struct.pack(f"<{columns}f", *[1.0] * columns) if content is None else
                        b"".join(struct.pack(f"<{columns}e", *[row.get(column, 0.0) for column in range(columns)])
                                 for row in content))
            data[-1] += bytes(-len(data[-1]) % 32)
            offset += len(data[-1])
        head = b"".join(head)
        self.path.write_bytes(head + bytes(-len(head) % 32) + b"".join(data))


def text_bytes(text):
    return struct.pack("<Q", len(text.encode())) + text.encode()


def value_bytes(value):
    for kind, (number, letter) in {bool: (7, "?"), int: (4, "I"), float: (6, "f")}.items():
        if type(value) is kind:
            return struct.pack("<I" + letter, number, value)
    if isinstance(value, str):
        return struct.pack("<I", 8) + text_bytes(value)
    if isinstance(value[0], str):
        return struct.pack("<IIQ", 9, 8, len(value)) + b"".join(map(text_bytes, value))
    number, letter = (4, "I") if isinstance(value[0], int) else (6, "f")
    return struct.pack(f"<IIQ{len(value)}{letter}", 9, number, len(value), *value)
