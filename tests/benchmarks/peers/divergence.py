"""How far rounding carries a model's next tokens away from those of the same weights as floats, in both engines."""

import json
import pathlib
import re
import sys
import tempfile

from cases import Engines, ModelFile

CHUNK, CHUNKS = 512, 4  # of the text, as llama-perplexity cuts it
MOST_RATIO = 1.05


def ours(engines: Engines, file, floats, text, *options):
    output = engines.clock.output(engines.vignette_cli, "eval", "kl", text, "--model", file, "--base", floats,
        "--chunk", CHUNK, "--chunks", CHUNKS, "--json", *options)  # fmt: skip
    return json.loads(output)["mean_kl"]


def llama_perplexity(engines: Engines, file, *options):
    return engines.clock.messages(engines.programs["llama-perplexity"], "-m", file, "-c", CHUNK, "-b", CHUNK,
        "-t", engines.clock.threads, *options)  # fmt: skip


def theirs(engines: Engines, file, logits):
    """The lesser of its two modes."""

    def divergence(*mode):
        told = llama_perplexity(engines, file, "--kl-divergence-base", logits, "--kl-divergence", *mode)
        found = re.search(r"Mean +KLD: +(-?[\d.]+)", told)
        return float(found[1]) if found else sys.exit(f"llama-perplexity tells no divergence:\n{told[-2000:]}")

    return min(divergence(), divergence("--no-repack"))


def divergence_of(engines: Engines, file: ModelFile, text):
    from float_copy import float_copy  # only here, for it needs packages

    with tempfile.TemporaryDirectory(dir=file.path.parent) as scratch:
        floats = float_copy(file.path, pathlib.Path(scratch) / "floats.gguf")
        logits = pathlib.Path(scratch) / "logits"
        llama_perplexity(engines, floats, "-f", text, "--chunks", CHUNKS, "--save-all-logits", logits)
        fast, exact = (ours(engines, file.path, floats, text, *mode) for mode in ((), ("--exact",)))
        there = theirs(engines, file.path, logits)
    return {
        "figure": "divergence of the next token", "model": file.name, "ours": fast, "ours, exact": exact,
        "llama.cpp": there, "unit": "nats", "ratio": fast / there, "target": MOST_RATIO,
        "met": fast <= there * MOST_RATIO,
    }  # fmt: skip
