#!/usr/bin/python3
"""From a PDF to the passage that answers, from outside: a screen reader's eyes and a keyboard.

    ask_a_document.py VIGNETTE SOURCES [--dark] [--language de]

Asked is the built-in model, which knows drawings only: the passages themselves are its answer, with their citations, and no
other model is needed to see that a file becomes an answer that leads back to its page. Prints one JSON object per step;
VIGNETTE_SCREENSHOTS names a folder for what was seen. Exit code 77: the tools are not installed.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

from afternoon import SCREEN, Afternoon, arguments, demand
from screen_reader import paste, press, run_on_own_display, wait_for

PASSAGE = "Title 2 across both columns"
QUESTION = "Which title 2 goes across both columns?"
NOTHING = "Who was the first emperor of Rome?"
STOPS = 40  # between the prompt and the citation


class AskADocument(Afternoon):
    def __init__(self, options, folder):
        self.folder = folder
        subprocess.run(["/usr/bin/python3", "-B",
                        str(options.sources / "tests/support/documents/make_documents.py"), folder], check=True)
        super().__init__(options)

    def steps(self):
        return (self.first_start, self.attached, self.asked, self.by_keyboard, self.back_again, self.nothing_answers,
                self.after_a_start)

    def attached(self):
        self.program.box.queryComponent().grabFocus()
        paste(pathlib.Path(self.folder, "two_columns.pdf").as_uri().encode(), "text/uri-list")
        wait_for("the attached document", lambda: "two_columns.pdf" in self.program.read())

    def asked(self):
        answer = self.ask(QUESTION)
        demand(PASSAGE in answer, "the passage is not in the answer: " + answer)
        demand("[1]" in answer, "nothing is cited: " + answer)
        demand("two_columns.pdf" in self.program.read(), "the source is not listed below the answer")

    def by_keyboard(self):
        self.program.box.queryComponent().grabFocus()
        cites = self.say("Source: %1").split("%1")[0]

        def here():
            node = self.program.focused()
            return node.name, node.description

        for _ in range(STOPS):
            before = here()
            if cites in before[1]:
                break
            press("shift+Tab")
            wait_for("the focus elsewhere", lambda: here() != before)
        demand(cites in here()[1], "no citation is reached by the keyboard")
        press("Return")
        wait_for("the page with the passage marked", self.marked_page)

    # The first citation is the last that Shift+Tab comes to: any of them leads to a page with its passage.
    def marked_page(self):
        place = self.say("Page %1 of %2").split("%1")[0]
        return next((node for node in self.program.shown_nodes(self.program.root)
                     if place in node.name and "across both columns" in node.description), None)

    def back_again(self):
        press("Escape")
        name = self.say("Text of the message")
        wait_for("the focus on the answer again", lambda: self.program.focused().name == name)

    def nothing_answers(self):
        answer = self.ask(NOTHING)
        demand(self.say("Nothing in your documents answers this.") in answer, "something is said all the same: " + answer)

    def after_a_start(self):
        self.program.close()
        os.remove(os.path.join(self.folder, "two_columns.pdf"))
        self.start()
        wait_for("the conversation", lambda: any(PASSAGE in text for text in self.program.answers()))
        answer = self.ask(QUESTION)
        demand(PASSAGE in answer, "what was read of the document is gone with its file: " + answer)


def main():
    options = arguments()
    if "VIGNETTE_ON_OWN_DISPLAY" not in os.environ:
        return run_on_own_display("x".join(map(str, SCREEN)), options.language)
    os.environ["HF_ENDPOINT"] = "http://127.0.0.1:9"  # where nobody is
    with tempfile.TemporaryDirectory() as folder:
        asked = AskADocument(options, folder)
        try:
            asked.run()
        finally:
            asked.program.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
