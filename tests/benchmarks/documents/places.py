"""Whether a hit of `vignette-cli search` stands where it says, by what others see on the page.

For PDFs that is poppler's pdftotext, which knows nothing of our reader; for others `vignette-cli documents text`.
"""
import functools
import html
import re
import subprocess
from collections import Counter

from questions import holds, read_document, text_of, words

WORD = re.compile(r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</word>')
TOLERANCE = 2  # points; a word counts as marked if its centre is not farther from a rectangle than that


@functools.lru_cache(maxsize=None)
def words_on_page(path, page):
    """[(x, y of the centre in points, text), …] of a page of a PDF."""
    output = subprocess.run(["pdftotext", "-bbox", "-f", str(page), "-l", str(page), path, "-"], check=True, capture_output=True, text=True).stdout
    return [((float(left) + float(right)) / 2, (float(top) + float(bottom)) / 2, html.unescape(text))
            for left, top, right, bottom, text in WORD.findall(output)]


def letters(text):
    """How often each letter or digit is in a text: unlike words they do not depend on how lines were divided or ligatures written."""
    return Counter("".join(words(text)))


def share_of(part, whole):
    """How much of `part` is in `whole`, two counts of letters."""
    return sum((part & whole).values()) / max(1, sum(part.values()))


def is_within(x, y, rectangle):
    left, top, width, height = rectangle
    return left - TOLERANCE <= x <= left + width + TOLERANCE and top - TOLERANCE <= y <= top + height + TOLERANCE


def marked(path, hit):
    """(how much of the hit's text is within its rectangles, how much of what is within them is its text), each 0 … 1."""
    inside = letters(" ".join(text for x, y, text in words_on_page(path, hit["page"])
                              if any(is_within(x, y, rectangle) for rectangle in hit["rectangles"])))
    text = letters(hit["text"])
    return share_of(text, inside), share_of(inside, text)


def is_on_its_page(path, hit):
    """Nearly all letters of a hit in a PDF are on the page it names: signs that have no letter there may be missing."""
    on_page = letters(" ".join(text for _, _, text in words_on_page(path, hit["page"])))
    return share_of(letters(hit["text"]), on_page) >= 0.97


class Documents:
    """What `vignette-cli documents text` prints of the files that were hit, each read once."""

    def __init__(self, cli):
        self.cli = cli
        self.pages = functools.lru_cache(maxsize=None)(lambda path: read_document(cli, path))
        self.bytes = functools.lru_cache(maxsize=None)(
            lambda path: subprocess.run([cli, "documents", "text", path], check=True, capture_output=True).stdout)

    def has_bytes(self, path, hit):
        """Whether the hit's bytes are those of its text."""
        start, end = hit["bytes"]
        return words(self.bytes(path)[start:end].decode(errors="replace")) == words(hit["text"])

    def has_page(self, path, hit):
        """Whether the hit stands on the page that it names."""
        pages = self.pages(path)
        if hit["page"] not in pages:
            return False
        if path.suffix == ".pdf":
            return is_on_its_page(path, hit)
        return holds(text_of(pages[hit["page"]]), hit["text"])
