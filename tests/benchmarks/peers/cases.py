"""What is compared, and how each of the two engines is asked for it."""

import dataclasses
import json
import pathlib
import re
from collections.abc import Callable

from programs import Clock, busy_programs

ANY_KIND = "any"
PICTURE = pathlib.Path(__file__).parents[3] / "resources/samples/one-1.png"


class ModelFile:
    """A GGUF file; `kind` is the type of its weights as its name tells it, None if it does not."""

    def __init__(self, path):
        self.path = path
        self.name = path.stem
        found = re.search(r"Q\d_K_[MS]|Q\d_[0K]|BF16|F16", self.name)
        self.kind = found and found[0]

    @property
    def projector(self):
        """The vision part that lies beside it, or None."""
        return next(iter(sorted(self.path.parent.glob("mmproj*.gguf"))), None)


class Engines:
    """Both engines, by one clock. A mode is what llama.cpp is told of how it lays out weights."""

    MODES = ((), ("--repack", "0"))

    def __init__(self, vignette_cli, programs, clock: Clock):
        self.vignette_cli = vignette_cli
        self.programs = programs
        self.clock = clock

    def bench_command(self, file, *options):
        return (self.vignette_cli, "bench", "--model", file.path, "--threads", self.clock.threads, *options)

    def bench(self, file, *options):
        """The last line of vignette-cli bench: lines before it warm up."""
        return json.loads(self.clock.output(*self.bench_command(file, *options)).splitlines()[-1])

    def llama_bench_command(self, file, mode, *options):
        return (self.programs["llama-bench"], "-m", file.path, "-t", self.clock.threads, "-r", 1, "-fa", 1, "-o", "json",
                *mode, *options)  # fmt: skip

    def llama_bench(self, file, mode, *options):
        """Tokens a second of the one test that these options ask for."""
        (test,) = json.loads(self.clock.output(*self.llama_bench_command(file, mode, *options)))
        return test["avg_ts"]

    def llama_batched_bench(self, file, mode, *options):
        """Tokens a second that are written by all jobs together."""
        messages = self.clock.messages(self.programs["llama-batched-bench"], "-m", file.path, "-t", self.clock.threads,
            "-fa", "on", "-b", 2048, "-ub", 512, "--output-format", "jsonl", *(("--no-repack",) if mode else ()),
            *options)  # fmt: skip
        (line,) = (line for line in messages.splitlines() if line.startswith("{"))
        return json.loads(line)["speed_tg"]

    def llama_mtmd(self, file, mode):
        """Seconds for a picture, all its slices together."""
        messages = self.clock.messages(self.programs["llama-mtmd-cli"], "-m", file.path, "--mmproj", file.projector,
            "--image", PICTURE, "--chat-template", "chatml", "-p", "x", "-n", 1, "-t", self.clock.threads,
            *(("--no-repack",) if mode else ()))  # fmt: skip
        slices = re.findall(r"(?:slice encoded|batch encoding done) in (\d+) ms", messages)
        return sum(map(int, slices)) / 1000


@dataclasses.dataclass(frozen=True)
class Case:
    """A figure of both engines. `targets`: what must be reached and what is aimed at, by the kind of a file."""

    name: str
    unit: str
    ours: Callable[[Engines, ModelFile], float]
    theirs: Callable[[Engines, ModelFile, tuple], float]
    targets: dict[str, tuple[float, float | None]] = dataclasses.field(default_factory=dict)
    less_is_better: bool = False
    target_is_of_ours: bool = False  # and not of the ratio
    needs_projector: bool = False
    needs_wall_time: bool = False

    def suits(self, file, clock):
        return (file.projector is not None or not self.needs_projector) and not (
            self.needs_wall_time and clock.counts_processor_time
        )

    def is_met(self, ours, ratios, target):
        if target is None:
            return None
        if self.target_is_of_ours:
            return min(ours) >= target
        return ratios.most <= target if self.less_is_better else ratios.least >= target


WARM = ("--batch", "1,1")  # twice, of which the second counts
WRITTEN = 64  # tokens


def decode(engines, file):
    return engines.bench(file, *WARM, "--prompt", 2, "--generate", WRITTEN)["generate_tokens_per_s"]


def llama_decode(engines, file, mode):
    return engines.llama_bench(file, mode, "-p", 0, "-n", WRITTEN)


def prefill(engines, file):
    return engines.bench(file, *WARM, "--prompt", 512, "--generate", 1)["prompt_tokens_per_s"]


def llama_prefill(engines, file, mode):
    return engines.llama_bench(file, mode, "-p", 512, "-n", 0)


def deep_decode(engines, file):
    options = ("--prompt", 8192, "--generate", 32, "--cache-type", "q8")
    return engines.bench(file, *options)["generate_tokens_per_s"]


def llama_deep_decode(engines, file, mode):
    return engines.llama_bench(file, mode, "-p", 0, "-n", 32, "-d", 8192, "-ctk", "q8_0", "-ctv", "q8_0")


def first_token(engines, file):
    return engines.clock.seconds(*engines.bench_command(file, "--prompt", 2, "--generate", 1))


def first_token_by_layout_cache(engines, file):
    command = engines.bench_command(file, "--prompt", 2, "--generate", 1, "--layout-cache")
    engines.clock.seconds(*command)  # which writes it, unless it is there
    return engines.clock.seconds(*command)


def llama_first_token(engines, file, mode):
    return engines.clock.seconds(*engines.llama_bench_command(file, mode, "--no-warmup", "-p", 2, "-n", 0))


def picture(engines, file):
    return engines.bench(file, "--prompt", 2, "--generate", 1, "--image", PICTURE)["image_s"]


def beside_busy_programs(speed):
    """The share of its speed that is left beside two programs which always compute."""

    def share(*asked):
        quiet = speed(*asked)
        with busy_programs(2):
            return speed(*asked) / quiet

    return share


def batched_decode(jobs, targets):
    def ours(engines, file):
        return engines.bench(file, "--prompt", 32, "--generate", 32, "--batch", jobs)["generate_tokens_per_s"]

    def theirs(engines, file, mode):
        sizes = ("-npp", 32, "-ntg", 32, "-npl", jobs, "-c", jobs * 256)
        return engines.llama_batched_bench(file, mode, *sizes)

    return Case(f"decode, {jobs} at once", "tokens/s", ours, theirs, targets)


CASES = (
    Case("decode, 1 at once", "tokens/s", decode, llama_decode,
        {"Q4_K_M": (1.2, 1.4), "Q8_0": (1.2, 1.4), "F16": (1.15, 1.3)}),
    Case("prefill 512", "tokens/s", prefill, llama_prefill,
        {"Q4_K_M": (1.25, 1.6), "Q8_0": (2.5, 4), "F16": (1.1, 1.25), "BF16": (1.2, 1.4)}),
    batched_decode(8, {"Q4_K_M": (3.0, 4.5)}),
    batched_decode(16, {"Q4_K_M": (2.0, 2.6)}),
    batched_decode(32, {"Q4_K_M": (1.5, 1.9)}),
    Case("decode at 8192, Q8 cache", "tokens/s", deep_decode, llama_deep_decode, {"Q4_K_M": (1.5, 3)}),
    Case("load to first token", "s", first_token, llama_first_token, {"Q4_K_M": (0.5, None)}, less_is_better=True),
    Case("load to first token, layout cache", "s", first_token_by_layout_cache, llama_first_token, {"Q4_K_M": (0.5, None)},
        less_is_better=True),
    Case("decode beside two busy programs", "of quiet speed", beside_busy_programs(decode),
        beside_busy_programs(llama_decode), {"Q4_K_M": (0.45, 0.6)}, target_is_of_ours=True, needs_wall_time=True),
    Case("picture", "s", picture, Engines.llama_mtmd, {ANY_KIND: (1 / 1.5, 1 / 2.5)}, less_is_better=True,
        needs_projector=True),
)  # fmt: skip
