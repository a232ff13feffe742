#!/usr/bin/env python3
"""Compares greedy tokens of vignette-cli and llama.cpp over files that `models convert` wrote.

    llama_cpp.py VIGNETTE_CLI MODEL_FOLDER… [--type F16,Q8_0,Q4_K_M] [--tokens 24] [--table]

llama.cpp comes as the package xllamacpp (pip install xllamacpp gguf: it is built already); without it this skips, and
says so. For every folder and type it converts, then gives llama.cpp

  * some ids,
  * where there is a tower, a few words around a picture of just the size that the tower takes,

and both, with llama.cpp's continuation, to `vignette-cli inspect logits`: each of its tokens must have the highest logit
here, too, or one that is nearly as high (TIE).

llama.cpp is asked twice. It must load the file and go on from it; but it rounds what it multiplies with F16 or quantised
numbers, so how many of those tokens are equal here is only told. Judged is what it says to the same numbers as F32, which
the package gguf makes of the file. Both keep keys and values as F32.
"""
import argparse
import base64
import json
import math
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import typing
import urllib.error
import urllib.request
import zlib

try:
    import gguf
    import xllamacpp
    from float_copy import float_copy
except ImportError:
    print("SKIP: the Python packages xllamacpp, which brings llama.cpp, and gguf are not installed")
    sys.exit(0)

TIE = 0.02  # how far apart two logits may be that count as equal

# Where llama.cpp computes or shows something else than a model's makers do, by model_type of the tower.
DEPARTS = {
    "internvl_vision": "llama.cpp puts the class token behind the patches, but not its position",
    "smolvlm_vision": "llama.cpp scales and cuts pictures by rules of its own",
    "idefics3_vision": "llama.cpp scales and cuts pictures by rules of its own",
    "clip_vision_model": "llama.cpp pads pictures to a square and computes the tower otherwise",
}

# The sizes of pictures that need no scaling, in rows of the prompt, by model_type of the tower; other towers take squares
# of their image_size.
CELLS = {
    "qwen2_vl": (4, 3), "qwen2_5_vl": (4, 3), "qwen3_vl": (4, 3), "qwen3_5": (4, 3), "glm4v": (4, 3),
    "qwen3_vl_moe": (4, 3), "qwen3_5_moe": (4, 3),
    "siglip2_vision_model": (3, 2), "gemma4_vision": (10, 7), "gemma4_unified_vision": (10, 7),
    "glm_ocr_vision": (4, 3), "paddleocr_vl": (4, 3),
}

# The tokens that llama.cpp puts around a picture, and between its lines, by model_type of the model or its tower.
MARKS = {
    "qwen2_vl": ("<|vision_start|>", "", "<|vision_end|>"), "qwen2_5_vl": ("<|vision_start|>", "", "<|vision_end|>"),
    "qwen3_vl": ("<|vision_start|>", "", "<|vision_end|>"), "qwen3_5": ("<|vision_start|>", "", "<|vision_end|>"),
    "qwen3_vl_moe": ("<|vision_start|>", "", "<|vision_end|>"),
    "qwen3_5_moe": ("<|vision_start|>", "", "<|vision_end|>"),
    "glm4v": ("<|begin_of_image|>", "", "<|end_of_image|>"), "siglip_vision_model": ("<start_of_image>", "", "<end_of_image>"),
    "siglip2_vision_model": ("<|image_start|>", "", "<|image_end|>"), "gemma4_vision": ("<|image>", "", "<image|>"),
    "gemma4_unified_vision": ("<|image>", "", "<image|>"), "glm_ocr_vision": ("<|begin_of_image|>", "", "<|end_of_image|>"),
    "paddleocr_vl": ("<|IMAGE_START|>", "", "<|IMAGE_END|>"), "lighton_ocr": ("<|im_start|>", "", "<|im_end|>"),
    "internvl_vision": ("<img>", "", "</img>"), "pixtral": ("", "[IMG_BREAK]", "[IMG_END]"),
}


def vignette(program, *arguments):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError("vignette-cli: " + (done.stderr.strip() or done.stdout.strip()))
    return done.stdout


def convert(program, folder, kind, target):
    listed = json.loads(vignette(program, "models", "convert", folder, "--output", target, "--type", kind, "--json"))
    return [pathlib.Path(entry["file"]) for entry in listed["written"]]


def share_line_ends(decoder, tower):
    """The token behind each line of a picture is the decoder's own here; llama.cpp has a finer copy of it in the tower."""
    copy = next((t for t in gguf.GGUFReader(tower, "r+").tensors if t.name == "v.token_embd.img_break"), None)
    if copy is not None:
        read = gguf.GGUFReader(decoder)
        token = read.fields["tokenizer.ggml.tokens"].contents().index("[IMG_BREAK]")
        copy.data[:] = next(t for t in read.tensors if t.name == "token_embd.weight").data[token].reshape(copy.data.shape)
        copy.data.flush()


def serve(folder, files):
    config = json.loads((folder / "config.json").read_text())
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(files[0])
    if len(files) > 1:
        parameters.mmproj.path = str(files[1])
    if "max_image_tokens" in config:  # which files cannot say
        parameters.image_min_tokens = config["min_image_tokens"]
        parameters.image_max_tokens = config["max_image_tokens"]
    parameters.n_ctx = 2048
    parameters.cache_type_k = parameters.cache_type_v = xllamacpp.ggml_type.GGML_TYPE_F32
    parameters.flash_attn_type = xllamacpp.llama_flash_attn_type.LLAMA_FLASH_ATTN_TYPE_DISABLED
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


def model_type(folder, part):
    config = json.loads((folder / "config.json").read_text())
    return config.get(part, config).get("model_type", config["model_type"])


def ids_for(folder):
    """Some ids; more than a LongRope model was trained for at first, because llama.cpp takes the long factors by the size
    of the context and not of the text."""
    config = json.loads((folder / "config.json").read_text())
    some = [5, 17, 11, 42, 7, 23]
    original = config["original_max_position_embeddings"] if "long_factor" in (config.get("rope_scaling") or {}) else 0
    return some * (1 + original // len(some))


class Outcome(typing.NamedTuple):
    agrees: bool
    cell: str  # of the table: how many tokens are equal
    sentence: str


def judged(program, files, ids, tokens, ends, more=()):
    """Whether `tokens` are what these files would have said after `ids`."""
    rows = json.loads(vignette(program, "inspect", "logits", "--model", files[0], "--exact", "--cache-type", "fp32", "--ids",
                               ",".join(map(str, ids + tokens[:-1])), "--last", len(tokens), *more))["logits"]
    highest = [max(logit for token, logit in enumerate(row) if token not in ends) for row in rows]
    gaps = [most - row[token] for most, row, token in zip(highest, rows, tokens)]
    equal = sum(gap == 0 for gap in gaps)
    return Outcome(max(gaps) <= TIE, str(equal),
                   f"{equal} of {len(tokens)} tokens equal, the others within {max(gaps):.4f}")


def compare_text(program, folder, files, server, count):
    ids = ids_for(folder)
    answer = ask(server, "/completion", {"prompt": ids, "n_predict": count, "return_tokens": True, **GREEDY})
    return judged(program, files, ids, answer["tokens"], end_tokens(program, files[0]))


WINDOW = 112


def departure_in_pictures(folder):
    vision = json.loads((folder / "config.json").read_text())["vision_config"]
    if vision.get("window_size", WINDOW) != WINDOW:
        return f"llama.cpp has windows of {WINDOW} pixels whatever a file says"
    return DEPARTS.get(model_type(folder, "vision_config"))


def size_of_picture(folder):
    config = json.loads((folder / "config.json").read_text())
    vision, kind = config["vision_config"], model_type(folder, "vision_config")
    if kind not in CELLS:
        side = vision["image_size"]
        return (side, side) if isinstance(side, int) else tuple(side)
    joined = vision.get("spatial_merge_size") or vision.get("pooling_kernel_size") or config["downsample_factor"]
    return tuple(cells * joined * vision["patch_size"] for cells in CELLS[kind])


def picture(width, height):
    """A PNG of just this size: three waves of colour."""
    rows = b"".join(b"\0" + bytes(int(127 + 120 * math.sin((x * (c + 1) + y * (3 - c)) / width * 5))
                                  for x in range(width) for c in range(3)) for y in range(height))
    parts = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(rows)),
             (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts)


def ids_of_picture(program, folder, files, server, image, size):
    """The ids of a picture's rows and of the marks around and between them."""
    tower = model_type(folder, "vision_config")
    config = json.loads((folder / "config.json").read_text())
    row = [config.get("image_token_id", config.get("image_token_index"))]
    before, between, after = (tokens_of(server, mark) if mark else [] for mark in MARKS.get(config["model_type"], MARKS.get(tower, ("", "", ""))))
    rows = json.loads(vignette(program, "inspect", "embed-image", "--model", files[0], image))["rows"]
    columns = rows if not between else size[0] // (config["vision_config"]["patch_size"] * config.get("spatial_merge_size", 1))
    lines = [row * columns + between] * (rows // columns)
    ids = before + sum(lines, [])
    return ids[:len(ids) - len(between)] + after


def tokens_of(server, text, begins=False):
    return ask(server, "/tokenize", {"content": text, "add_special": begins, "parse_special": True})["tokens"]


def compare_picture(program, folder, files, server, count):
    size = size_of_picture(folder)
    image = files[0].with_suffix(".png")
    image.write_bytes(picture(*size))
    before, after = "Look at the picture: ", " What is it?"
    conversation = {"messages": [{"role": "user", "content": [
        {"type": "image_url", "image_url": {"url": "data:image/png;base64," + base64.b64encode(image.read_bytes()).decode()}}]}]}
    marker = re.search(r"<__media\w*__>", ask(server, "/apply-template", conversation)["prompt"])[0]
    prompt = {"prompt_string": before + marker + after, "multimodal_data": [base64.b64encode(image.read_bytes()).decode()]}
    answer = ask(server, "/completion", {"prompt": prompt, "n_predict": count, "return_tokens": True, **GREEDY})
    ids = (tokens_of(server, before, begins=True) + ids_of_picture(program, folder, files, server, image, size)
           + tokens_of(server, after))
    departs = departure_in_pictures(folder)
    if departs:
        return Outcome(True, "*", f"not judged ({departs})")
    if answer["tokens_evaluated"] != len(ids):
        return Outcome(False, "0", f"{answer['tokens_evaluated']} tokens in llama.cpp's prompt and {len(ids)} here")
    return judged(program, files, ids, answer["tokens"], end_tokens(program, files[0]), ["--image", image])


def outcomes_of(program, folder, files, read, count):
    """What comes of `files` here and of `read` in llama.cpp, by what was asked about."""
    server = serve(folder, read)
    outcomes = {"text": compare_text(program, folder, files, server, count)}
    if len(files) > 1:
        outcomes["picture"] = compare_picture(program, folder, files, server, count)
    del server
    return outcomes


def compare(program, folder, kind, count):
    with tempfile.TemporaryDirectory() as scratch:
        files = convert(program, folder, kind, pathlib.Path(scratch) / "model.gguf")
        itself = outcomes_of(program, folder, files, files, count)
        floats = [float_copy(file, file.with_name("exact-" + file.name)) for file in files]
        if len(floats) > 1:
            share_line_ends(*floats)
        exact = outcomes_of(program, folder, files, floats, count)
    return {about: Outcome(agrees, cell if cell == "*" else f"{cell}/{itself[about].cell}",
                           f"{sentence}; of the file itself {itself[about].cell}")
            for about, (agrees, cell, sentence) in exact.items()}


def tried(program, folder, kind, count):
    try:
        outcomes = compare(program, folder, kind, count)
    except (RuntimeError, urllib.error.HTTPError) as error:
        outcomes = {"text": Outcome(False, "0", str(error))}
    for about, (agrees, _, sentence) in outcomes.items():
        print(f"{'ok  ' if agrees else 'FAIL'} {folder.name:16} {kind:7} {about}: {sentence}", flush=True)
    return outcomes


def print_table(kinds, rows):
    print("| model | " + " | ".join(kinds) + " |\n|---|" + "---|" * len(kinds))
    for name, outcomes in rows.items():
        cells = [" · ".join(outcome.cell for outcome in each.values()) for each in outcomes]
        print(f"| {name} | " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--type", default="F16,Q8_0,Q4_K_M")
    parser.add_argument("--tokens", type=int, default=24)
    parser.add_argument("--table", action="store_true", help="print equal tokens as Markdown, too: exact/itself of text · picture")
    options = parser.parse_args()
    kinds = options.type.split(",")
    rows = {folder.name: [tried(options.program, folder, kind, options.tokens) for kind in kinds]
            for folder in options.folders}
    if options.table:
        print_table(kinds, rows)
    return 0 if all(o.agrees for outcomes in rows.values() for each in outcomes for o in each.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
