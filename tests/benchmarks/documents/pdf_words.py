"""How many words pdftotext finds in PDF files and `vignette-cli documents text` does not, page by page.

    python3 -B pdf_words.py [--list] VIGNETTE_CLI FILE…

`--list` prints the missing words with their pages.

The words of pdftotext are those of `-bbox-layout`: its plain text leaves out hyphens at the end of lines and so joins
words of different cells of a table. A word counts as found if it is one of ours, or if only one of the two programs
divides it: then the same letters make whole words of the other, and count once.

Headers and footers are left out: what is at the edge of the paper and at the same height on a page near it. Its
numbers are the same there or count the pages.
"""
import collections
import itertools
import json
import re
import subprocess
import sys
import unicodedata
import xml.etree.ElementTree

MARGIN, NEAR = 0.1, 5  # of the paper's height; pages before and behind
SAME_HEIGHT, WIDE_GAP = 4, 1  # points; of a line's height
XHTML = "{http://www.w3.org/1999/xhtml}"


def box(element):
    return [float(element.get(name)) for name in ("xMin", "yMin", "xMax", "yMax")]


def runs_of(line):
    """The words of a line without wide gaps between them: (top, bottom, text)."""
    left, top, right, bottom = box(line)
    runs, end = [], None
    for word in line.iter(XHTML + "word"):
        x = box(word)
        if end is None or x[0] - end > WIDE_GAP * (bottom - top):
            runs.append([])
        runs[-1].append(word.text or "")
        end = x[2]
    return [(top, bottom, " ".join(run)) for run in runs]


def pages_of_poppler(path):
    """The height of each page and the runs on it."""
    run = subprocess.run(["pdftotext", "-bbox-layout", path, "-"], check=True, capture_output=True)
    text = re.sub("[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "", run.stdout.decode(errors="replace"))
    return [(float(page.get("height")), list(itertools.chain.from_iterable(map(runs_of, page.iter(XHTML + "line")))))
            for page in xml.etree.ElementTree.fromstring(text).iter(XHTML + "page")]


def pages_of_ours(cli, path):
    run = subprocess.run([cli, "documents", "text", path, "--json"], check=True, capture_output=True, text=True)
    pages = collections.defaultdict(str)
    for block in map(json.loads, filter(lambda line: line.startswith("{"), run.stdout.splitlines())):
        pages[block["page"]] += block["text"] + "\n"
    return pages


def form(text):
    return "#" if re.fullmatch("[ivxlc]+", text.lower()) else re.sub(r"\d+", "#", text)


def counts_pages(text, other, distance):
    """Whether the numbers in both texts are equal or differ as the numbers of their pages do."""
    pairs = zip(re.findall(r"\d+", text), re.findall(r"\d+", other))
    return all(int(b) - int(a) in (0, distance) for a, b in pairs)


def is_furniture(pages, index, run):
    height, (top, bottom, text) = pages[index][0], run
    if MARGIN * height <= top and bottom <= (1 - MARGIN) * height:
        return False
    return any(abs(top - y) < SAME_HEIGHT and form(text) == form(other) and counts_pages(text, other, near - index)
               for near in range(max(0, index - NEAR), min(len(pages), index + NEAR + 1)) if near != index
               for y, _, other in pages[near][1])


def words(text):
    return re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", text.replace("\u00ad", "")))


def parts_of(word, others):
    """Words among `others` that are `word` one after the other; none if there are no such."""
    if not word:
        return []
    for other in sorted(others, key=len, reverse=True):
        if others[other] > 0 and word.startswith(other):
            rest = parts_of(word[len(other):], others - collections.Counter([other]))
            if rest is not None:
                return [other] + rest
    return None


def missing(theirs, ours):
    theirs, ours = collections.Counter(words(theirs)), collections.Counter(words(ours))
    lost, added = theirs - ours, ours - theirs
    for word in list(added.elements()):  # we join
        if (parts := parts_of(word, lost)) is not None:
            lost, added = lost - collections.Counter(parts), added - collections.Counter([word])
    for word in list(lost.elements()):  # we divide
        if (parts := parts_of(word, added)) is not None:
            lost, added = lost - collections.Counter([word]), added - collections.Counter(parts)
    return lost


def main():
    arguments = sys.argv[1:]
    lists = arguments[0] == "--list"
    cli, *paths = arguments[lists:]
    for path in paths:
        theirs, ours = pages_of_poppler(path), pages_of_ours(cli, path)
        total, lost = 0, collections.Counter()
        for index, (_, runs) in enumerate(theirs):
            kept = [run[2] for run in runs if not is_furniture(theirs, index, run)]
            total += sum(len(words(text)) for text in kept)
            here = missing("\n".join(kept), ours[index + 1])
            lost += here
            for word in here if lists else ():
                print(f"{path}, page {index + 1}: {word!r} of", [text for text in kept if word in words(text)][:4])
        print(json.dumps({"file": path, "pages": len(theirs), "words": total, "missing": lost.total(),
                          "most": lost.most_common(5)}, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
