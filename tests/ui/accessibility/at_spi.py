#!/usr/bin/python3
"""Uses the desktop program as a screen reader does, on a display of its own and an empty HOME.

    at_spi.py VIGNETTE SAMPLE.png EXPECTED_WORD

Exit code 77: the tools for it are not installed.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
PATIENCE = 90  # seconds


def skip(reason):
    print("SKIP:", reason)
    sys.exit(SKIPPED)


def run_on_own_display():
    """Starts this script again inside a session bus and a virtual display."""
    for tool in ("xvfb-run", "dbus-run-session", "xclip", "xdotool"):
        if not shutil.which(tool):
            skip(tool + " is not installed")
    with tempfile.TemporaryDirectory() as home:
        os.mkdir(home + "/run", 0o700)
        environment = dict(os.environ, HOME=home, XDG_RUNTIME_DIR=home + "/run", QT_QPA_PLATFORM="xcb",
                           QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1", VIGNETTE_ON_OWN_DISPLAY="1")
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
            environment.pop(name, None)
        return subprocess.call(
            ["dbus-run-session", "--", "xvfb-run", "-a", "-s", "-screen 0 1400x1000x24",
             "/usr/bin/python3"] + sys.argv, env=environment)


def nodes(node):
    """The node and everything below it."""
    yield node
    for child in node:
        if child is not None:
            yield from nodes(child)


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
    raise SystemExit("FAIL: never seen: " + what)


def text_of(node):
    try:
        return node.queryText().getText(0, -1)
    except NotImplementedError:
        return ""


def check(pyatspi, program, sample, word):
    desktop = pyatspi.Registry.getDesktop(0)
    app = wait_for("the program", lambda: next(
        (child for child in desktop if child and "vignette" in child.name.lower()), None))
    windows = [child for child in app]
    if any(window.getRole() == pyatspi.ROLE_DIALOG for window in windows):
        raise SystemExit("FAIL: a dialog stands in front")

    box = wait_for("the prompt box", lambda: next(
        (node for node in nodes(app) if node.name == "Message"), None))
    if box.getRole() != pyatspi.ROLE_TEXT:
        raise SystemExit("FAIL: the prompt box has role " + box.getRoleName())

    subprocess.run(["xclip", "-selection", "clipboard", "-t", "image/png", "-i", sample], check=True)
    box.queryComponent().grabFocus()
    subprocess.run(["xdotool", "key", "ctrl+v"], check=True)
    wait_for("the pasted picture", lambda: next(
        (node for node in nodes(app) if node.name.startswith("Remove ")), None))
    subprocess.run(["xdotool", "key", "Return"], check=True)
    answer = wait_for("the caption", lambda: next(
        (node for node in nodes(app) if node.name == "Answer" and word in text_of(node)), None))
    print("caption:", text_of(answer))

    box.queryComponent().grabFocus()
    subprocess.run(["xdotool", "type", "--delay", "10", "Hello there"], check=True)
    subprocess.run(["xdotool", "key", "Return"], check=True)
    wait_for("the user's message", lambda: next(
        (node for node in nodes(app) if node.name == "Your message" and text_of(node) == "Hello there"),
        None))
    wait_for("a second answer", lambda: len(
        [node for node in nodes(app) if node.name == "Answer" and text_of(node)]) == 2)

    controls = (pyatspi.ROLE_PUSH_BUTTON, pyatspi.ROLE_TOGGLE_BUTTON, pyatspi.ROLE_TEXT,
                pyatspi.ROLE_LIST, pyatspi.ROLE_CHECK_BOX, pyatspi.ROLE_COMBO_BOX)
    nameless = [node for node in nodes(app) if node.getRole() in controls and not node.name]
    if nameless:
        raise SystemExit("FAIL: without a name: " + ", ".join(map(str, nameless)))


def check_next_start(pyatspi, word):
    """The conversation is there again, and is found by a word of its answer."""
    desktop = pyatspi.Registry.getDesktop(0)
    app = wait_for("the program once more", lambda: next(
        (child for child in desktop if child and "vignette" in child.name.lower()), None))
    wait_for("the conversation in the list", lambda: next(
        (item for node in nodes(app) if node.name == "Conversations" for item in node
         if item and item.name), None))
    box = wait_for("the prompt box", lambda: next(
        (node for node in nodes(app) if node.name == "Message"), None))
    box.queryComponent().grabFocus()
    subprocess.run(["xdotool", "key", "ctrl+f"], check=True)
    subprocess.run(["xdotool", "type", "--delay", "10", word], check=True)
    subprocess.run(["xdotool", "key", "Return"], check=True)
    wait_for("the answer of before", lambda: next(
        (node for node in nodes(app) if node.name == "Answer" and word in text_of(node)), None))
    keep_screenshot()


def keep_screenshot():
    """For people to look at, where the environment names a file and ImageMagick is there."""
    file = os.environ.get("VIGNETTE_SCREENSHOT")
    if file and shutil.which("import"):
        subprocess.run(["import", "-window", "root", file])


def main():
    if "VIGNETTE_ON_OWN_DISPLAY" not in os.environ:
        return run_on_own_display()
    try:
        import pyatspi
    except ImportError:
        skip("python3-pyatspi is not installed")
    program, sample, word = sys.argv[1:4]
    process = subprocess.Popen([program])
    try:
        check(pyatspi, program, sample, word)
        process.kill()  # nothing that was sent may be lost by that
        process.wait()
        process = subprocess.Popen([program])
        check_next_start(pyatspi, word)
    finally:
        process.kill()
        process.wait()
        subprocess.call(["xclip", "-selection", "clipboard", "-i", "/dev/null"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
