"""This engine and llama.cpp on the same files, in turn: one JSON object per figure and line.

    ./dev bench peers [--only WORDS] [--pairs N] [--processor-time] FILE.gguf…
    ./dev bench peers --divergence TEXT FILE.gguf…

A file is measured in the cases of cases.py, or in those with WORDS in their names. Of a pair, each engine runs once, and
llama.cpp twice: as it comes, and with `--repack 0`, which reads prompts faster; it is judged by the mode that was better.
`ratio` is the median over the pairs, `least` to `most` its interval of 95 % (bootstrap); a target is met when all of the
interval lies on its side. `foreign` is the share of the machine that others took meanwhile: beside them, wall time with
several threads tells little, for llama.cpp waits for its threads by spinning. --processor-time then compares one thread of
each by the processor time that it uses.

--divergence: how far rounding carries the next tokens away from those that the same weights give as floats.
"""

import argparse
import json
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).parents[3] / "tools/compare"))

from cases import ANY_KIND, CASES, Case, Engines, ModelFile
from divergence import divergence_of
from llama_cpp import built_programs
from programs import Clock, Machine
from ratios import Ratios, median


def mode_name(mode):
    return " ".join(mode) or "as it comes"


def speeds_of(case: Case, engines: Engines, file: ModelFile, pairs):
    """What both reach: ours, and theirs by mode. Every other pair runs backwards, so that what drifts cancels out."""
    ours, theirs = [], {mode: [] for mode in engines.MODES}
    turns = [(None, ours), *theirs.items()]
    for pair in range(pairs):
        for mode, speeds in turns if pair % 2 == 0 else reversed(turns):
            speeds.append(case.ours(engines, file) if mode is None else case.theirs(engines, file, mode))
    return ours, theirs


def compare(case: Case, engines: Engines, file: ModelFile, pairs):
    machine = Machine()
    ours, theirs = speeds_of(case, engines, file, pairs)
    better = min if case.less_is_better else max
    mode = better(theirs, key=lambda mode: median(theirs[mode]))
    ratios = Ratios(ours, theirs[mode])
    target, aim = case.targets.get(file.kind) or case.targets.get(ANY_KIND, (None, None))
    return {
        "figure": case.name, "model": file.name, "ours": median(ours), "llama.cpp": median(theirs[mode]),
        "mode": mode_name(mode), "unit": case.unit, "ratio": ratios.median, "least": ratios.least, "most": ratios.most,
        "target": target, "aim": aim, "met": case.is_met(ours, ratios, target), "pairs": pairs,
        "clock": engines.clock.name, "threads": engines.clock.threads, "foreign": machine.foreign_share(),
    }  # fmt: skip


def options_from(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=pathlib.Path, metavar="FILE.gguf")
    parser.add_argument("--only", default="", metavar="WORDS")
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--processor-time", action="store_true")
    parser.add_argument("--divergence", type=pathlib.Path, metavar="TEXT")
    parser.add_argument("--ours", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def print_line(figures):
    print(json.dumps(figures, ensure_ascii=False), flush=True)


def main(arguments):
    options = options_from(arguments)
    counts_processor_time = options.processor_time and not options.divergence
    clock = (Clock.processor if counts_processor_time else Clock.wall)(options.folder)
    engines = Engines(options.ours, built_programs(options.folder), clock)
    for file in map(ModelFile, options.files):
        if options.divergence:
            print_line(divergence_of(engines, file, options.divergence))
            continue
        for case in CASES:
            if options.only in case.name and case.suits(file, clock):
                print_line(compare(case, engines, file, options.pairs))


if __name__ == "__main__":
    main(sys.argv[1:])
