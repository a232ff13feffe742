#!/usr/bin/python3
"""Uses the desktop program as a screen reader does, on a display of its own and an empty HOME.

    at_spi.py VIGNETTE SAMPLE.png EXPECTED_WORD

A picture is attached and asked about, the answer read, every page looked through for controls that
have no name, the program closed, opened, killed and opened again; the conversation must be there
each time. Prints one JSON object per page. Exit code 77: the tools for it are not installed.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
PATIENCE = 90  # seconds
PAGES = ("Caption pictures", "Models", "Settings")  # the chat is where it begins


def skip(reason):
    print("SKIP:", reason)
    sys.exit(SKIPPED)


def fail(reason):
    keep_screenshot()
    raise SystemExit("FAIL: " + reason)


def run_on_own_display():
    """Starts this script again inside a session bus and a virtual display."""
    for tool in ("xvfb-run", "dbus-run-session", "xclip", "xdotool"):
        if not shutil.which(tool):
            skip(tool + " is not installed")
    with tempfile.TemporaryDirectory() as home:
        os.mkdir(home + "/run", 0o700)
        environment = dict(os.environ, HOME=home, XDG_RUNTIME_DIR=home + "/run", QT_QPA_PLATFORM="xcb",
                           QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1", VIGNETTE_ON_OWN_DISPLAY="1", LANG="C.UTF-8")
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "LANGUAGE"):
            environment.pop(name, None)
        return subprocess.call(
            ["dbus-run-session", "--", "xvfb-run", "-a", "-s", "-screen 0 1400x1000x24",
             "/usr/bin/python3"] + sys.argv, env=environment)


def wait_for(what, find):
    end = time.time() + PATIENCE
    while time.time() < end:
        try:
            found = find()
        except Exception:  # a node may vanish while it is looked at
            found = None
        if found:
            return found
        time.sleep(0.1)
    fail("never seen: " + what)


def nodes(node):
    """The node and everything below it."""
    yield node
    for child in node:
        if child is not None:
            yield from nodes(child)


def text_of(node):
    try:
        return node.queryText().getText(0, -1)
    except NotImplementedError:
        return ""


def press(keys):
    subprocess.run(["xdotool", "key", keys], check=True)


def type_text(text):
    subprocess.run(["xdotool", "type", "--delay", "10", text], check=True)


def keep_screenshot():
    """For people to look at, where the environment names a file and ImageMagick is there."""
    file = os.environ.get("VIGNETTE_SCREENSHOT")
    if file and shutil.which("import"):
        subprocess.run(["import", "-window", "root", file])


class Program:
    """The program under test and what a screen reader knows of it."""

    def __init__(self, pyatspi, command):
        self.pyatspi = pyatspi
        self.process = subprocess.Popen(command)
        self.root = wait_for("the program", self.find_application)
        self.box = wait_for("the prompt box", lambda: self.find("Message"))

    def find_application(self):
        desktop = self.pyatspi.Registry.getDesktop(0)
        return next((child for child in desktop if child and child.get_process_id() == self.process.pid), None)

    def find(self, name, holding="", shown=True):
        """The first object of this name that holds this text."""
        return next((node for node in nodes(self.root)
                     if node.name == name and (not shown or self.is_shown(node))
                     and holding in text_of(node)), None)

    def is_shown(self, node):
        return node.getState().contains(self.pyatspi.STATE_SHOWING)

    def is_interactive(self, node):
        """What can be pressed, chosen or written into. An empty cell of a table is no control."""
        a = self.pyatspi
        controls = (a.ROLE_PUSH_BUTTON, a.ROLE_TOGGLE_BUTTON, a.ROLE_RADIO_BUTTON, a.ROLE_CHECK_BOX,
                    a.ROLE_COMBO_BOX, a.ROLE_SPIN_BUTTON, a.ROLE_SLIDER, a.ROLE_LINK, a.ROLE_PAGE_TAB,
                    a.ROLE_LIST, a.ROLE_LIST_ITEM, a.ROLE_TREE, a.ROLE_TABLE, a.ROLE_MENU_ITEM,
                    a.ROLE_ENTRY, a.ROLE_TEXT)
        cells = (a.ROLE_TABLE_CELL, a.ROLE_TREE_ITEM, a.ROLE_FRAME, a.ROLE_WINDOW)
        return node.getRole() in controls or (
            node.getState().contains(a.STATE_FOCUSABLE) and node.getRole() not in cells)

    def audit(self, page):
        """No control of the page that is shown may be without a name."""
        controls = [node for node in nodes(self.root) if self.is_shown(node) and self.is_interactive(node)]
        nameless = [node for node in controls if not node.name]
        print(json.dumps({"figure": "32 controls without a name: " + page, "value": len(nameless),
                          "unit": f"of {len(controls)}", "target": 0}), flush=True)
        return [f"{page}: {node.getRoleName()} in {path_of(node)}" for node in nameless]

    def write(self, text):
        self.box.queryComponent().grabFocus()
        type_text(text)

    def close(self):
        self.box.queryComponent().grabFocus()
        press("ctrl+q")
        if self.process.wait(PATIENCE) != 0:
            fail(f"the program ended with {self.process.returncode}")

    def kill(self):
        self.process.kill()
        self.process.wait()


def path_of(node):
    names = []
    while node is not None and len(names) < 6:
        names.append(node.name or node.getRoleName())
        node = node.parent
    return " < ".join(names)


def ask_about_picture(program, sample, word):
    if program.box.getRole() != program.pyatspi.ROLE_TEXT:
        fail("the prompt box has role " + program.box.getRoleName())
    if any(window.getRole() == program.pyatspi.ROLE_DIALOG for window in program.root):
        fail("a dialog stands in front")
    subprocess.run(["xclip", "-selection", "clipboard", "-t", "image/png", "-i", sample], check=True)
    program.box.queryComponent().grabFocus()
    press("ctrl+v")
    wait_for("the pasted picture", lambda: next(
        (node for node in nodes(program.root) if node.name.startswith("Remove ")), None))
    press("Return")
    answer = wait_for("the caption", lambda: program.find("Answer", holding=word, shown=False))
    print("caption:", text_of(answer))

    program.write("Hello there")
    press("Return")
    wait_for("the user's message", lambda: program.find("Your message", holding="Hello there", shown=False))
    wait_for("a second answer", lambda: len(
        [node for node in nodes(program.root) if node.name == "Answer" and text_of(node)]) == 2)


def press_button(program, name):
    """By keyboard. A label may have the same name."""
    button = wait_for("the button " + name, lambda: next(
        (node for node in nodes(program.root) if node.name == name and program.is_shown(node)
         and program.is_interactive(node)), None))
    button.queryComponent().grabFocus()
    press("space")


def look_at_panel(program):
    """The settings of a conversation, opened and closed again."""
    press_button(program, "Settings of this conversation")
    wait_for("the list of presets", lambda: program.find("Save and manage presets"))
    nameless = program.audit("Settings of a conversation")
    press_button(program, "Settings of this conversation")
    return nameless


def look_through_pages(program):
    nameless = program.audit("Chat") + look_at_panel(program)
    for page in PAGES:
        press_button(program, page)
        wait_for(page, lambda: not program.is_shown(program.box))
        time.sleep(0.5)  # until what the page shows has come from the disk
        nameless += program.audit(page)
        if page == "Models":
            press_button(program, "Settings of Built-in model")
            wait_for("the model's context", lambda: program.find("Context"))
            nameless += program.audit("Settings of a model")
    press("Escape")
    wait_for("the chat again", lambda: program.is_shown(program.box))
    if nameless:
        fail("without a name: " + "; ".join(nameless))


def find_conversation(program, word):
    wait_for("the conversation in the list", lambda: next(
        (item for node in nodes(program.root) if node.name == "Conversations" for item in node
         if item and item.name), None))
    program.box.queryComponent().grabFocus()
    press("ctrl+shift+f")
    type_text(word)
    press("Return")
    wait_for("the answer of before", lambda: program.find("Answer", holding=word, shown=False))


def main():
    if "VIGNETTE_ON_OWN_DISPLAY" not in os.environ:
        return run_on_own_display()
    try:
        import pyatspi
    except ImportError:
        skip("python3-pyatspi is not installed")
    command, sample, word = [sys.argv[1]], sys.argv[2], sys.argv[3]
    program = Program(pyatspi, command)
    try:
        ask_about_picture(program, sample, word)
        look_through_pages(program)
        program.close()

        program = Program(pyatspi, command)
        wait_for("the conversation that was open",
                 lambda: program.find("Answer", holding=word, shown=False))
        program.kill()  # nothing that was sent may be lost by that

        program = Program(pyatspi, command)
        wait_for("word of the unexpected end", lambda: next(
            (node for node in nodes(program.root) if "ended unexpectedly" in (node.name + text_of(node))), None))
        find_conversation(program, word)
        keep_screenshot()
        program.close()
    finally:
        program.kill()
        subprocess.call(["xclip", "-selection", "clipboard", "-i", "/dev/null"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
