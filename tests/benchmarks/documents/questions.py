"""The questions of the benchmark "documents", and what makes a passage right.

A line of questions.jsonl and of questions_untuned.jsonl is {"id", "question", "kind", "file", "pages", "contains"}: the passage that answers is in `file` (its path
within the corpus), on one of `pages` (null without pages), and holds the words `contains`. Those three are null where nothing answers: the question is
near what documents of its kind speak of, or its kind is "elsewhere", and no document speaks of its subject.
"""
import json
import re
import subprocess
from pathlib import Path

KINDS = ("pdf", "html", "epub", "odt", "letter", "table", "slides")
ELSEWHERE = "elsewhere"
# Thresholds and weights of the search were fitted to the tuned ones; nobody looked at the others before they were measured.
TUNED, UNTUNED = "tuned", "untuned"
PATHS = {TUNED: Path(__file__).with_name("questions.jsonl"), UNTUNED: Path(__file__).with_name("questions_untuned.jsonl")}


def read_questions(name=TUNED):
    with PATHS[name].open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def words(text):
    return re.findall(r"\w+", text.casefold())


def holds(text, sought):
    """Whether the words of `sought` stand in `text` one after the other, whatever is between them."""
    return f" {' '.join(words(sought))} " in f" {' '.join(words(text))} "


def read_document(cli, path):
    """page (None without pages) → [block, …] as `vignette-cli documents text --json` prints them."""
    output = subprocess.run([cli, "documents", "text", "--json", path], check=True, capture_output=True, text=True).stdout
    pages = {}
    for line in output.splitlines():
        block = json.loads(line)
        pages.setdefault(block["page"], []).append(block)
    return pages


def text_of(blocks):
    return "\n".join(block["text"] for block in blocks)
