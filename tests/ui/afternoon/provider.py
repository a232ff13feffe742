#!/usr/bin/python3
"""A server on another machine answers, goes in the middle of an answer, and comes back: from outside, with a screen reader's
eyes and a keyboard.

    provider.py VIGNETTE SOURCES [--dark] [--language de]

The server is tests/support/remote/made_up_server.py. Prints one JSON object per step; VIGNETTE_SCREENSHOTS names a folder for
what was seen. Exit code 77: the tools are not installed.
"""
import json
import subprocess
import sys

from afternoon import Afternoon, demand, play
from screen_reader import press, type_text, wait_for

NUMBERS = 60
WHOLE = " ".join(str(number + 1) for number in range(NUMBERS))
SLOWLY = 0.1  # seconds before each word, so that there is time to pull the plug


class Server:
    def __init__(self, sources):
        self.script = str(sources / "tests/support/remote/made_up_server.py")
        self.port = 0
        self.plug_in()

    def plug_in(self):
        self.process = subprocess.Popen(["/usr/bin/python3", "-B", self.script, "--port", str(self.port)],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = json.loads(self.process.stdout.readline())["port"]

    def pull_the_plug(self):
        self.process.kill()
        self.process.wait()

    def tell(self, command):
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def questions(self):
        return [request for request in self.tell({"log": True})["requests"] if request["path"].endswith("/completions")]


class Provider(Afternoon):
    def __init__(self, options):
        self.server = Server(options.sources)
        super().__init__(options)

    def end(self):
        super().end()
        self.server.pull_the_plug()

    def steps(self):
        return (self.first_start, self.added, self.tested, self.chosen, self.talked, self.plug_pulled, self.nobody_there,
                self.plugged_in)

    def host(self):
        return f"127.0.0.1:{self.server.port}"

    def named(self, english, what):
        """The node that bears this name, with `what` for "%1"."""
        name = self.say(english).replace("%1", what)
        return wait_for(name, lambda: self.program.find(name))

    def press_button(self, node):
        node.queryComponent().grabFocus()
        press("space")

    def reads(self, *parts):
        wait_for(" ".join(parts), lambda: all(part in self.program.read() for part in parts))

    def added(self):
        self.palette("Models")
        self.press_button(self.see("Remote servers"))
        self.see("Server URL").queryComponent().grabFocus()
        type_text(self.host())
        press("Return")
        self.named("Test %1", "parrot")
        self.named("Remove %1 from the list of models", "parrot")
        demand(not self.server.questions(), "something was sent before anything was asked")

    def tested(self):
        self.press_button(self.named("Test %1", "parrot"))
        self.reads(self.say("Computes embeddings."))

    def chosen(self):
        self.back()
        self.palette("parrot")
        goes = self.say("Messages and files in this chat are sent to %1 (this computer).")
        self.reads(goes.replace("%1", self.host()))

    def talked(self):
        self.server.questions()
        demand(self.ask("Hello there") == "I was shown 0 and told: Hello there", "another answer")
        demand(any("Hello there" in message["text"] for question in self.server.questions()
                   for message in question["messages"]), "the server was not asked")

    def plug_pulled(self):
        self.server.tell({"faults": {"wait": SLOWLY}})
        self.program.box.queryComponent().grabFocus()
        type_text(f"count to {NUMBERS}")
        press("Return")
        wait_for("the first words", lambda: self.program.answers() and "1 2 3 4 5" in self.program.answers()[-1])
        self.server.pull_the_plug()
        lost = self.say("Connection to %1 lost during the answer. The text so far is saved; “Continue” resumes it.")
        self.reads(lost.replace("%1", self.host()))
        said = " ".join(self.program.answers()[-1].replace(lost.replace("%1", self.host()), "").split())
        demand(WHOLE.startswith(said) and "1 2 3 4 5" in said, "what had come was not kept: " + said)

    def nobody_there(self):
        self.press_button(self.see("Continue"))
        away = self.say("No response from %1 (%2). Check that the server is running.").replace("%1", self.host())
        self.reads(*away.split("%2"))

    def plugged_in(self):
        self.server.plug_in()
        self.press_button(self.see("Continue"))
        wait_for("the rest of the answer", lambda: self.program.answers()[-1].strip().endswith(str(NUMBERS)))
        said = " ".join(self.program.answers()[-1].split())
        demand(said == WHOLE, "something was doubled or lost: " + said)


if __name__ == "__main__":
    sys.exit(play(Provider))
