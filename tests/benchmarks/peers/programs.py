"""Programs that are run and timed."""

import contextlib
import os
import pathlib
import resource
import subprocess
import sys
import time


def processor_seconds():
    """Of all programs that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Machine:
    """Tells afterwards which share of the machine was used by others."""

    def __init__(self):
        self._start = time.monotonic()
        self._busy = self._busy_seconds()
        self._own = processor_seconds()

    @staticmethod
    def _busy_seconds():
        fields = pathlib.Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]
        user, nice, system, _, _, interrupts, soft, stolen = map(int, fields)
        return (user + nice + system + interrupts + soft + stolen) / os.sysconf("SC_CLK_TCK")

    def foreign_share(self):
        capacity = (time.monotonic() - self._start) * os.cpu_count()
        foreign = self._busy_seconds() - self._busy - (processor_seconds() - self._own)
        return round(max(0.0, foreign / capacity), 3)


def built_library(folder, name):
    """The C file of that name as something to be preloaded."""
    library = folder / f"{name}.so"
    source = pathlib.Path(__file__).with_name(f"{name}.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", library, source], check=True)
    return str(library)


class Clock:
    """By which time programs are measured, and with how many threads they compute."""

    def __init__(self, name, threads, folder, preloaded=()):
        self.name = name
        self.threads = threads
        self._preloaded = list(preloaded)
        self._late_end = built_library(folder, "late_end")

    @classmethod
    def wall(cls, folder):
        return cls("wall", len(os.sched_getaffinity(0)), folder)

    @classmethod
    def processor(cls, folder):
        return cls("processor", 1, folder, [built_library(folder, "processor_clock")])

    @property
    def counts_processor_time(self):
        return self.name == "processor"

    def output(self, *command):
        """What the program prints, which itself tells times by this clock."""
        return self._run(command).stdout

    def messages(self, *command):
        """The same of what it prints on both streams; of llama.cpp's programs that write from a thread of their own."""
        run = self._run(command, self._late_end)
        return run.stdout + run.stderr

    def seconds(self, *command):
        """From the start of the program to its end."""
        start, used = time.monotonic(), processor_seconds()
        self._run(command)
        if self.counts_processor_time:
            return processor_seconds() - used
        return time.monotonic() - start

    def _run(self, command, *preloaded):
        words = list(map(str, command))
        environment = {**os.environ, "LD_PRELOAD": ":".join([*self._preloaded, *preloaded])}
        run = subprocess.run(words, env=environment, capture_output=True, text=True, errors="replace",
            stdin=subprocess.DEVNULL)  # fmt: skip
        if run.returncode != 0:
            sys.exit(f"{' '.join(words)} ended with {run.returncode}:\n{run.stderr[-2000:]}")
        return run


@contextlib.contextmanager
def busy_programs(count):
    """That many programs which always compute, until the block is left."""
    programs = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for program in programs:
            program.kill()
            program.wait()
