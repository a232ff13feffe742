#!/usr/bin/env python3
"""Compares vectors and scores of vignette-cli and llama.cpp for encoders that `models convert` wrote.

    llama_cpp_encoders.py VIGNETTE_CLI MODEL_FOLDER…

llama.cpp comes as the package xllamacpp (pip install xllamacpp); without it this skips, and says so. Every folder is
converted to F32. For embedding models the least cosine of some texts is printed, for rerankers and classifiers the
largest difference of what llama.cpp calls the relevance: the first logit, or the probability of "yes". Ends with 1 if a
cosine is below 0.9999 or a difference above 0.02: llama.cpp rounds what it computes of GELU.
"""
import json
import math
import pathlib
import subprocess
import sys
import tempfile

try:
    import xllamacpp
except ImportError:
    print("SKIP: the Python package xllamacpp, which brings llama.cpp, is not installed")
    sys.exit(0)

LEAST_COSINE, MOST_DIFFERENCE = 0.9999, 0.02
TEXTS = ["who wrote the licence", "A man is playing a guitar.", "Bananas are rich in potassium, and cheap.",
         "The heron stands on one leg in the mill pond and waits."]


def run(cli, *arguments):
    return subprocess.run([cli, *map(str, arguments)], capture_output=True, text=True, check=False)


def open_server(path, ranks):
    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.embedding = True
    if ranks:
        params.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_RANK
    params.n_ctx = params.n_batch = params.n_ubatch = 512
    params.warmup = False
    return xllamacpp.Server(params)


def reply(value):
    return json.loads(value) if isinstance(value, str) else value


def cosine(one, other):
    product = sum(a * b for a, b in zip(one, other))
    return product / math.sqrt(sum(a * a for a in one) * sum(b * b for b in other))


def compare_vectors(cli, path):
    own = [json.loads(line) for line in run(cli, "inspect", "embed", "--json", "--model", path, *TEXTS).stdout.splitlines()]
    server = open_server(path, ranks=False)
    theirs = [reply(server.handle_embeddings({"input": text, "model": "m"}))["data"][0]["embedding"] for text in TEXTS]
    least = min(cosine(row["values"], vector) for row, vector in zip(own, theirs))
    return f"least cosine {least:.6f}", least >= LEAST_COSINE


def compare_scores(cli, path):
    server = open_server(path, ranks=True)
    most = 0.0
    for document in TEXTS[1:]:
        own = json.loads(run(cli, "inspect", "score", "--json", "--model", path, TEXTS[0], document).stdout)
        theirs = reply(server.handle_rerank({"query": TEXTS[0], "documents": [document]}))["results"][0]
        expected = own["scores"] if own["labels"][0] == "yes" else own["logits"]
        most = max(most, abs(expected[0] - theirs["relevance_score"]))
    return f"largest difference {most:.4f}", most <= MOST_DIFFERENCE


def compare(cli, folder):
    with tempfile.TemporaryDirectory() as place:
        path = pathlib.Path(place) / "model.gguf"
        converted = run(cli, "models", "convert", folder, "--output", path, "--type", "F32")
        if converted.returncode != 0:
            return converted.stderr.strip(), True
        is_embedder = run(cli, "inspect", "embed", "--model", path, "a").returncode == 0
        return (compare_vectors if is_embedder else compare_scores)(cli, path)


def main():
    if len(sys.argv) < 3:
        raise SystemExit(__doc__)
    agrees = True
    for folder in map(pathlib.Path, sys.argv[2:]):
        said, is_near = compare(sys.argv[1], folder)
        agrees = agrees and is_near
        print(f"{folder.name}: {said}{'' if is_near else ' (DIFFERS)'}", flush=True)
    sys.exit(0 if agrees else 1)


if __name__ == "__main__":
    main()
