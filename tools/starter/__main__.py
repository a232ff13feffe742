"""python3 -m starter COMMAND: see README.md."""

import argparse
from pathlib import Path

import torch

from . import compare, evaluation, samples
from .export import export
from .halves import start_from_nothing
from .model import Starter, load, save
from .tokenizer import TOKENIZER_FILE, Tokenizer, train_tokenizer
from .training import CPU_SIZES, GPU_SIZES, Plan, train_in_processes

HERE = Path(__file__).parent
STORED = HERE / "checkpoint" / "starter.safetensors"


def main() -> None:
    options = parse_options()
    torch.set_num_threads(1)
    options.run(options)


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m starter", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run, description: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=description, description=description)
        added.set_defaults(run=run)
        return added

    remake = command("remake", run_remake, "From nothing to a trained checkpoint.")
    go_on = command("continue", run_continue, "Goes on from FOLDER's checkpoint, at first from a stored one.")
    for training in (remake, go_on):
        training.add_argument("folder", type=Path, help="where the checkpoint is kept")
        training.add_argument("--minutes", type=float, default=120, help="of training both halves together")
        training.add_argument("--rate", type=float, default=6e-4, help="highest learning rate")
        training.add_argument("--seed", type=int, default=1, help="another one draws other pictures")
        training.add_argument("--processes", type=int, default=2, help="on the CPU, one a core")
        training.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    go_on.add_argument(
        "--decoder-only", action="store_true", help="the tower stays as it is: two thirds of a step's time"
    )
    remake.set_defaults(decoder_only=False)
    remake.add_argument("--tower-minutes", type=float, default=60)
    remake.add_argument("--decoder-minutes", type=float, default=45)

    evaluate = command("evaluate", run_evaluate, "Prints how well a checkpoint does each task.")
    evaluate.add_argument("weights", type=Path)
    evaluate.add_argument("--cases", type=int, default=500, help="a task")
    evaluate.add_argument("--task", default="", help="only tasks whose name contains this")
    evaluate.add_argument("--wrong", type=int, default=0, help="shows that many wrong answers a task")
    evaluate.add_argument("--processes", type=int, default=2)
    evaluate.add_argument("--store", type=Path, help="also writes the figures to this file")

    write = command("export", run_export, "Writes a checkpoint as a Hugging Face folder.")
    write.add_argument("weights", type=Path)
    write.add_argument("folder", type=Path)

    pack = command("store", run_store, "Writes a checkpoint as bfloat16, for the next training to go on from.")
    pack.add_argument("weights", type=Path)

    draw = command("samples", run_samples, "Draws sample pictures with their captions.")
    draw.add_argument("folder", type=Path)
    draw.add_argument("--seed", default="1")

    comparison = command("compare", run_compare, "Whether transformers, Vignette and llama.cpp choose the same tokens.")
    comparison.add_argument("folder", type=Path, help="written by export")
    comparison.add_argument("--program", type=Path, help="vignette-cli")
    comparison.add_argument("--gguf", type=Path, help="made from the folder, with its mmproj beside it")
    comparison.add_argument("--llama-cpp", action="store_true", help="run the GGUF there too (needs llama-cpp-python)")
    comparison.add_argument("--pictures", type=int, default=50)
    comparison.add_argument("--keep", type=Path, default=Path("compared-pictures"))

    reference = command("reference", run_reference, "Writes what transformers says of the sample pictures.")
    reference.add_argument("folder", type=Path, help="written by export")
    reference.add_argument("samples", type=Path)
    reference.add_argument("file", type=Path)

    command("tokenizer", lambda _: train_tokenizer(TOKENIZER_FILE), "Learns a new vocabulary. The weights start anew.")
    return parser.parse_args()


def loaded(weights: Path) -> Starter:
    require(weights)
    starter = Starter(Tokenizer())
    load(starter, weights)
    return starter


def require(weights: Path) -> None:
    if not weights.exists():
        raise SystemExit(f"{weights} does not exist; expected a checkpoint as remake writes it.")


def plan_of(options: argparse.Namespace) -> Plan:
    on_gpu = options.device == "cuda"
    return Plan(
        folder=options.folder,
        minutes=options.minutes,
        rate=options.rate,
        seed=options.seed,
        processes=1 if on_gpu else options.processes,
        device=options.device,
        sizes=GPU_SIZES if on_gpu else CPU_SIZES,
        decoder_only=options.decoder_only,
    )


def run_remake(options: argparse.Namespace) -> None:
    plan = plan_of(options)
    if plan.checkpoint.exists():
        raise SystemExit(f"{plan.checkpoint} exists already. Use continue, or another folder.")
    plan.folder.mkdir(parents=True, exist_ok=True)
    start_from_nothing(plan.checkpoint, options.tower_minutes, options.decoder_minutes, plan.device, plan.sizes)
    train_in_processes(plan)


def run_continue(options: argparse.Namespace) -> None:
    plan = plan_of(options)
    plan.folder.mkdir(parents=True, exist_ok=True)
    if not plan.checkpoint.exists():
        save(loaded(STORED), plan.checkpoint)  # the first time
    train_in_processes(plan)


def run_evaluate(options: argparse.Namespace) -> None:
    require(options.weights)
    print(evaluation.HEAD)
    results = evaluation.evaluate(options.weights, options.cases, options.task, options.wrong, options.processes)
    if options.store:
        evaluation.store(results, options.weights.name, options.store)


def run_export(options: argparse.Namespace) -> None:
    export(loaded(options.weights), options.folder)


def run_store(options: argparse.Namespace) -> None:
    STORED.parent.mkdir(exist_ok=True)
    save(loaded(options.weights), STORED, torch.bfloat16)


def run_samples(options: argparse.Namespace) -> None:
    for row in samples.draw_samples(options.folder, options.seed):
        print(f"{row['file']}: {row['caption']}")


def run_compare(options: argparse.Namespace) -> None:
    if not options.program and not options.llama_cpp:
        raise SystemExit("Nothing to compare with; expected --program, or --gguf with --llama-cpp.")
    if options.llama_cpp and not options.gguf:
        raise SystemExit("llama.cpp reads GGUF; expected --gguf.")
    compare.compare(options.folder, options.gguf, options.program, options.llama_cpp, options.keep, options.pictures)


def run_reference(options: argparse.Namespace) -> None:
    compare.write_reference(options.folder, options.samples, options.file)


if __name__ == "__main__":
    main()
