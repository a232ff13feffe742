#!/usr/bin/python3
"""From the first start to a model that sees photographs, from outside: a screen reader's eyes and a keyboard.

    get_a_model.py VIGNETTE SOURCES [--dark] [--language de]

The hub is a made-up one on this machine, where each model of the catalogue is the built-in one without its judgement of
what it knows. Prints one JSON object per step; VIGNETTE_SCREENSHOTS names a folder for what was seen. Exit code 77: the
tools are not installed.
"""
import json
import os
import pathlib
import subprocess
import sys

from afternoon import Afternoon, demand, play
from screen_reader import paste, press, wait_for

SLOWLY = 100_000  # bytes a second of each connection, so that there is time to look


class Hub:
    """tests/support/hub/made_up_hub.py, which offers every model of the catalogue."""

    def __init__(self, sources):
        self.sources = sources
        self.process = subprocess.Popen(
            ["/usr/bin/python3", str(sources / "tests/support/hub/made_up_hub.py")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        port = json.loads(self.process.stdout.readline())["hub"]
        os.environ["HF_ENDPOINT"] = f"http://127.0.0.1:{port}"
        os.environ.pop("HF_TOKEN", None)
        self.tell({"repositories": {row["repository"]: self.repository(row) for row in self.catalogue()}})

    def catalogue(self):
        return json.loads((self.sources / "resources/catalogue.json").read_text())["models"]

    def repository(self, row):
        name = row["repository"].split("/")[1].removesuffix("-GGUF")
        starter = self.sources / "resources/starter"
        return {"files": {f"{name}-Q8_0.gguf": {"from": str(starter / "vignette-starter.gguf")},
                          f"mmproj-{name}-F16.gguf": {"from": str(starter / "mmproj-vignette-starter.gguf")}}}

    def tell(self, command):
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def requests(self):
        return self.tell({"log": True})["requests"]


class GetAModel(Afternoon):
    def __init__(self, options):
        self.hub = Hub(options.sources)
        super().__init__(options)

    def end(self):
        super().end()
        self.hub.process.kill()

    def steps(self):
        return (self.first_start, self.not_sure, self.catalogue, self.download, self.paused, self.after_a_start,
                self.killed_while_fetching, self.used, self.answered_again, self.a_picture)

    def button(self, english, of=""):
        """A button whose name begins with the words before the first "%1" and holds `of`."""
        begin = self.say(english).split("%1")[0]
        return wait_for(f"the button {english} {of}", lambda: next(
            (node for node in self.program.shown_nodes() if node.name.startswith(begin)
             and of in node.name and self.program.is_interactive(node)), None))

    def press_button(self, english, of=""):
        button = self.button(english, of)
        button.queryComponent().grabFocus()
        press("space")

    def see_part(self, english):
        """One of the lines that are shown has the words of `english` around its "%1"."""
        parts = [part for part in self.say(english).replace("%2", "%1").split("%1") if part.strip()]
        return wait_for(english, lambda: all(part in self.program.read() for part in parts))

    def show_get_models(self):
        self.palette("Models")
        self.press_button("Get models")

    # The steps.

    def first_start(self):
        super().first_start()
        self.see("Get a model for photos")
        demand(not self.hub.requests(), "somebody was asked before the user wished it")

    def not_sure(self):
        paste((self.sources / "tests/data/foreign/like_a_photograph.jpg").read_bytes(), "image/jpeg")
        wait_for("the pasted picture", self.tile)
        press("Return")
        demand("only describe drawings" in self.next_answer([]), "a statement about a photograph was made")
        self.see_part("Download %1 (about %2)")
        self.see("Other models…")
        demand(not self.hub.requests(), "somebody was asked before the user wished it")

    def catalogue(self):
        self.press_button("Other models…")
        self.name = self.button("Download (%1)").name.split(": ")[-1]
        self.see_part("%1 · %2 · vision encoder")

    def download(self):
        self.hub.tell({"faults": {"bytes_per_second": SLOWLY}})
        self.press_button("Download (%1)")
        self.button("Pause", self.name)
        self.see_part("%1/s")

    def paused(self):
        self.press_button("Pause", self.name)
        self.see_part("Paused · %1")

    def after_a_start(self):
        self.hub.requests()
        self.back()
        self.program.close()
        self.start()
        self.show_get_models()
        self.see_part("Paused · %1")
        demand(not self.hub.requests(), "what was paused went on by itself")
        self.press_button("Resume", self.name)
        self.see_part("%1/s")

    def killed_while_fetching(self):
        self.back()
        session = pathlib.Path(os.environ["HOME"]) / ".local/state/vignette/session.ini"
        wait_for("the place is kept", lambda: "page=chat" in session.read_text())
        self.program.kill()
        self.start()
        self.show_get_models()
        self.see_part("%1/s")
        self.hub.tell({"faults": {}})
        self.button("Use", self.name)
        self.see_part("Downloaded and verified · %1")

    def used(self):
        self.press_button("Use", self.name)
        wait_for("the chat", lambda: self.program.is_shown(self.program.box))
        self.see("Unload model")

    def answered_again(self):
        before = wait_for("the answer of before", self.program.answers)
        demand("only describe drawings" in before[-1], "another conversation is shown")
        self.press_button("Regenerate with %1", self.name)
        demand("only describe drawings" not in self.next_answer(before), "the same model answered again")
        self.see("Previous version")

    def a_picture(self):
        press("ctrl+n")
        wait_for("an empty chat", lambda: not self.program.answers())
        paste((self.sources / "resources/samples/one-1.png").read_bytes(), "image/png")
        wait_for("the pasted picture", self.tile)
        press("Return")
        answer = self.next_answer([])
        demand("octopus" in answer, "the drawing was not described: " + answer)
        header = self.program.read()
        demand(self.name in header, "the model that answers is not named")


if __name__ == "__main__":
    sys.exit(play(GetAModel))
