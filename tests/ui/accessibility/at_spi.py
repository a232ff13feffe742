#!/usr/bin/python3
"""Uses the desktop program as a screen reader does, on a display of its own and an empty HOME.

    at_spi.py VIGNETTE SAMPLE.png EXPECTED_WORD

A picture is attached and asked about, the answer read, every page looked through for controls that
have no name, the program closed, opened, killed and opened again; the conversation must be there
each time. Prints one JSON object per page. Exit code 77: the tools for it are not installed.
"""
import os
import subprocess
import sys
import time

from screen_reader import (Program, fail, keep_screenshot, nodes, paste, press, run_on_own_display, text_of,
                           type_text, wait_for)

PAGES = ("Caption pictures", "Models", "Documents", "Settings")  # the chat is where it begins


def ask_about_picture(program, sample, word):
    if program.box.getRole() != program.pyatspi.ROLE_TEXT:
        fail("the prompt box has role " + program.box.getRoleName())
    if any(window.getRole() == program.pyatspi.ROLE_DIALOG for window in program.root):
        fail("a dialog stands in front")
    program.box.queryComponent().grabFocus()
    paste(open(sample, "rb").read(), "image/png")
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
    press_button(program, "Chat settings")
    wait_for("the list of presets", lambda: program.find("Save and manage presets"))
    nameless = program.audit("Settings of a conversation")
    press_button(program, "Chat settings")
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
            wait_for("the model's context", lambda: program.find("Context length"))
            nameless += program.audit("Settings of a model")
    press("Escape")
    wait_for("the chat again", lambda: program.is_shown(program.box))
    if nameless:
        fail("without a name: " + "; ".join(nameless))


def find_conversation(program, word):
    wait_for("the conversation in the list", lambda: next(
        (item for node in nodes(program.root) if node.name == "Chats" for item in node
         if item and item.name), None))
    program.box.queryComponent().grabFocus()
    press("ctrl+shift+f")
    type_text(word)
    press("Return")
    wait_for("the answer of before", lambda: program.find("Answer", holding=word, shown=False))


def main():
    if "VIGNETTE_ON_OWN_DISPLAY" not in os.environ:
        return run_on_own_display()
    command, sample, word = [sys.argv[1]], sys.argv[2], sys.argv[3]
    program = Program(command)
    try:
        ask_about_picture(program, sample, word)
        look_through_pages(program)
        program.close()

        program = Program(command)
        wait_for("the conversation that was open",
                 lambda: program.find("Answer", holding=word, shown=False))
        program.kill()  # nothing that was sent may be lost by that

        program = Program(command)
        wait_for("word of the unexpected end", lambda: next(
            (node for node in nodes(program.root) if "closed unexpectedly" in (node.name + text_of(node))), None))
        find_conversation(program, word)
        keep_screenshot()
        program.close()
    finally:
        program.kill()
        subprocess.call(["xclip", "-selection", "clipboard", "-i", "/dev/null"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
