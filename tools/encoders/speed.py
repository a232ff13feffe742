"""How many passages a second vignette-cli and sentence-transformers make vectors of, on the same threads.

Needs what compare.py needs, and documents:

    /tmp/encoders/bin/python tools/encoders/speed.py build/release/bin/vignette-cli FOLDER [--pairs 3] DOCUMENT…

FOLDER is a model in the layout of sentence-transformers. Documents are read first, without it; then each takes its turn with
the passages that came of them, as they were cut for the model. Prints one JSON object: of each the median, and the median ratio.
"""

import argparse
import json
import os
import pathlib
import shutil
import sqlite3
import statistics
import subprocess
import tempfile
import time


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("documents", nargs="+")
    parser.add_argument("--pairs", type=int, default=3)
    return parser.parse_args()


def index(chosen, store):
    """Seconds until every passage has its vector."""
    began = time.monotonic()
    subprocess.run([chosen.cli, "index", *chosen.documents, "--store", store, "--embedding", chosen.folder],
                   check=True, capture_output=True)  # fmt: skip
    return time.monotonic() - began


def passages_of(store):
    rows = sqlite3.connect(store).execute("SELECT heading, text FROM passage").fetchall()
    return [f"{heading}\n{text}" if heading else text for heading, text in rows]


def forget_vectors(store):
    database = sqlite3.connect(store)
    database.execute("DELETE FROM passage_vector")
    database.commit()
    database.close()


def main():
    chosen = options()
    import torch
    from sentence_transformers import SentenceTransformer

    torch.set_num_threads(os.cpu_count())
    theirs = SentenceTransformer(str(chosen.folder), device="cpu")
    with tempfile.TemporaryDirectory() as folder:
        whole = f"{folder}/whole.store"
        index(chosen, whole)
        passages = passages_of(whole)
        nothing_to_do = index(chosen, whole)  # starting, loading and looking at the files
        ours_speeds, their_speeds = [], []
        for pair in range(chosen.pairs):
            store = shutil.copy(whole, f"{folder}/{pair}.store")
            forget_vectors(store)
            ours_speeds.append(len(passages) / (index(chosen, store) - nothing_to_do))
            began = time.monotonic()
            theirs.encode(passages, batch_size=32, normalize_embeddings=True)
            their_speeds.append(len(passages) / (time.monotonic() - began))
    print(json.dumps({
        "passages": len(passages), "threads": torch.get_num_threads(), "ours": round(statistics.median(ours_speeds), 1),
        "sentence_transformers": round(statistics.median(their_speeds), 1),
        "ratio": round(statistics.median(map(float.__truediv__, ours_speeds, their_speeds)), 2),
    }))  # fmt: skip


if __name__ == "__main__":
    main()
