"""The desktop program as a screen reader and a keyboard meet it, on a display of its own.

What both scripts from outside have in common. The names of controls are those of the language that
the program speaks.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
PATIENCE = 60  # seconds


def skip(reason):
    print("SKIP:", reason)
    sys.exit(SKIPPED)


def fail(reason):
    keep_screenshot()
    raise SystemExit("FAIL: " + reason)


def run_on_own_display(screen="1400x1000", language="C"):
    """Starts this script again, with an empty HOME, inside a session bus and a virtual display."""
    for tool in ("xvfb-run", "dbus-run-session", "xclip", "xdotool"):
        if not shutil.which(tool):
            skip(tool + " is not installed")
    with tempfile.TemporaryDirectory() as home:
        os.mkdir(home + "/run", 0o700)
        environment = dict(os.environ, HOME=home, XDG_RUNTIME_DIR=home + "/run", QT_QPA_PLATFORM="xcb",
                           QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1", VIGNETTE_ON_OWN_DISPLAY="1", LANG=language + ".UTF-8")
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "LANGUAGE"):
            environment.pop(name, None)
        return subprocess.call(
            ["dbus-run-session", "--", "xvfb-run", "-a", "-s", f"-screen 0 {screen}x24",
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


def paste(contents, kind):
    subprocess.run(["xclip", "-selection", "clipboard", "-t", kind], input=contents, check=True)
    press("ctrl+v")


def keep_screenshot(name="screen"):
    """For people to look at, where the environment names a folder and ImageMagick is there."""
    folder = os.environ.get("VIGNETTE_SCREENSHOTS")
    if folder and shutil.which("import"):
        subprocess.run(["import", "-window", "root", f"{folder}/{name}.png"])


def screen_reader():
    try:
        import pyatspi
    except ImportError:
        skip("python3-pyatspi is not installed")
    return pyatspi


class Program:
    """The program under test and what a screen reader knows of it.

    `say` gives the words of the program's language for its English ones.
    """

    def __init__(self, command, say=lambda english: english):
        self.pyatspi = screen_reader()
        self.say = say
        self.process = subprocess.Popen(command)
        self.root = wait_for("the program", self.find_application)
        self.box = wait_for("the prompt box", lambda: self.find(say("Message")))
        self.activate()

    def activate(self):
        """As a window manager does it at the start, and when a dialog has been closed."""
        subprocess.run(["xdotool", "search", "--all", "--onlyvisible", "--pid", str(self.process.pid), "--name", "",
                        "windowfocus"], check=True)

    def find_application(self):
        desktop = self.pyatspi.Registry.getDesktop(0)
        return next((child for child in desktop if child and child.get_process_id() == self.process.pid), None)

    def find(self, name, holding="", shown=True):
        """The first object of this name that holds this text."""
        at_hand = self.shown_nodes() if shown else nodes(self.root)
        return next((node for node in at_hand if node.name == name and holding in text_of(node)), None)

    def answers(self):
        """The texts of the answers that are at hand, the newest last."""
        messages = self.find(self.say("Messages"))
        within = self.root if messages is None else messages
        return [text_of(node) for node in nodes(within) if node.name == self.say("Answer")]

    def read(self):
        """All that is shown, as one text."""
        return "\n".join(node.name + "\n" + text_of(node) for node in self.shown_nodes())

    def shown_nodes(self, node=None):
        """Those below the node, or in the whole program. What is in a hidden one is hidden, too, and isn't
        asked for, as each answer takes time."""
        for child in self.root if node is None else node:
            if child is None:
                continue
            child.clear_cache()
            if self.is_shown(child):
                yield child
                yield from self.shown_nodes(child)

    def focused(self):
        """The control with the focus. Qt says the same of frames around it and in it, which have no
        names, and of the current row of a list without the focus, even of one that is not shown.
        Messages, whose focus it is, are rows, too."""
        messages = (self.say("Your message"), self.say("Answer"))
        focused = []
        for node in self.shown_nodes():
            isRow = node.getRole() == self.pyatspi.ROLE_LIST_ITEM
            if node.getState().contains(self.pyatspi.STATE_FOCUSED) and (not isRow or node.name in messages):
                focused.append(node)
        named = [node for node in focused if node.name]
        return (named or focused or [None])[-1]

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
        controls = [node for node in self.shown_nodes() if self.is_interactive(node)]
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


class FocusListener:
    """Hears which control gets the focus. The entries of menus are found in no other way."""

    def __init__(self):
        screen_reader()
        from gi.repository import GLib

        self.context = GLib.MainContext.default()
        self.name = None
        screen_reader().Registry.registerEventListener(self.hear, "object:state-changed:focused")

    def hear(self, event):
        if event.detail1:
            self.name = event.source.name

    def last(self):
        """The name of the last control of which news has come; None: of none since name was None."""
        while self.context.iteration(False):
            pass
        return self.name


def path_of(node):
    names = []
    while node is not None and len(names) < 6:
        names.append(node.name or node.getRoleName())
        node = node.parent
    return " < ".join(names)
