#!/usr/bin/python3
"""From a citation to the page it stands for, from outside: a screen reader's eyes and a keyboard.

    cited_document.py VIGNETTE SOURCES [--dark] [--language de]

An answer of the built-in model is given a citation and a source, in the store, while the program is not running. Prints one
JSON object per step; VIGNETTE_SCREENSHOTS names a folder for what was seen. Exit code 77: the tools are not installed.
"""
import contextlib
import os
import pathlib
import sqlite3
import sys

from afternoon import demand, play
from citation import PASSAGE, Citation
from screen_reader import press, wait_for

WORDS = "It has a title that goes across both columns [1]."


class CitedDocument(Citation):
    def steps(self):
        return (self.first_start, self.an_answer_with_a_source, self.by_keyboard, self.turned, self.back_again)

    def store(self):
        for file in pathlib.Path(os.environ["HOME"]).rglob("*"):
            if file.is_file() and file.open("rb").read(15) == b"SQLite format 3":
                with contextlib.closing(sqlite3.connect(file)) as store:
                    if store.execute("SELECT 1 FROM sqlite_master WHERE name = 'message_source'").fetchone():
                        return file
        return None

    def an_answer_with_a_source(self):
        self.ask("What is it called?")
        self.program.close()
        with contextlib.closing(sqlite3.connect(self.store())) as store, store:
            conversation, message = store.execute(
                "SELECT conversation, id FROM message WHERE author = 'assistant' ORDER BY number DESC").fetchone()
            store.execute("UPDATE message SET text = ? WHERE conversation = ? AND id = ?",
                          (WORDS, conversation, message))
            store.execute("INSERT INTO message_source (conversation, message, place, title, address, page, passage, "
                          "first, last) VALUES (?, ?, 0, 'Columns', ?, 1, ?, -1, -1)",
                          (conversation, message, str(self.folder / "two_columns.pdf"), PASSAGE))
        self.start()
        wait_for("the answer with its citation", lambda: any("[1]" in text for text in self.program.answers()))
        demand("1. Columns" in self.program.read(), "the source is not listed below the answer")

    def page_shown(self, number):
        """The node of this page of three, if it is shown."""
        place = self.say("Page %1 of %2").replace("%1", str(number)).replace("%2", "3")
        return next((node for node in self.program.shown_nodes()
                     if place in node.name and node.name != place), None)

    # The passage is on the second page, whatever its source says.
    def marked_page(self):
        node = self.page_shown(2)
        return node is not None and PASSAGE in node.description

    def turned(self):
        press("Page_Down")
        page = wait_for("the next page", lambda: self.page_shown(3))
        demand(PASSAGE not in page.description, "the passage is marked on another page")


if __name__ == "__main__":
    sys.exit(play(CitedDocument))
