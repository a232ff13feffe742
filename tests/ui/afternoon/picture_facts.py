#!/usr/bin/python3
"""From a number in an answer to its place in the image, from outside: a screen reader's eyes and a keyboard.

    picture_facts.py VIGNETTE SOURCES [--dark] [--language de]

An answer of the built-in model about a receipt is given other words, in the store, while the program is not running. Prints one
JSON object per step; VIGNETTE_SCREENSHOTS names a folder for what was seen. Exit code 77: the tools are not installed.
"""
import contextlib
import os
import pathlib
import sqlite3
import sys

from afternoon import Afternoon, demand, play
from screen_reader import press, wait_for

WORDS = "The coffees were **7.60** and the total is 14.60 EUR. The tip was 3.25."
LINES = (("Corner Bakery", ""), ("Two coffees", "7.60"), ("Apple cake", "4.20"), ("Rolls", "2.80"), ("Total EUR", "14.60"))
STOPS = 40  # at most, between the prompt and the first fact


def write_receipt(path):
    rows = "".join(f'<text x="40" y="{80 + 70 * row}">{name}</text><text x="470" y="{80 + 70 * row}" '
                   f'text-anchor="end">{price}</text>' for row, (name, price) in enumerate(LINES))
    path.write_text('<svg xmlns="http://www.w3.org/2000/svg" width="520" height="420"><rect width="520" height="420" '
                    f'fill="#f8f7f2"/><g font-family="Noto Sans" font-size="26" fill="#28282c">{rows}</g></svg>')


class PictureFacts(Afternoon):
    def __init__(self, options):
        self.receipt = pathlib.Path(os.environ["HOME"], "receipt.svg")
        write_receipt(self.receipt)
        super().__init__(options)

    def steps(self):
        return (self.first_start, self.an_answer, self.what_is_missing, self.where_it_stands, self.opened, self.back_again)

    def start(self):
        files = [] if hasattr(self, "program") else [str(self.receipt)]
        command, self.command = self.command, self.command + files
        super().start()
        self.command = command

    def store(self):
        for file in pathlib.Path(os.environ["HOME"]).rglob("*"):
            if file.is_file() and file.open("rb").read(15) == b"SQLite format 3":
                with contextlib.closing(sqlite3.connect(file)) as store:
                    if store.execute("SELECT 1 FROM sqlite_master WHERE name = 'message_source'").fetchone():
                        return file
        return None

    def an_answer(self):
        wait_for("the attached receipt", self.tile)
        press("Return")
        self.next_answer([])
        self.program.close()
        with contextlib.closing(sqlite3.connect(self.store())) as store, store:
            store.execute("UPDATE message SET text = ? WHERE author = 'assistant'", (WORDS,))
        self.start()
        wait_for("the answer", lambda: any("14.60" in text for text in self.program.answers()))

    def description(self):
        return self.program.focused().description

    def place_of(self, fact, region):
        return self.say("%1, found %2, line %3").split("%3")[0].replace("%1", fact).replace("%2", self.say(region))

    # The facts are reached from the prompt, the last one first.
    def what_is_missing(self):
        self.program.box.queryComponent().grabFocus()
        missing = self.say("%1 isn't in the picture").replace("%1", "3.25")

        def here():
            node = self.program.focused()
            return node.name, node.description

        for _ in range(STOPS):
            before = here()
            if missing in before[1]:
                break
            press("shift+Tab")
            wait_for("the focus elsewhere", lambda: here() != before)
        demand(missing in here()[1], "the number that stands nowhere isn't reached by the keyboard")

    def where_it_stands(self):
        press("shift+Tab")
        wait_for("the place of the total", lambda: self.place_of("14.60", "at the lower right") in self.description())

    def opened(self):
        press("Return")
        wait_for("the viewer", lambda: self.program.find(self.say("Select area")))

    def back_again(self):
        self.back()


if __name__ == "__main__":
    sys.exit(play(PictureFacts))
