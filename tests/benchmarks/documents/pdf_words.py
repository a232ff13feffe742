"""How many words pdftotext finds in PDF files and `vignette-cli documents text` does not, page by page.

    python3 -B pdf_words.py VIGNETTE_CLI FILE…

Headers and footers are left out: lines at the edge of a page that pages near it have, too, whatever their numbers.
"""
import collections
import json
import re
import subprocess
import sys
import unicodedata

EDGE, NEAR = 4, 5  # lines at each edge of a page; pages before and behind


def pages_of_poppler(path):
    return subprocess.run(["pdftotext", path, "-"], check=True, capture_output=True).stdout.decode(errors="replace").split("\f")[:-1]


def pages_of_ours(cli, path):
    run = subprocess.run([cli, "documents", "text", path, "--json"], check=True, capture_output=True, text=True)
    pages = collections.defaultdict(str)
    for block in map(json.loads, filter(lambda line: line.startswith("{"), run.stdout.splitlines())):
        pages[block["page"]] += block["text"] + "\n"
    return pages


def form(line):
    return re.sub(r"\b[ivxlc]+\b|\d+", "#", line.strip())


def without_furniture(pages, index):
    others = pages[max(0, index - NEAR):index] + pages[index + 1:index + 1 + NEAR]
    known = {form(line) for page in others for line in page.splitlines()}
    lines = [line for line in pages[index].splitlines() if line.strip()]
    return "\n".join(line for i, line in enumerate(lines)
                     if EDGE <= i < len(lines) - EDGE or form(line) not in known)


def words(text):
    return re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", text.replace("\u00ad", "")))


def missing(theirs, ours):
    """Words that are a part of one of ours count as found: we join those that a line divides."""
    count, joined = collections.Counter(words(ours)), "".join(words(ours))
    lost = collections.Counter(words(theirs)) - count
    return collections.Counter({word: n for word, n in lost.items() if count[word] or word not in joined})


def main():
    cli, *paths = sys.argv[1:]
    for path in paths:
        theirs, ours = pages_of_poppler(path), pages_of_ours(cli, path)
        total, lost = 0, collections.Counter()
        for index in range(len(theirs)):
            page = without_furniture(theirs, index)
            total += len(words(page))
            lost += missing(page, ours[index + 1])
        print(json.dumps({"file": path, "pages": len(theirs), "words": total, "missing": lost.total(),
                          "most": lost.most_common(5)}, ensure_ascii=False))


if __name__ == "__main__":
    main()
