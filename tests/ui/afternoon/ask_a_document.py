#!/usr/bin/python3
"""From a PDF to the passage that answers, from outside: a screen reader's eyes and a keyboard.

    ask_a_document.py VIGNETTE SOURCES [--dark] [--language de]

Asked is the built-in model, which knows drawings only: the passages themselves are its answer, with their citations, and no
other model is needed to see that a file becomes an answer that leads back to its page. Prints one JSON object per step;
VIGNETTE_SCREENSHOTS names a folder for what was seen. Exit code 77: the tools are not installed.
"""
import sys

from afternoon import demand, play
from citation import PASSAGE, Citation
from screen_reader import paste, wait_for

QUESTION = "Which title 2 goes across both columns?"
NOTHING = "Who was the first emperor of Rome?"


class AskADocument(Citation):
    def steps(self):
        return (self.first_start, self.attached, self.asked, self.by_keyboard, self.back_again, self.nothing_answers,
                self.after_a_start)

    def attached(self):
        self.program.box.queryComponent().grabFocus()
        paste((self.folder / "two_columns.pdf").as_uri().encode(), "text/uri-list")
        wait_for("the attached document", lambda: "two_columns.pdf" in self.program.read())

    def asked(self):
        answer = self.ask(QUESTION)
        demand(PASSAGE in answer, "the passage is not in the answer: " + answer)
        demand("[1]" in answer, "nothing is cited: " + answer)
        demand("two_columns.pdf" in self.program.read(), "the source is not listed below the answer")

    # The first citation is the last that Shift+Tab comes to: any of them leads to a page with its passage.
    def marked_page(self):
        place = self.say("Page %1 of %2").split("%1")[0]
        return next((node for node in self.program.shown_nodes()
                     if place in node.name and "across both columns" in node.description), None)

    def nothing_answers(self):
        answer = self.ask(NOTHING)
        demand(self.say("Your documents don't contain an answer to this question.") in answer, "something is said all the same: " + answer)

    def after_a_start(self):
        self.program.close()
        (self.folder / "two_columns.pdf").unlink()
        self.start()
        wait_for("the conversation", lambda: any(PASSAGE in text for text in self.program.answers()))
        answer = self.ask(QUESTION)
        demand(PASSAGE in answer, "what was read of the document is gone with its file: " + answer)


if __name__ == "__main__":
    sys.exit(play(AskADocument))
