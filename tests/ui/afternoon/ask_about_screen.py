#!/usr/bin/python3
"""From the screen into a chat, from outside: a screen reader's eyes, a keyboard and a pointer.

    ask_about_screen.py VIGNETTE SOURCES [--dark] [--language de]

First without a desktop portal, where the X server is asked; then with a portal that agrees, one that refuses, and its
global shortcut. Prints one JSON object per step; VIGNETTE_SCREENSHOTS names a folder for what was seen. Exit code 77:
the tools are not installed.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import time

from afternoon import demand, play, words_of
from screen_reader import Program, keep_screenshot, press, skip, wait_for

try:
    from gi.repository import Gio  # noqa: F401 what the portal is made of
except ImportError:
    skip("python3-gi is not installed")

HERE = pathlib.Path(__file__).parent


class AskAboutScreen:
    def __init__(self, options):
        self.command = options.vignette
        self.sources = options.sources
        self.say = words_of(options.language, options.sources)
        self.look = f"{options.language}-{'dark' if options.dark else 'light'}"
        settings = pathlib.Path(os.environ["HOME"]) / ".config/vignette/vignette.ini"
        settings.parent.mkdir(parents=True)
        settings.write_text("[appearance]\nscheme=%s\n\n[system]\nscreenShortcut=true\n"
                            % ("dark" if options.dark else "light"))
        self.portal = None
        self.program = Program([self.command], self.say)

    def run(self):
        for step in (self.an_area_by_the_pointer, self.the_screen_by_the_keyboard, self.cancelled,
                     self.the_shortcut_of_the_x_server, self.a_portal, self.its_shortcut, self.a_refusal):
            begun = time.time()
            step()
            keep_screenshot(f"ask-{step.__name__}-{self.look}")
            print(json.dumps({"figure": "ask about the screen: " + step.__name__, "value": round(time.time() - begun, 2),
                              "unit": "s"}), flush=True)

    def end(self):
        self.stop_portal()
        self.program.kill()

    def capture(self, area=None):
        subprocess.run([self.command, "--capture"] + ([area] if area else []), check=True)

    def overlay(self):
        return wait_for("the choice of an area", lambda: self.program.find(self.say("Choose an area of the screen")))

    def focus_overlay(self):
        self.overlay()
        name = re.sub("[^ -~]", ".*", self.say("Choose an area of the screen"))  # xdotool reads bytes
        subprocess.run(["xdotool", "search", "--onlyvisible", "--name", name, "windowfocus"], check=True)

    def attached(self, count=1):
        """Waits until so many screenshots are attached, and checks where the cursor is."""
        name = self.say("Screenshot") + ".png"
        wait_for("the attached screenshot", lambda: name in self.program.read())
        self.program.activate()
        wait_for("the cursor in the message box",
                 lambda: (self.program.focused() or self.program.root).name == self.say("Message"))

    def an_area_by_the_pointer(self):
        self.capture()
        self.focus_overlay()
        keep_screenshot(f"ask-overlay-{self.look}")
        subprocess.run("xdotool mousemove 200 200 mousedown 1 mousemove 400 300 mousemove 600 420 sleep 0.2".split(),
                       check=True)
        keep_screenshot(f"ask-dragging-{self.look}")
        subprocess.run("xdotool mouseup 1".split(), check=True)
        self.attached()

    def the_screen_by_the_keyboard(self):
        self.capture()
        self.focus_overlay()
        press("Right")
        wait_for("a marked area",
                 lambda: "1366" not in self.overlay().description and "683" in self.overlay().description)
        keep_screenshot(f"ask-marked-{self.look}")
        press("Return")
        self.attached()

    def cancelled(self):
        self.capture("window")
        self.focus_overlay()
        press("Escape")
        wait_for("no overlay", lambda: not self.program.find(self.say("Choose an area of the screen")))
        demand(self.program.process.poll() is None, "the program has ended")

    def the_shortcut_of_the_x_server(self):
        press("ctrl+alt+a")
        self.focus_overlay()
        press("Return")
        self.attached()

    def start_portal(self, response):
        self.stop_portal()
        self.portal = subprocess.Popen(
            ["/usr/bin/python3", HERE / "fake_portal.py", self.sources / "resources/samples/two-1.png", str(response)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        demand(self.portal.stdout.readline() == "ready\n", "the portal isn't on the bus")

    def stop_portal(self):
        if self.portal:
            self.portal.kill()
            self.portal.wait()
            self.portal = None

    def a_portal(self):
        self.start_portal(0)
        self.capture("screen")
        self.attached()

    # The shortcut is bound at the start of the program.
    def its_shortcut(self):
        self.program.close()
        self.program = Program([self.command], self.say)
        demand(self.portal.stdout.readline() == "bound\n", "the shortcut isn't bound")
        self.portal.stdin.write("press\n")
        self.portal.stdin.flush()
        self.attached()

    def a_refusal(self):
        self.start_portal(2)
        self.capture()
        wait_for("a message", lambda: self.say("The desktop rejected the screenshot. Allow screenshots in its privacy "
                                               "settings, or paste one into the message.") in self.program.read())


if __name__ == "__main__":
    sys.exit(play(AskAboutScreen))
