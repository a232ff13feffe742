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


class Clock:
    """By which time programs are measured, and with how many threads they compute."""

    def __init__(self, name, threads, environment):
        self.name = name
        self.threads = threads
        self.environment = {**os.environ, **environment}

    @classmethod
    def wall(cls):
        return cls("wall", len(os.sched_getaffinity(0)), {})

    @classmethod
    def processor(cls, folder):
        library = folder / "processor_clock.so"
        source = pathlib.Path(__file__).with_name("processor_clock.c")
        subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", library, source], check=True)
        return cls("processor", 1, {"LD_PRELOAD": str(library)})

    @property
    def counts_processor_time(self):
        return self.name == "processor"

    def output(self, *command):
        """What the program prints, which itself tells times by this clock."""
        return self._run(command).stdout

    def messages(self, *command):
        """The same of what it prints on both streams."""
        run = self._run(command)
        return run.stdout + run.stderr

    def seconds(self, *command):
        """From the start of the program to its end."""
        start, used = time.monotonic(), processor_seconds()
        self._run(command)
        if self.counts_processor_time:
            return processor_seconds() - used
        return time.monotonic() - start

    def _run(self, command):
        words = list(map(str, command))
        run = subprocess.run(words, env=self.environment, capture_output=True, text=True, stdin=subprocess.DEVNULL)
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
