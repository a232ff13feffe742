"""What the stories of documents have in common: files of every kind, and the way from a citation to its page and back."""
import os
import pathlib
import subprocess

from afternoon import Afternoon, demand
from screen_reader import press, wait_for

PASSAGE = "Title 2 across both columns"
STOPS = 40  # at most, between the prompt and the citation


class Citation(Afternoon):
    def __init__(self, options):
        self.folder = pathlib.Path(os.environ["HOME"], "manuals")
        subprocess.run(["/usr/bin/python3", "-B",
                        str(options.sources / "tests/support/documents/make_documents.py"), self.folder], check=True)
        super().__init__(options)

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

    def back_again(self):
        press("Escape")
        name = self.say("Message text")
        wait_for("the focus on the answer again", lambda: self.program.focused().name == name)
