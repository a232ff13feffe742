#!/usr/bin/env python3
"""make_corpus.py FOLDER: lays the documents of the benchmark "documents" into FOLDER, which must be new or empty.

The manuals are those of the Debian packages in packages.txt; letters, tables and slides are made from the files beside this one.
"""
import csv
import gzip
import io
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import office_files  # noqa: E402
import tables  # noqa: E402

HERE = Path(__file__).parent


class Missing(Exception):
    """A file that a Debian package should have installed is not there."""


def rows_of(name):
    """The rows of a list beside this script: words between spaces; "#" begins a remark."""
    for line in (HERE / name).read_text().splitlines():
        words = line.partition("#")[0].split()
        if words:
            yield words


def manuals():
    """(path within the corpus, path on this system) of each manual; a folder's name ends with a slash and takes what its pattern finds."""
    for _, target, pattern in rows_of("packages.txt"):
        found = sorted(Path("/").glob(pattern.lstrip("/")))
        if not found:
            raise Missing(f"{pattern} is not there: ./dev bench documents installs the packages of packages.txt")
        for path in found:
            yield (target + path.name if target.endswith("/") else target), path


def sections(name):
    """(file name, lines) of the documents in a list of letters or slides, which stand below "=== file name"."""
    for part in (HERE / name).read_text(encoding="utf-8").split("=== ")[1:]:
        file, *lines = part.strip().splitlines()
        yield file, lines


def block(line):
    if line.startswith("#"):
        marks, text = line.split(" ", 1)
        return "heading", len(marks), text
    if line.startswith("- "):
        return "item", line[2:]
    if line.startswith("| "):
        return "row", [cell.strip() for cell in line.strip("|").split("|")]
    return "paragraph", line


def letter(kind, lines):
    if kind == "eml":
        end = lines.index(next(line for line in lines if line.startswith("Date:"))) + 1
        head = lines[:end] + ["MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit", ""]
        return "\r\n".join(head + lines[end:] + [""]).encode()
    return getattr(office_files, kind)([block(line) for line in lines])


def deck(kind, lines):
    slides = []
    for line in lines:
        if line.startswith("# "):
            slides.append((line[2:], []))
        else:
            slides[-1][1].append(line.removeprefix("- "))
    return getattr(office_files, kind)(slides)


def table(kind, sheets):
    if kind != "csv":
        return getattr(office_files, kind)(sheets)
    file = io.StringIO()
    csv.writer(file, delimiter=";", lineterminator="\n").writerows(sheets[0][1])
    return file.getvalue().encode()


def made():
    """(path within the corpus, bytes) of each document that is made."""
    for source, make in (("letters.txt", letter), ("slides.txt", deck)):
        for name, lines in sections(source):
            yield f"{source.removesuffix('.txt')}/{name}", make(name.rpartition(".")[2], lines)
    for name, sheets in tables.all_tables().items():
        yield f"tables/{name}", table(name.rpartition(".")[2], sheets)


def make_corpus(folder, with_manuals=True):
    """Raises Missing if a manual is not installed, FileExistsError if the folder holds anything."""
    if folder.exists() and any(folder.iterdir()):
        raise FileExistsError(f"{folder} is not empty: documents of other times would be counted, too")

    def keep(name, content):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    for name, content in made():
        keep(name, content)
    if with_manuals:
        for name, path in manuals():
            content = path.read_bytes()
            keep(name, gzip.decompress(content) if path.suffix == ".gz" else content)


if __name__ == "__main__":
    try:
        make_corpus(Path(sys.argv[1]))
    except (Missing, FileExistsError) as error:
        sys.exit(str(error))
