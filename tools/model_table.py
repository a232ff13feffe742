#!/usr/bin/env python3
"""Writes the table of models in docs/models.md from the list of the tests that run them.

    tools/model_table.py FOLDER-OF-TEST-PROGRAMS [--check]

The rows of the conformance tests are named "qwen3/config.json on cpu/avx2"; Qt Test lists them
without running them. With --check nothing is written: the exit status is 1 if the table lacks a
model of the list or claims of one what no test runs; devices that this machine has not are passed
over. VIGNETTE_FIXTURES names the reference outputs, without which most models have no rows: then it
says so and does nothing.
"""

import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs/models.md"
OWN = [ROOT / "tests/data" / name for name in ("towers", "decoders")] # models of our own, see tests/data/README.md
BEGIN, END = "<!-- models: tools/model_table.py -->\n", "<!-- end of models -->\n"

DEVICES = {"reference": "R", "cpu/scalar": "S", "cpu/avx2": "2", "cpu/avx512": "5", "cuda:0": "C"}
SETS = "S25" # the instruction sets, the widest last
# What a column shows: its title, the program, the test, and which rows of it belong there.
SOURCES = [
    ("folder", "engine_models_tests", "folder_conformance_test",
     r"(?P<model>\w+)/config\S* on (?P<device>\S+)"),
    ("folder", "engine_encoders_tests", "encoder_test", r"(?P<model>\w+) on (?P<device>\S+)"),
    ("folder", "engine_encoders_tests", "encoder_families_test", r"(?P<model>\w+) on (?P<device>(?!cpu$)\S+)"),
    ("GGUF", "engine_models_tests", "gguf_conformance_test",
     r"gguf/(?P<model>\w+)-[A-Z0-9_]+\.gguf on (?P<device>\S+)"),
    ("GGUF", "engine_encoders_tests", "encoder_test",
     r"(?P<model>\w+) in GGUF on (?P<device>\S+)"),
    ("tower, folder", "vision_tests", "tower_test",
     r"(?P<model>\w+)/config\S* on (?P<device>\S+)"),
    ("tower, mmproj", "vision_tests", "tower_test",
     r"gguf/mmproj-(?P<model>\w+)-[A-Z0-9_]+\.gguf on (?P<device>\S+)"),
]
TITLES = list(dict.fromkeys(title for title, *_ in SOURCES))


def rows_of(program, test, fixtures, matrix):
    """The names of the rows of a test, those of its @matrix run with `matrix`."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "VIGNETTE_FIXTURES": fixtures}
    environment.pop("VIGNETTE_TEST_MATRIX", None)
    if matrix:
        environment["VIGNETTE_TEST_MATRIX"] = "1"
    listed = subprocess.run([program, test, "-datatags"], env=environment, check=True,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    return [line.split(" ", 2)[2] for line in listed.splitlines() if line.count(" ") >= 2]


def cells(programs):
    """{model: {column: {device: "always" | "matrix"}}}"""
    table = collections.defaultdict(lambda: collections.defaultdict(dict))
    for title, program, test, pattern in SOURCES:
        runs = [(os.environ["VIGNETTE_FIXTURES"], "matrix"), (os.environ["VIGNETTE_FIXTURES"], "always"),
            *((str(own), "always") for own in OWN)]
        for fixtures, run in runs:
            for row in rows_of(programs / program, test, fixtures, run == "matrix"):
                if found := re.fullmatch(pattern, row):
                    table[found["model"]][title][found["device"]] = run
    return table


def shown(devices):
    """The marks of the devices in their order; those of the matrix in italics."""
    marks = [f"*{mark}*" if devices[name] == "matrix" else mark
        for name, mark in DEVICES.items() if name in devices]
    return " ".join(marks)


def lines(table):
    yield f"| model | {' | '.join(TITLES)} |\n"
    yield f"|---|{'---|' * len(TITLES)}\n"
    for model in sorted(table):
        yield f"| {model} | {' | '.join(shown(table[model][title]) for title in TITLES)} |\n"


def written(table):
    """{model: {column: marks}} of the table in the document."""
    rows = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in table]
    return {model: dict(zip(TITLES, marks)) for model, *marks in rows[2:]}


def stands_for_widest(run, claimed, widest):
    """What runs on the widest instruction set alone runs on another one on another machine."""
    wider = [mark for mark in SETS[SETS.index(widest) + 1:] if mark in claimed]
    return run - {widest} | {wider[0]} if wider and widest in run - claimed else run


def faults(made, documented):
    """Where the document and the tests disagree."""
    marks = {DEVICES[device] for columns in made.values() for devices in columns.values() for device in devices}
    widest = max(marks & set(SETS), key=SETS.index)
    for model, columns in made.items():
        for title in TITLES:
            claimed = set(documented.get(model, {}).get(title, "").replace("*", "").split())
            run = stands_for_widest({DEVICES[device] for device in columns[title]}, claimed, widest)
            if not run <= claimed or (claimed and not run):
                yield f"{model}, {title}: the tests run {sorted(run)}, the document has {sorted(claimed)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()

    made = cells(arguments.programs) if os.environ.get("VIGNETTE_FIXTURES") else {}
    if not made:
        print("SKIP WHOLE PROGRAM: VIGNETTE_FIXTURES names no folder of reference outputs")
        return 0
    before, rest = DOCUMENT.read_text().split(BEGIN)
    table, after = rest.split(END)
    if not arguments.check:
        DOCUMENT.write_text(before + BEGIN + "".join(lines(made)) + END + after)
        return 0
    found = list(faults(made, written(table.splitlines())))
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
