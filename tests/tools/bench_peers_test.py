"""What `./dev bench peers` makes of the figures of two engines, whose places small scripts take here.

Runs on the standard library alone.
"""

import io
import json
import sys
import tempfile
import time
import unittest
from contextlib import redirect_stdout
from pathlib import Path

ROOT = Path(sys.argv.pop(1))
sys.path.insert(0, str(ROOT / "tests/benchmarks/peers"))

import llama_cpp  # noqa: E402
import peers  # noqa: E402
from cases import CASES, ModelFile  # noqa: E402
from programs import Clock, Machine, busy_programs, processor_seconds  # noqa: E402
from ratios import Ratios  # noqa: E402

SCRIPTS = {
    "vignette-cli": """
speed = 30 if "8" in asked else 120
print(json.dumps({"generate_tokens_per_s": 1, "prompt_tokens_per_s": 1}))
print(json.dumps({"generate_tokens_per_s": speed, "prompt_tokens_per_s": 500, "image_s": 0.5}))
""",
    "llama-bench": """
repacked = "--repack" not in asked
reads = asked[asked.index("-n") + 1] == "0"
print(json.dumps([{"avg_ts": (200 if repacked else 400) if reads else (100 if repacked else 50)}]))
""",
    "llama-batched-bench": """
print("llama.cpp says this and that")
print(json.dumps({"speed_tg": 5 if "--no-repack" in asked else 10}))
""",
    "llama-mtmd-cli": """
print("image slice encoded in 700 ms", file=sys.stderr)
print("mtmd batch encoding done in 300 ms", file=sys.stderr)
""",
    "llama-perplexity": "",
}


class Folder:
    """Both engines as scripts, which write down in what order they are asked."""

    def __init__(self, path):
        self.path = path
        self.log = path / "asked"
        (path / "build/bin").mkdir(parents=True)
        for name, script in SCRIPTS.items():
            file = path / name if name == "vignette-cli" else path / "build/bin" / name
            first = f"#!{sys.executable}\nimport json, sys\nasked = sys.argv[1:]\n"
            note = f"print({name!r}, *asked, file=open({str(self.log)!r}, 'a'))\n"
            file.write_text(first + note + script)
            file.chmod(0o755)

    def asked(self):
        return self.log.read_text().splitlines()

    def lines(self, *arguments):
        model = self.path / "some-Q4_K_M.gguf"
        model.touch()
        told = io.StringIO()
        with redirect_stdout(told):
            peers.main(["--folder", str(self.path), "--ours", str(self.path / "vignette-cli"), *arguments, str(model)])
        return {line["figure"]: line for line in map(json.loads, told.getvalue().splitlines())}


class PeersTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Folder(Path(scratch.name))

    def test_the_better_mode_of_the_peer_is_compared_with(self):
        line = self.folder.lines("--only", "prefill", "--pairs", "3")["prefill 512"]
        self.assertEqual((line["ours"], line["llama.cpp"], line["mode"]), (500, 400, "--repack 0"))
        self.assertEqual((line["ratio"], line["least"], line["most"]), (1.25, 1.25, 1.25))
        self.assertEqual((line["target"], line["aim"], line["met"]), (1.25, 1.6, True))

        line = self.folder.lines("--only", "decode, 1 ", "--pairs", "1")["decode, 1 at once"]
        self.assertEqual((line["llama.cpp"], line["mode"], line["ratio"]), (100, "as it comes", 1.2))

    def test_every_other_pair_runs_backwards(self):
        self.folder.lines("--only", "prefill", "--pairs", "2")
        order = [("ours" if line.startswith("vignette-cli") else "--repack" in line) for line in self.folder.asked()]
        self.assertEqual(order, ["ours", False, True, True, False, "ours"])

    def test_a_missed_target_is_told(self):
        line = self.folder.lines("--only", "decode, 16 at once", "--pairs", "1")["decode, 16 at once"]
        self.assertEqual((line["llama.cpp"], line["met"]), (10, True))
        line = self.folder.lines("--only", "decode, 8 at once", "--pairs", "1")["decode, 8 at once"]
        self.assertEqual((line["ratio"], line["target"], line["met"]), (3, 3.0, True))
        case = next(case for case in CASES if case.name == "prefill 512")
        self.assertFalse(case.is_met([1, 3], Ratios([1, 3], [1, 1]), 1.25))  # the least is below

    def test_pictures_are_compared_where_a_projector_lies_beside_the_model(self):
        self.assertEqual(self.folder.lines("--only", "picture", "--pairs", "1"), {})
        (self.folder.path / "mmproj-some-F16.gguf").touch()
        line = self.folder.lines("--only", "picture", "--pairs", "1")["picture"]
        self.assertEqual((line["ours"], line["llama.cpp"], line["ratio"]), (0.5, 1.0, 0.5))
        self.assertTrue(line["met"])  # less is better

    def test_nothing_that_needs_the_time_of_day_is_measured_by_processor_time(self):
        busy = next(case for case in CASES if case.needs_wall_time)
        file = ModelFile(self.folder.path / "a.gguf")
        self.assertTrue(busy.suits(file, Clock.wall(self.folder.path)))
        self.assertFalse(busy.suits(file, Clock.processor(self.folder.path)))

    def test_the_share_that_is_left_beside_busy_programs_is_ours_alone(self):
        line = self.folder.lines("--only", "busy", "--pairs", "1")["decode beside two busy programs"]
        self.assertEqual((line["ours"], line["llama.cpp"], line["met"]), (1, 1, True))

    def test_a_program_that_fails_ends_the_comparison_with_its_words(self):
        (self.folder.path / "build/bin/llama-bench").write_text("#!/bin/sh\necho no such model >&2\nexit 3\n")
        with self.assertRaisesRegex(SystemExit, "ended with 3:\nno such model"):
            self.folder.lines("--only", "prefill", "--pairs", "1")

    def test_what_is_built_is_not_built_again(self):
        programs = llama_cpp.built_programs(self.folder.path)
        self.assertEqual(set(programs), set(llama_cpp.PROGRAMS))


class PartsTest(unittest.TestCase):
    def test_the_interval_holds_the_median_and_is_that_of_the_pairs(self):
        ratios = Ratios([1, 2, 3, 4, 100], [1, 1, 1, 1, 1])
        self.assertEqual(ratios.median, 3)
        self.assertEqual((ratios.least, ratios.most), (1, 100))
        narrow = Ratios([2.0, 2.1] * 20, [1] * 40)
        self.assertGreaterEqual(narrow.least, 2.0)
        self.assertLessEqual(narrow.most, 2.1)

    def test_the_kind_of_a_file_is_in_its_name(self):
        kinds = {"a-Q4_K_M": "Q4_K_M", "a-Q8_0": "Q8_0", "a-BF16": "BF16", "a-F16": "F16", "a": None}
        for name, kind in kinds.items():
            self.assertEqual(ModelFile(Path(f"{name}.gguf")).kind, kind, name)

    def test_processor_time_is_what_a_program_sees(self):
        with tempfile.TemporaryDirectory() as scratch:
            clock = Clock.processor(Path(scratch))
            program = "import time; t = time.monotonic(); time.sleep(0.5); print(time.monotonic() - t)"
            self.assertLess(float(clock.output(sys.executable, "-c", program)), 0.25)
            self.assertLess(clock.seconds(sys.executable, "-c", program), processor_seconds())

    def test_foreign_work_is_told_from_own(self):
        machine = Machine()
        with busy_programs(1):
            while machine.foreign_share() == 0:  # ctest ends it
                time.sleep(0.1)


if __name__ == "__main__":
    unittest.main()
