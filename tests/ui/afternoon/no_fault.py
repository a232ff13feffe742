#!/usr/bin/python3
"""What once stopped a user of an afternoon: a receipt that no vision model was asked about, a model that
was removed for good, words that were lost after a choice, titles and notes that were wrong.

    no_fault.py VIGNETTE SOURCES [--dark] [--language de]

The hub is a made-up one, as in get_a_model.py. Prints one JSON object per step; VIGNETTE_SCREENSHOTS
names a folder for what was seen. Exit code 77: the tools are not installed.
"""
import os
import pathlib
import sys
import time

from afternoon import demand, play
from get_a_model import GetAModel
from screen_reader import paste, press, text_of, type_text, wait_for

FOREIGN = "tests/data/foreign/like_a_page.png"  # more than nine words in it
NOTES = ("Only the beginning of one passage fits into the model's context.",
         "%Ln passages didn't fit into the model's context and were left out.",
         "Longer than the model's context. Answer based on notes taken while reading everything part by part.")
FIRST_WORDS = "Which rooms of the cottage have a bath"


class NoFault(GetAModel):
    def steps(self):
        return (self.first_start, self.a_vision_model, self.asked_about_a_page, self.focus_after_a_choice,
                self.removed_and_undone, self.deleted_and_downloaded_again, self.titles, self.a_document_that_fits)

    def a_vision_model(self):
        self.show_get_models()
        self.press_button("Details", "SmolVLM 500M")
        self.download_and_use()

    def download_and_use(self):
        self.name = self.button("Download (%1)").name.split(": ")[-1]
        self.press_button("Download (%1)")
        self.press_button("Use", self.name)
        wait_for("the chat", lambda: self.program.is_shown(self.program.box))
        self.see("Unload model")

    # The chosen model answers, not the built-in one with the text of the page.
    def asked_about_a_page(self):
        press("ctrl+n")
        wait_for("an empty chat", lambda: not self.program.answers())
        paste((self.sources / FOREIGN).read_bytes(), "image/png")
        wait_for("the pasted picture", self.tile)
        answer = self.ask("What is this about?")
        demand("only describe drawings" not in answer, "the built-in model answered: " + answer)

    def focus_after_a_choice(self):
        press("ctrl+l")
        wait_for("the list of models", lambda: self.program.focused() != self.program.box)
        type_text(self.name[:8])
        press("Return")
        wait_for("the focus in the message box", lambda: self.program.focused() == self.program.box)
        type_text("typed after choosing")
        wait_for("what was typed", lambda: text_of(self.program.box) == "typed after choosing")
        press("ctrl+a")
        press("BackSpace")

    def removed_and_undone(self):
        self.palette("Models")
        self.press_button("On this computer")
        self.press_named("Remove %1 from list (keep files)")
        wait_for("the list without it", lambda: not self.card())
        self.see("Undo").queryAction().doAction(0)
        wait_for("the model again", self.card)

    def deleted_and_downloaded_again(self):
        self.press_named("Delete files of %1…")
        self.see("Delete files").queryAction().doAction(0)
        self.program.activate()
        wait_for("the list without it", lambda: not self.card())
        folder = pathlib.Path(os.environ["HOME"]) / ".local/share/vignette/models"
        wait_for("room on the disk", lambda: not list(folder.rglob("*.gguf")))
        self.show_get_models()  # where its details are still open
        self.download_and_use()
        self.palette("Models")
        self.press_button("On this computer")
        wait_for("the model again", self.card)
        self.back()

    def titles(self):
        press("ctrl+n")
        wait_for("an empty chat", lambda: not self.program.answers())
        self.ask(FIRST_WORDS + "?")
        time.sleep(1)  # as long as another title would take
        demand(any(node.name.startswith(FIRST_WORDS[:20]) for node in self.program.shown_nodes()
                   if node.getRole() == self.program.pyatspi.ROLE_LIST_ITEM), "the title is another one")

    def a_document_that_fits(self):
        press("ctrl+n")
        wait_for("an empty chat", lambda: not self.program.answers())
        document = pathlib.Path(os.environ["HOME"]) / "cottage.html"
        document.write_text("<h1>The cottage</h1><p>Room 12 has the number 4012.</p><p>Keys are in the box.</p>")
        self.program.box.queryComponent().grabFocus()
        paste(f"file://{document}\n".encode(), "text/uri-list")
        self.see_part("cottage.html")
        self.ask("What is the number of room 12?")
        for note in NOTES:
            said = self.say(note).split("%Ln")[-1]
            demand(said not in self.program.read(), "a short document is called too long: " + said)

    def card(self):
        return self.named("Remove %1 from list (keep files)")

    # The button that is called so, with the name of the model.
    def named(self, english):
        before, after = self.say(english).split("%1")
        return next((node for node in self.program.shown_nodes() if node.name.startswith(before)
                     and node.name.endswith(after) and self.name in node.name), None)

    def press_named(self, english):
        wait_for(english, lambda: self.named(english)).queryAction().doAction(0)


if __name__ == "__main__":
    sys.exit(play(NoFault))
