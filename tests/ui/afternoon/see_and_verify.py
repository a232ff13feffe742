#!/usr/bin/python3
"""From a picture to an answer that can be checked, from outside: a screen reader's eyes and a keyboard.

    see_and_verify.py VIGNETTE SOURCES [--dark] [--language de]

What a model loses of small text, a finer detail, the enlarged place of a number, versions of an answer that differ, boxes,
pictures side by side, and a folder that is described in spite of a kill -9. The model is a server of this machine that says
what it is told to. Prints one JSON object per step; VIGNETTE_SCREENSHOTS names a folder for what was seen. Exit code 77:
the tools are not installed.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import zipfile

from afternoon import demand, play
from picture_facts import LINES, STOPS, write_receipt
from provider import Provider
from screen_reader import FocusListener, nodes, press, text_of, wait_for

PICTURES = 12  # of the folder
SLOWLY = 0.4  # seconds before each word of a caption, so that there is time to kill
TOTAL = "How much were the coffees, and what is the total?"
CAKE = "How much is the cake?"
WHERE = "Where is the total?"
BOXES = [{"bbox_2d": [770, 795, 915, 870], "label": "total"}, {"bbox_2d": [65, 125, 425, 205], "label": "name"}]
ANSWERS = [
    {"to": "written in the middle", "texts": ["14.80", "7.60"]},  # an enlarged place
    {"to": TOTAL, "texts": ["The coffees were **7.60** and the total is 14.60 EUR."]},
    {"to": CAKE, "texts": ["The cake is 4.20 EUR.", "It costs 4.20 EUR.", "4.80 EUR for the cake.", "4.20 EUR."]},
    {"to": WHERE, "texts": [json.dumps(BOXES)]},
    {"to": "Describe the image", "texts": [json.dumps({"title": "A receipt", "description": "It is from a bakery"})]},
]


class SeeAndVerify(Provider):
    def __init__(self, options):
        self.home = pathlib.Path(os.environ["HOME"])
        settings = self.home / ".config/vignette/vignette.ini"
        settings.parent.mkdir(parents=True)
        settings.write_text("[answers]\nmakeTitles=false\n")
        self.receipt, self.other = self.home / "receipt.svg", self.home / "other.svg"
        write_receipt(self.receipt)
        self.other.write_text(self.receipt.read_text().replace("14.60", "19.60"))
        self.sheet = self.home / "sheet.svg"
        self.sheet.write_text(self.receipt.read_text().replace('width="520" height="420"', 'width="2600" height="2600"'))
        self.folder = self.home / "receipts"
        self.folder.mkdir()
        for number in range(PICTURES):
            write_receipt(self.folder / f"receipt-{number}.svg")
        super().__init__(options)
        self.focus = FocusListener()
        subprocess.run("xdotool mousemove 2 2".split(), check=True)  # or what is shown at a fact would stay below it
        self.server.tell({"answers": ANSWERS})

    def steps(self):
        return (self.first_start, self.lost_text, self.an_area, self.added, self.chosen, self.finer, self.asked, self.a_place,
                self.checked, self.checked_all, self.versions, self.version_in_chat, self.boxes, self.exported,
                self.side_by_side, self.differences, self.asked_about_both, self.folder_run, self.killed_in_it, self.resumed,
                self.sidecars)

    def keep(self, name):
        super().keep("verify-" + name)

    # What is done again and again.

    def parts(self, english, *values):
        """The text without what follows "%1" and so on, where there are no values for these."""
        text = self.say(english)
        for number, value in enumerate(values, 1):
            text = text.replace(f"%{number}", value)
        return [part for part in re.split(r"%L?[n\d]", text) if part.strip()]

    def shows(self, english, *values):
        self.reads(*self.parts(english, *values))

    def attach(self, *files):
        for file in files:
            subprocess.run(self.command + [str(file)], check=True)
            self.named("Remove %1", file.name)

    def here(self):
        node = self.program.focused()
        box = node.queryComponent().getExtents(0)
        return node.name, node.description, (box.x, box.y)

    def walk(self, key, what, is_wanted):
        """Presses the key until the control with the focus, by its name and description, is wanted."""
        for _ in range(STOPS):
            here = wait_for("a control with the focus", self.here)
            if is_wanted(*here[:2]):
                return here
            press(key)
            wait_for(f"another focus than {here}", lambda: self.here() != here)
        return demand(False, f"{key} doesn't lead to {what}")

    def to_fact(self, description):
        """From the last answer on to a fact of it."""
        found = self.parts("%1, found %2, line %3")[0]

        def begin():
            self.program.find(self.say("Messages")).queryComponent().grabFocus()
            press("Up")
            answer = wait_for("the focus on the answer", lambda: self.here()[0] == self.say("Answer") and self.here())
            press("Tab")
            return found in wait_for("the focus in the answer", lambda: self.here() != answer and self.here())[1]

        wait_for("the facts to be compared", begin)
        self.walk("Tab", description, lambda _, said: said.startswith(description))

    def place_of(self, fact, region):
        return self.parts("%1, found %2, line %3", fact, self.say(region))[0]

    def choose(self, button, english):
        """An entry of the menu that the button opens."""
        self.press_button(button)
        entry = self.say(english)
        for _ in range(STOPS):
            self.focus.last()
            self.focus.name = None
            press("Down")
            if wait_for("an entry of the menu", self.focus.last).split("\t")[0] == entry:
                self.keep("menu-" + english.split(" ")[0].lower())
                return press("Return")
        return demand(False, "there is no " + entry)

    def more_of_answer(self):
        return wait_for("the menu of the answer", lambda: [
            node for node in self.program.shown_nodes() if node.name == self.say("More")][-1])

    def save_as(self, english, path):
        a, title = self.program.pyatspi, self.say(english)
        field = wait_for(title, lambda: next(
            (node for window in self.program.root if window.name == title for node in nodes(window)
             if node.getRole() == a.ROLE_TEXT and node.getState().contains(a.STATE_EDITABLE)
             and self.program.is_shown(node)), None))
        field.queryEditableText().setTextContents(str(path))
        subprocess.run(["xdotool", "search", "--onlyvisible", "--name", title, "windowfocus"], check=True)
        field.queryComponent().grabFocus()
        press("Return")
        wait_for(path.name, path.exists)
        self.program.activate()

    # How closely the model looks.

    def lost_text(self):
        self.attach(self.sheet)
        self.shows("Picture: %1")
        self.shows("Small text is lost: %1 of %Ln words readable")

    def an_area(self):
        self.press_button(self.see("Select an area…"))
        self.see("Ask about this area")
        selected = self.parts("Selected area: %1 by %2 pixels, %3 from the left, %4 from the top")[0]
        demand(selected in self.program.focused().description, "the selected area isn't said")
        self.keep("select-area")
        press("Return")
        self.remove(self.say("Area of %1").replace("%1", self.sheet.name))
        self.remove(self.sheet.name)

    def remove(self, name):
        self.press_button(self.named("Remove %1", name))
        name = self.say("Remove %1").replace("%1", name)
        wait_for("it is gone", lambda: not self.program.find(name))

    def detail(self, level):
        name = "".join(self.parts("Detail of %1: %2", self.receipt.name, self.say(level)))
        return wait_for(name, lambda: self.program.find(name))

    def finer(self):
        self.attach(self.receipt)
        self.choose(self.detail("Automatic"), "Fine")
        self.detail("Fine")

    def asked(self):
        self.server.questions()
        demand("14.60" in self.ask(TOTAL), "another answer")
        demand(self.server.questions()[-1]["details"] == ["high"], "the server wasn't told the detail")

    # Where it stands.

    def a_place(self):
        self.to_fact(self.place_of("14.60", "at the lower right"))
        self.see("Check again")

    def checked(self):
        said = self.say("Answer: %1 — enlarged: %2").replace("%1", "14.60")
        self.see("Check again").queryAction().doAction(0)
        wait_for("what the model reads there", lambda: said.replace("%2", "14.80") in self.program.focused().description)
        self.reads(said.replace("%2", "14.80"))

    def checked_all(self):
        self.choose(self.more_of_answer(), "Check again in enlarged picture")
        self.to_fact(self.place_of("7.60", "at the right"))
        said = self.say("Answer: %1 — enlarged: %2").replace("%1", "7.60").replace("%2", "7.60")
        wait_for("that the model agrees", lambda: said in self.program.focused().description)

    # Several versions.

    def agreement(self, count, fact):
        return self.say("%1 of %Ln versions say %2").replace("%1", count).replace("%Ln", "4").replace("%2", fact)

    def versions(self):
        demand("4.20" in self.ask(CAKE), "another answer")
        self.palette("Generate 3 alternatives")
        texts = wait_for("four versions", self.four_versions)
        other = next(number for number, text in enumerate(texts, 1) if "4.80" in text)
        column = self.say("Version %1").replace("%1", str(other))
        next(node for node in self.program.shown_nodes() if node.name == column and node.getState().contains(
            self.program.pyatspi.STATE_FOCUSABLE)).queryComponent().grabFocus()
        self.walk("Tab", "the disputed price", lambda _, said: said == self.agreement("1", "4.80"))

    def four_versions(self):
        texts = [text_of(node) for node in self.program.shown_nodes() if node.name == self.say("Answer")]
        return len(texts) == 4 and all("EUR" in text for text in texts) and texts

    def version_in_chat(self):
        self.back()
        for _ in range(3):
            press("alt+Left")
        wait_for("the first version", lambda: "The cake is 4.20" in self.program.answers()[-1])
        self.to_fact(self.place_of("4.20", "at the right"))
        demand(self.agreement("3", "4.20") in self.program.focused().description, "the other versions aren't counted")

    # Boxes.

    def boxes(self):
        self.ask(WHERE)
        self.choose(self.more_of_answer(), "Show boxes in the picture")
        self.walk("Tab", "the list of boxes", lambda name, _: name == self.say("Boxes in the picture"))
        box = self.say("%1: %2 by %3 pixels, %4 from the left, %5 from the top").replace("%1", "total").split("%2")[0]
        entry = wait_for("the first box", lambda: next(
            (node for node in self.program.shown_nodes() if node.name.startswith(box)), None))
        demand(entry.getState().contains(self.program.pyatspi.STATE_SELECTED), "the first box isn't chosen")
        self.keep("boxes")
        press("b")
        wait_for("no list", lambda: not self.program.find(self.say("Boxes in the picture")))
        press("b")

    def exported(self):
        for kind in ("JSON", "COCO"):
            self.press_button(self.see(f"Export as {kind}…"))
            self.save_as("Export boxes", self.home / f"{kind}.json")
        boxes = json.loads((self.home / "JSON.json").read_text())
        demand([box["label"] for box in boxes] == ["total", "name"], f"other boxes: {boxes}")
        coco = json.loads((self.home / "COCO.json").read_text())
        demand(len(coco["annotations"]) == 2 and coco["images"][0]["file_name"] == self.receipt.name, f"no COCO: {coco}")
        press("Escape")
        self.back()

    # Two pictures.

    def side_by_side(self):
        press("ctrl+n")
        self.attach(self.receipt, self.other)
        self.press_button(self.see(self.receipt.name))
        self.see("Select area")
        press("c")
        self.see("Compare pictures")
        before = self.zoom()
        press("plus")
        wait_for("a larger picture", lambda: self.zoom() != before)
        self.keep("zoomed")
        press("0")
        wait_for("the whole picture", lambda: self.zoom() == before)

    def zoom(self):
        name = self.parts("Zoom: %1")[0]
        return wait_for("the zoom", lambda: [
            node.name for node in self.program.shown_nodes() if node.name.startswith(name)][-1])

    def differences(self):
        press("d")
        self.shows("%1: %2 % of the pixels differ", self.other.name)

    def asked_about_both(self):
        press("Return")
        wait_for("the chat again", lambda: self.program.is_shown(self.program.box))
        self.server.questions()
        self.ask("What differs?")
        demand(len(self.server.questions()[-1]["pictures"]) == 2, "not both pictures were sent")

    # A folder.

    def folder_run(self):
        subprocess.run(self.command + [str(self.folder)], check=True)
        self.see("Start")
        form = self.combo("Format").name
        self.walk("Tab", "the format", lambda name, _: name == form)
        press("Down")
        self.see("Title and description (JSON)")
        self.server.tell({"faults": {"wait": SLOWLY}})
        self.press_button(self.see("Start"))
        begin = self.say("%1 of %2 described").replace("%2", str(PICTURES))
        wait_for("the first captions", lambda: self.see_count(begin) not in (None, "0"))

    def see_count(self, words):
        found = re.search(re.escape(words).replace("%1", r"(\d+)"), self.program.read())
        return found and found[1]

    def combo(self, english):
        """A list of choices, by the label of which it is."""
        a = self.program.pyatspi
        return wait_for(english, lambda: next(
            (relation.getTarget(0) for label in self.program.shown_nodes() if label.name == self.say(english)
             for relation in label.getRelationSet() if relation.getRelationType() == a.RELATION_LABEL_FOR), None))

    def described(self, count):
        said = self.say("%1 of %2 described").replace("%1", str(count)).replace("%2", str(PICTURES))
        wait_for(said, lambda: said in self.program.read())

    def killed_in_it(self):
        self.back()
        session = self.home / ".local/state/vignette/session.ini"
        wait_for("the page is kept", lambda: "page=chat" in session.read_text())
        self.program.kill()
        self.server.tell({"faults": {}})
        self.start()
        press("ctrl+2")
        self.see("Resume")
        demand("A receipt" in self.program.read(), "the first captions are gone")

    def resumed(self):
        self.server.questions()
        self.press_button(self.see("Resume"))
        self.described(PICTURES)
        demand(len(self.server.questions()) < PICTURES, "what had been described was described again")

    def sidecars(self):
        self.choose(self.see("Export"), "As a spreadsheet (XLSX)…")
        self.save_as("Export as a spreadsheet", self.home / "receipts.xlsx")
        with zipfile.ZipFile(self.home / "receipts.xlsx") as workbook:
            sheet = b"".join(workbook.read(name) for name in workbook.namelist() if name.endswith(".xml"))
        demand(sheet.count(b"A receipt") >= 1 and b"title" in sheet, "the table has no column for the titles")
        self.choose(self.see("Export"), "As metadata (XMP) next to the pictures")
        self.shows("Wrote %Ln file(s) next to the pictures.")
        demand("A receipt" in (self.folder / "receipt-0.xmp").read_text(), "the metadata have no title")
        self.back()


if __name__ == "__main__":
    sys.exit(play(SeeAndVerify))
