#!/usr/bin/env python3
"""Compares greedy tokens of vignette-cli and llama.cpp over files that `models convert` wrote.

    llama_cpp.py VIGNETTE_CLI MODEL_FOLDER… [--type F16,Q8_0,Q4_K_M] [--tokens 24]

llama.cpp comes as the package xllamacpp (pip install xllamacpp: it is built already); without it this skips, and says
so. For every folder and type it converts, then

  * gives llama.cpp some ids, and ids and continuation to `vignette-cli inspect logits`: each token must have the highest
    logit here, too, or one that is nearly as high (TIES; the file's own rounding of activations differs);
  * where there is a tower, asks both about a picture of just the size that the tower takes, through the model's chat
    template: the texts must be equal or, of quantised weights, begin alike.
"""
import argparse
import base64
import json
import math
import pathlib
import struct
import subprocess
import sys
import tempfile
import urllib.request
import zlib

try:
    import xllamacpp
except ImportError:
    print("SKIP: the Python package xllamacpp, which brings llama.cpp, is not installed")
    sys.exit(0)

# How far apart two logits may be that count as equal. llama.cpp rounds activations to F16 beside F16 weights and to 8
# bits beside quantised ones.
TIES = {"F32": 0.02, "F16": 0.1, "BF16": 0.4}
TIES_QUANTISED = 0.5

# Where llama.cpp shows a model something else than its makers do, by model_type of the tower: told, and not judged.
DEPARTS = {
    "siglip_vision_model": "llama.cpp spells the prompt around a picture with a token less",
    "smolvlm_vision": "llama.cpp scales and cuts pictures by rules of its own",
    "idefics3_vision": "llama.cpp scales and cuts pictures by rules of its own",
    "clip_vision_model": "llama.cpp pads pictures to a square and computes the tower otherwise",
}


def vignette(program, *arguments):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError("vignette-cli: " + (done.stderr.strip() or done.stdout.strip()))
    return done.stdout


def convert(program, folder, kind, target):
    listed = json.loads(vignette(program, "models", "convert", folder, "--output", target, "--type", kind, "--json"))
    return [pathlib.Path(entry["file"]) for entry in listed["written"]]


def serve(files):
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(files[0])
    if len(files) > 1:
        parameters.mmproj.path = str(files[1])
    parameters.n_ctx = 2048
    parameters.n_parallel = 1
    parameters.warmup = False
    parameters.n_gpu_layers = 0
    return xllamacpp.Server(parameters)


GREEDY = {"temperature": 0.0, "top_k": 1, "cache_prompt": False, "ignore_eos": True}


def ask(server, path, request):
    """The server listens on this machine alone; its own /completion tells tokens, which the package does not."""
    coded = urllib.request.Request(server.listening_address + path, json.dumps(request).encode(),
                                   {"Content-Type": "application/json"})
    return json.loads(urllib.request.urlopen(coded, timeout=300).read())


def end_tokens(program, model):
    """The tokens that llama.cpp never chooses where it is asked to go on."""
    return set(json.loads(vignette(program, "models", "inspect", model, "--json"))["decoder"]["end_tokens"])


def compare_text(program, files, server, kind, count):
    ids = [5, 17, 11, 42, 7, 23]
    tokens = ask(server, "/completion", {"prompt": ids, "n_predict": count, "return_tokens": True, **GREEDY})["tokens"]
    listed = ",".join(map(str, ids + tokens[:-1]))
    rows = json.loads(vignette(program, "inspect", "logits", "--model", files[0], "--ids", listed, "--last",
                               len(tokens)))["logits"]
    ends = end_tokens(program, files[0])
    highest = [max(logit for token, logit in enumerate(row) if token not in ends) for row in rows]
    gaps = [most - row[token] for most, row, token in zip(highest, rows, tokens)]
    agrees = len(tokens) == count and max(gaps) <= TIES.get(kind, TIES_QUANTISED)
    return agrees, f"text: {sum(gap == 0 for gap in gaps)} of {count} tokens equal, the others within {max(gaps):.4f}"


def picture(folder):
    """A PNG of the tower's own size, so that nobody needs to scale it: three waves of colour."""
    side = json.loads((folder / "config.json").read_text())["vision_config"]["image_size"]
    rows = b"".join(b"\0" + bytes(int(127 + 120 * math.sin((x * (c + 1) + y * (3 - c)) / side * 5))
                                  for x in range(side) for c in range(3)) for y in range(side))
    parts = [(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts)


def compare_picture(program, folder, files, server, kind, count):
    question = "What is it?"
    png = picture(folder)
    image = files[0].with_suffix(".png")
    image.write_bytes(png)
    coded = "data:image/png;base64," + base64.b64encode(png).decode()
    content = [{"type": "image_url", "image_url": {"url": coded}}, {"type": "text", "text": question}]
    answer = ask(server, "/v1/chat/completions",
                 {"messages": [{"role": "user", "content": content}], "max_tokens": count, **GREEDY})
    theirs = answer["choices"][0]["message"]["content"]
    ours = json.loads(vignette(program, "chat", "--model", files[0], "--image", image, "--max-tokens", count,
                               "--temperature", 0, "--json", question))["text"]
    same = next((i for i, (a, b) in enumerate(zip(theirs, ours)) if a != b), min(len(theirs), len(ours)))
    departs = DEPARTS.get(json.loads((folder / "config.json").read_text())["vision_config"]["model_type"])
    agrees = same == len(theirs) if kind in TIES else same > 0
    return agrees or bool(departs), f"picture: {same} of {len(theirs)} letters equal" + (f" ({departs})" if departs else "")


def compare(program, folder, kind, count):
    with tempfile.TemporaryDirectory() as scratch:
        files = convert(program, folder, kind, pathlib.Path(scratch) / "model.gguf")
        server = serve(files)
        agrees, sentence = compare_text(program, files, server, kind, count)
        print(f"{'ok  ' if agrees else 'FAIL'} {folder.name:16} {kind:7} {sentence}", flush=True)
        if len(files) > 1:
            sees, sentence = compare_picture(program, folder, files, server, kind, count)
            print(f"{'ok  ' if sees else 'FAIL'} {folder.name:16} {kind:7} {sentence}", flush=True)
            agrees &= sees
        del server
    return agrees


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--type", default="F16,Q8_0,Q4_K_M")
    parser.add_argument("--tokens", type=int, default=24)
    options = parser.parse_args()
    agrees = True
    for folder in options.folders:
        for kind in options.type.split(","):
            try:
                agrees &= compare(options.program, folder, kind, options.tokens)
            except RuntimeError as error:
                print(f"FAIL {folder.name:16} {kind:7} {error}", flush=True)
                agrees = False
    return 0 if agrees else 1


if __name__ == "__main__":
    sys.exit(main())
