#!/usr/bin/python3
"""An afternoon with the desktop program, from outside: a screen reader's eyes and a keyboard.

    afternoon.py VIGNETTE SOURCES [--dark] [--language de]

First start, pictures, follow-up questions, branches, forty turns in a full context, chats side by
side, captions, models, settings, the whole window by Tab, kill -9. Prints one JSON object per step;
VIGNETTE_SCREENSHOTS names a folder for what was seen. Exit code 77: the tools are not installed.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "accessibility"))
from screen_reader import (Program, fail, keep_screenshot, paste, press, run_on_own_display, text_of, type_text,
                           wait_for)

SCALE = float(os.environ.get("QT_SCALE_FACTOR", 1))
SCREEN = (int(1366 * SCALE), int(768 * SCALE))
TURNS = 40


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("vignette")
    parser.add_argument("sources", type=pathlib.Path)
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--language", default="en")
    return parser.parse_args()


def words_of(language, sources):
    """The program's words in this language, by its English ones."""
    file = sources / f"resources/translations/vignette_{language}.ts"
    words = {}
    for message in xml.etree.ElementTree.parse(file).iter("message"):
        forms = [form.text for form in message.iter("numerusform")]
        said = forms[-1] if forms else message.find("translation").text
        if said and said.strip():
            words.setdefault(message.find("source").text, said)
    return lambda english: words.get(english, english)


def demand(condition, what):
    if not condition:
        fail(what)


def play(story):
    """Plays what `story(options)` makes: on a display of its own, where no hub is."""
    options = arguments()
    if "VIGNETTE_ON_OWN_DISPLAY" not in os.environ:
        return run_on_own_display("x".join(map(str, SCREEN)), options.language)
    os.environ["HF_ENDPOINT"] = "http://127.0.0.1:9"  # where nobody is
    played = story(options)
    try:
        played.run()
    finally:
        played.end()
    return 0


class Afternoon:
    def __init__(self, options):
        self.sources = options.sources
        self.command = [options.vignette]
        self.say = words_of(options.language, options.sources)
        self.look = f"{options.language}-{'dark' if options.dark else 'light'}"
        self.wants_dark = options.dark
        self.start()

    def start(self):
        self.program = Program(self.command, self.say)

    def steps(self):
        return (self.first_start, self.a_drawing, self.a_photograph, self.follow_ups, self.branches,
                self.full_context, self.side_by_side, self.captions, self.models, self.settings,
                self.by_tab_alone, self.killed)

    def run(self):
        for step in self.steps():
            begin = time.time()
            step()
            self.keep(step.__name__)
            print(json.dumps({"step": step.__name__, "look": self.look, "seconds": round(time.time() - begin, 1)}),
                  flush=True)
        self.program.close()

    def end(self):
        self.program.kill()
        subprocess.call(["xclip", "-selection", "clipboard", "-i", "/dev/null"])

    # What everybody does again and again.

    def keep(self, name):
        keep_screenshot(f"{self.look}-{name}")

    def back(self):
        press("Escape")
        wait_for("the chat again", lambda: self.program.is_shown(self.program.box))

    def see(self, english):
        return wait_for(english, lambda: self.program.find(self.say(english)))

    def ask(self, question):
        """Returns the answer, which is the last of the conversation."""
        before = self.program.answers()
        self.program.box.queryComponent().grabFocus()
        paste(question.encode(), "UTF8_STRING")
        wait_for("the question", lambda: text_of(self.program.box) == question)
        press("Return")
        wait_for("the question is sent", lambda: not text_of(self.program.box))
        return self.next_answer(before)

    def next_answer(self, before):
        def ended():
            if self.program.find(self.say("Stop (Esc)")):
                return None
            answers = self.program.answers()
            return answers and answers != before and answers[-1]

        return wait_for("an answer", ended)

    def palette(self, command):
        press("ctrl+k")
        self.see("Search commands, chats and models")
        type_text(self.say(command))
        press("Return")

    # The steps.

    def first_start(self):
        window = next(node for node in self.program.root if node.name)
        box = window.queryComponent().getExtents(0)
        demand(box.x >= 0 and box.y >= 0 and box.x + box.width <= SCREEN[0] and box.y + box.height <= SCREEN[1],
               f"the first window is larger than the screen: {box.width}x{box.height}")
        self.program.box.queryComponent().grabFocus()  # as no window manager does it
        if self.wants_dark:
            self.palette("Switch between light and dark")

    def a_drawing(self):
        paste((self.sources / "resources/samples/one-1.png").read_bytes(), "image/png")
        wait_for("the pasted picture", lambda: "one-1" in self.program.read() or self.tile())
        press("Return")
        answer = self.next_answer([])
        demand("octopus" in answer, "the drawing was not described: " + answer)

    def tile(self):
        before, after = self.say("Remove %1").split("%1")
        return next((node for node in self.program.shown_nodes()
                     if node.name.startswith(before) and node.name.endswith(after)), None)

    def a_photograph(self):
        press("ctrl+n")
        wait_for("an empty chat", lambda: not self.program.answers())
        paste((self.sources / "tests/data/foreign/like_a_photograph.jpg").read_bytes(), "image/jpeg")
        wait_for("the pasted picture", self.tile)
        press("Return")
        demand("only describe drawings" in self.next_answer([]), "a statement about a photograph was made")
        self.see("Other models…").queryAction().doAction(0)
        self.see("Retry")  # nobody is there
        self.back()

    def follow_ups(self):
        demand("only describe drawings" in self.ask("How many dogs are there?"), "a follow-up made a statement")

    def branches(self):
        press("ctrl+n")
        wait_for("an empty chat", lambda: not self.program.answers())
        first = self.ask("Hello there")
        press("ctrl+r")  # another answer
        second = self.next_answer([first])
        demand(second != first, "another answer says the same")
        press("alt+Left")
        wait_for("the first answer again", lambda: self.program.answers()[-1] == first)

    def full_context(self):
        press("ctrl+n")
        wait_for("an empty chat", lambda: not self.program.answers())
        paste((self.sources / "resources/samples/two-1.png").read_bytes(), "image/png")
        wait_for("the pasted picture", self.tile)
        press("Return")
        self.next_answer([])
        for turn in range(TURNS):
            self.ask(f"Question {turn}: " + "what else is there to be seen " * 5)
        demand(self.say("Retry") not in self.program.read(), "a full context ended the chat")
        line = self.say("Of the earlier messages, the model only reads pictures and what is relevant to the question.")

        def page_up():
            press("Prior")
            return line in self.program.read()

        self.see("Messages").queryComponent().grabFocus()
        wait_for("the line above which little is read", page_up)
        press("Prior")
        self.keep("divider")
        self.program.box.queryComponent().grabFocus()

    def side_by_side(self):
        chats = []
        for number in range(2):
            press("ctrl+n")
            wait_for("an empty chat", lambda: not self.program.answers())
            self.program.write(f"Tell me about chat {number}")
            press("Return")
            wait_for("the question is sent", lambda: not text_of(self.program.box))
            chats.append(f"Tell me about chat {number}")
        for question in reversed(chats):
            wait_for(question, lambda: any(question in text_of(node) for node in self.program.shown_nodes()
                                           if node.name == self.say("Your message")))
            wait_for("its answer", lambda: self.program.answers() and self.program.answers()[-1])
            press("ctrl+Next")  # the conversation below, which is older

    def captions(self):
        folder = pathlib.Path(os.environ["HOME"]) / "pictures"
        folder.mkdir()
        for picture in ("one-2.png", "two-2.png", "sign-1.png"):
            shutil.copy(self.sources / "resources/samples" / picture, folder)
        (folder / "broken.png").write_bytes(b"\x89PNG\r\n\x1a\nbroken")
        subprocess.run(self.command + [str(folder)], check=True)
        self.see("Start").queryAction().doAction(0)
        said = self.say("%1 of %2 described").replace("%1", "3").replace("%2", "4")
        wait_for(said, lambda: said in self.program.read())
        self.keep("caption-run")
        self.back()

    def models(self):
        self.palette("Models")
        self.see("On this computer").queryComponent().grabFocus()  # the other half was shown last
        press("space")
        self.see("Built-in model")
        self.see("Add folder")
        self.keep("models-page")
        self.back()

    def settings(self):
        self.palette("Settings")
        self.see("Search settings")
        self.keep("settings-page")
        self.back()

    def by_tab_alone(self):
        self.program.box.queryComponent().grabFocus()
        begin = now = self.place()
        seen = []
        while len(seen) < 200:
            before = now
            press("Tab")
            now = wait_for(f"another focus than {before}", lambda: self.place_other_than(before))
            if now == begin:
                break
            demand(now[0], f"Tab comes to something without a name after {seen[-1:]}")
            seen.append(now)
        demand(begin not in seen and 8 < len(seen) < 200, f"Tab does not come round: {len(seen)} stops")
        names = [name for name, _ in seen]
        for wanted in ("New chat", "Search", "Chats", "Models", "Settings"):
            demand(any(self.say(wanted) in name for name in names), f"Tab misses {wanted}: {names}")

    def place(self):
        node = self.program.focused()
        box = node.queryComponent().getExtents(0)
        return node.name, (box.x, box.y)

    def place_other_than(self, before):
        now = self.place()
        return now if now != before else None

    def killed(self):
        last = self.ask("What is written last?")
        self.program.kill()
        self.start()
        wait_for("the chat that was open", lambda: self.program.answers() and self.program.answers()[-1] == last)
        wait_for("word of the unexpected end", lambda: self.say(
            "Vignette closed unexpectedly. Your chats have been restored.")
            in self.program.read())


if __name__ == "__main__":
    sys.exit(play(Afternoon))
