#!/usr/bin/python3
"""A folder of 300 files on the page of documents, from outside: a screen reader's eyes and a keyboard.

    documents_page.py VIGNETTE SOURCES [--dark]

Added, read to its end, what failed looked at, asked, a passage opened where it stands, taken out, put back, and there
after the next start. What must fail is what `vignette-cli index` cannot read. Prints one JSON object per step;
VIGNETTE_SCREENSHOTS names a folder for what was seen. Exit code 77: the tools are not installed.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from afternoon import Afternoon, demand, play
from screen_reader import nodes, press, type_text, wait_for

FILES = 300
PASSAGE = "across both columns"
LONG = 5  # times the usual patience, for all of them to be read


def write_files(sources, folder):
    """Documents of every kind, some that nobody can read, and texts of which no two are the same."""
    with tempfile.TemporaryDirectory() as made:
        subprocess.run(["/usr/bin/python3", "-B", str(sources / "tests/support/documents/make_documents.py"), made],
                       check=True)
        for file in sorted(pathlib.Path(made).iterdir()):
            if file.is_file() and not file.name.startswith("."):
                shutil.copy(file, folder)
        for name in ("cut.pdf", "empty.txt", "locked.pdf", "noise.docx"):
            shutil.copy(pathlib.Path(made) / "hostile" / name, folder)
    number = 0
    while len(list(folder.iterdir())) < FILES:
        (folder / f"note-{number:03}.md").write_text(f"# Note {number}\n\nBox {number} holds {number * 7} lamps.\n")
        number += 1


def failures(options, folder):
    """The names of the files that the command line cannot read."""
    with tempfile.TemporaryDirectory() as store:
        cli = pathlib.Path(options.vignette).parent / "vignette-cli"
        lines = subprocess.run([cli, "index", folder, "--json", "--store", store + "/store"], check=True,
                               stdout=subprocess.PIPE, text=True).stdout.splitlines()
    rows = [json.loads(line) for line in lines]
    demand(len(rows) == FILES, f"{len(rows)} files were read by the command line")
    return sorted(pathlib.Path(row["file"]).name for row in rows if row["error"])


class DocumentsPage(Afternoon):
    def __init__(self, options):
        self.folder = pathlib.Path(os.environ["HOME"]) / "manuals"
        self.folder.mkdir()
        write_files(options.sources, self.folder)
        self.failed = failures(options, self.folder)
        super().__init__(options)

    def steps(self):
        return (self.first_start, self.empty_page, self.added, self.read_to_the_end, self.what_failed, self.asked,
                self.opened, self.left, self.taken_out, self.put_back, self.after_a_start)

    # What is done again and again.

    def around(self, node=None):
        """All nodes but the rows of the tree, each of which takes its time to be asked for."""
        node = node or self.program.root
        yield node
        if self.is_tree(node):
            return
        for child in node:
            if child is not None:
                yield from self.around(child)

    def is_tree(self, node):
        return node.getRole() in (self.program.pyatspi.ROLE_TREE, self.program.pyatspi.ROLE_TREE_TABLE)

    def control(self, name):
        return wait_for(name, lambda: next(
            (node for node in self.around() if node.name == name and self.program.is_shown(node)
             and self.program.is_interactive(node)), None))

    def press_button(self, name):
        self.control(name).queryComponent().grabFocus()
        press("space")

    def read_patiently(self, words):
        for _ in range(LONG):
            try:
                return wait_for(words, lambda: any(words in node.name for node in self.around()))
            except SystemExit:
                continue
        return demand(False, "never seen: " + words)

    def tree(self):
        return wait_for("the tree of documents", lambda: next(
            (node for node in self.around() if self.is_tree(node) and self.program.is_shown(node)), None))

    def row(self, name):
        """The row of a file or a folder, whose name goes on with what came of it."""
        tree = next((node for node in self.around() if self.is_tree(node) and self.program.is_shown(node)), None)
        return tree and next((node for node in tree if node and node.name.startswith(name + ", ")), None)

    # The steps.

    def empty_page(self):
        press("ctrl+4")
        self.control("Choose a folder…")
        demand(not self.program.audit("Documents, empty"), "there are controls without a name")

    def added(self):
        self.press_button("Choose a folder…")
        a = self.program.pyatspi
        field = wait_for("the field of the dialog", lambda: next(
            (node for window in self.program.root if window.name == "Choose a folder of documents" for node in nodes(window)
             if node.getRole() == a.ROLE_TEXT and node.getState().contains(a.STATE_EDITABLE)
             and self.program.is_shown(node)), None))
        field.queryEditableText().setTextContents(str(self.folder))
        choose = wait_for("the button of the dialog", lambda: next(
            (node for window in self.program.root if window.name == "Choose a folder of documents" for node in nodes(window)
             if node.getRole() == a.ROLE_PUSH_BUTTON and node.name in ("Choose", "Open")
             and node.getState().contains(a.STATE_ENABLED)), None))
        choose.queryAction().doAction(0)
        wait_for("the folder", lambda: self.row("manuals"))
        self.program.activate()

    def read_to_the_end(self):
        self.read_patiently(f"Up to date – {len(self.failed)} file")
        demand(f"{FILES} files" in self.row("manuals").name, "not all files are counted: " + self.row("manuals").name)

    def what_failed(self):
        for name in self.failed:
            node = self.row(name)
            demand(node and len(node.name) > len(name) + 10, f"{name} does not say why it was not read")
        demand(not self.program.audit("Documents"), "there are controls without a name")
        self.keep("failures")

    def asked(self):
        self.control("Search your documents").queryComponent().grabFocus()
        type_text("title across both columns")
        press("Return")
        wait_for("the focus on a passage", self.on_passage)

    # The folder has the same PDF under several names.
    def on_passage(self):
        """The passage with the keyboard's focus; the current one of a list without it is none."""
        a = self.program.pyatspi
        shown = list(self.program.shown_nodes())
        if not any(node.name == "Search results" and node.getState().contains(a.STATE_FOCUSED) for node in shown):
            return None
        return next((node for node in shown if node.getRole() == a.ROLE_LIST_ITEM and PASSAGE in node.name
                     and node.getState().contains(a.STATE_FOCUSED)), None)

    def opened(self):
        press("Return")
        wait_for("the page with the passage marked", lambda: next(
            (node for node in self.program.shown_nodes()
             if " of 3" in node.name and PASSAGE in node.description), None))

    def left(self):
        press("Escape")
        wait_for("the focus on the passage again", self.on_passage)
        press("Escape")
        wait_for("the list of files", lambda: self.row("manuals"))

    def taken_out(self):
        press("Down")  # from the question, where Escape has led
        press("Home")
        press("Delete")
        self.control("Undo").queryComponent().grabFocus()  # it is offered for some seconds, and as long as it has the focus
        self.control("Choose a folder…")

    def put_back(self):
        press("space")
        wait_for("the folder again", lambda: self.row("manuals"))
        self.read_patiently(f"Up to date – {len(self.failed)} file")

    def after_a_start(self):
        self.back()
        self.program.close()
        self.start()
        press("ctrl+4")
        wait_for("the folder after a start", lambda: self.row("manuals"))
        self.read_patiently(f"Up to date – {len(self.failed)} file")
        self.back()


if __name__ == "__main__":
    sys.exit(play(DocumentsPage))
