"""python3 -m starter.world COMMAND: which pictures belong to the model's world (see README.md)."""

import argparse
import json
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
from PIL import Image

from . import scenes, strangers
from .names import NOT_SURE
from .scenes import unnamed

FOREIGN = f"I know drawings only, and this picture does not look like one. {NOT_SURE}"

# Clutter is drawn to look like a photograph. It belongs to neither side.
KINDS = [(kind, often) for kind, often in scenes.KINDS if kind is not unnamed.draw_clutter]
MOST_REFUSED = 0.005  # of the drawings that the threshold is set with
FARTHEST = 5  # deviations from the mean, as in vision/known_world.h


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m starter.world", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    draw = commands.add_parser("draw", help="draws pictures of the model's world")
    draw.add_argument("folder", type=Path)
    draw.add_argument("--count", type=int, default=500)
    draw.add_argument("--seed", default="score", help="another one draws other pictures")
    draw.set_defaults(run=lambda options: draw_world(options.folder, options.count, options.seed))

    train = commands.add_parser("train", help="writes the file that tells the program")
    train.add_argument("strangers", type=Path, help="a folder of pictures that are no drawings")
    train.add_argument("others", type=Path, help="a folder of others, by which the threshold is set")
    train.add_argument("--output", type=Path, required=True, help="world-MODEL.json, beside MODEL.gguf")
    train.add_argument("--program", default="vignette-cli")
    train.add_argument("--drawings", type=int, default=5000, help="to learn from; a fifth more set the threshold")
    train.add_argument("--changed", type=int, default=2, help="how often each stranger is shown changed")
    train.set_defaults(run=train_world)

    measure = commands.add_parser("measure", help="prints how many pictures of each folder get a statement")
    measure.add_argument("folders", type=Path, nargs="+")
    measure.add_argument("--program", default="vignette-cli")
    measure.add_argument("--list", action="store_true", help="names those that do")
    measure.set_defaults(run=measure_folders)

    options = parser.parse_args()
    options.run(options)


def drawings(count: int, seed: str) -> Iterator[tuple[str, Image.Image]]:
    """In the forms in which they may reach the program: larger, as samples are, or noisy, as training shows them."""
    for index in range(count):
        rng = Random(f"world {seed} {index}")
        often = [weight for _, weight in KINDS]
        (kind,) = rng.choices([kind for kind, _ in KINDS], often if rng.random() < 0.85 else None)
        canvas = kind(rng).canvas
        picture = Image.fromarray(canvas.pixels()) if rng.random() < 0.4 else canvas.image.convert("RGB")
        scale = rng.choice([1, 1, 2, 2, 2, 1.5, 3, 4])
        if scale != 1:
            size = [round(scale * edge) for edge in picture.size]
            picture = picture.resize(size, rng.choice([Image.LANCZOS, Image.LANCZOS, Image.BILINEAR, Image.BICUBIC]))
        if rng.random() < 0.15:
            picture = strangers.as_jpeg(Random(rng.random()), picture)
        yield f"{index}-{kind.__module__.rpartition('.')[2]}", picture


def draw_world(folder: Path, count: int, seed: str) -> None:
    keep(folder, drawings(count, seed))


def keep(folder: Path, pictures: Iterator[tuple[str, Image.Image]]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures:
        picture.save(folder / f"{name}.png", compress_level=1)


def with_changed(folder: Path, times: int) -> Iterator[tuple[str, Image.Image]]:
    for name, picture in strangers.originals(folder):
        yield name, picture
        for time in range(times):
            yield f"{name}-{time}", strangers.changed(Random(f"{name} {time}"), picture)


def features(program: str, pictures: Iterator[tuple[str, Image.Image]]) -> np.ndarray:
    """[pictures, features], as the program computes them."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        keep(Path(folder), pictures)
        files = sorted(Path(folder).iterdir())
        for begin in range(0, len(files), 500):
            command = [program, "inspect", "world", "--features", *files[begin : begin + 500]]
            printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            rows += [json.loads(line)["features"] for line in printed.splitlines()]
    return np.array(rows, np.float32)


def train_world(options: argparse.Namespace) -> None:
    known = features(options.program, drawings(options.drawings, "train"))
    foreign = features(options.program, with_changed(options.strangers, options.changed))
    inputs = np.concatenate([known, foreign])
    means, deviations = inputs.mean(0), inputs.std(0) + 1e-3
    belongs = np.arange(len(inputs)) < len(known)
    layers = learn(normal(inputs, means, deviations), belongs)

    def judged(pictures: Iterator[tuple[str, Image.Image]]) -> np.ndarray:
        return log_odds(layers, normal(features(options.program, pictures), means, deviations))

    known, foreign = judged(drawings(options.drawings // 5, "threshold")), judged(strangers.originals(options.others))
    threshold = np.quantile(known, MOST_REFUSED)
    layers[-1][1][:] -= threshold
    print(f"{len(belongs)} pictures; threshold {threshold:.2f}: it refuses {np.mean(known < threshold):.2%} of "
          f"{len(known)} other drawings, and lets {np.mean(foreign >= threshold):.2%} of {len(foreign)} others pass")
    write(options.output, means, deviations, layers)


def normal(inputs: np.ndarray, means: np.ndarray, deviations: np.ndarray) -> np.ndarray:
    return ((inputs - means) / deviations).clip(-FARTHEST, FARTHEST)


def learn(inputs: np.ndarray, belongs: np.ndarray, hidden: int = 32, epochs: int = 40) -> list[list[np.ndarray]]:
    """[weights, biases] of two layers that tell the two sides apart: Adam with weight decay, a fifth of the features
    left out at each step, and both sides weighing the same."""
    rng = np.random.RandomState(1)
    sizes = [inputs.shape[1], hidden, 1]
    layers = [
        [rng.randn(after, before).astype(np.float32) / np.sqrt(2 * before), np.zeros(after, np.float32)]
        for before, after in zip(sizes, sizes[1:])
    ]
    numbers = [each for layer in layers for each in layer]
    means, squares = ([np.zeros_like(each) for each in numbers] for _ in range(2))
    weights = np.where(belongs, 0.5 / belongs.mean(), 0.5 / (1 - belongs.mean())).astype(np.float32)
    per_epoch = max(2, len(inputs) // 128)
    for step in range(1, epochs * per_epoch + 1):
        if step % per_epoch == 1:
            order = rng.permutation(len(inputs))
        chosen = order[step % per_epoch :: per_epoch]
        kept = inputs[chosen] * (rng.rand(len(chosen), inputs.shape[1]) > 0.2) / 0.8
        rate = 2e-3 * (1 - step / (epochs * per_epoch + 1))
        for index, slope in enumerate(slopes(layers, kept.astype(np.float32), belongs[chosen], weights[chosen])):
            means[index] = 0.9 * means[index] + 0.1 * slope
            squares[index] = 0.99 * squares[index] + 0.01 * slope**2
            change = means[index] / (1 - 0.9**step) / (np.sqrt(squares[index] / (1 - 0.99**step)) + 1e-8)
            numbers[index] -= rate * (change + (0.1 * numbers[index] if slope.ndim > 1 else 0))
    return layers


def slopes(
    layers: list[list[np.ndarray]], inputs: np.ndarray, belongs: np.ndarray, weights: np.ndarray
) -> list[np.ndarray]:
    """Of the loss (cross-entropy), for weights and biases of both layers."""
    (first, first_biases), (last, last_biases) = layers
    inner = np.maximum(inputs @ first.T + first_biases, 0)
    odds = (inner @ last.T + last_biases)[:, 0]
    back = ((1 / (1 + np.exp(-odds)) - belongs) * weights)[:, None] / len(inputs)
    inner_back = (back @ last) * (inner > 0)
    return [inner_back.T @ inputs, inner_back.sum(0), back.T @ inner, back.sum(0)]


def log_odds(layers: list[list[np.ndarray]], inputs: np.ndarray) -> np.ndarray:
    for index, (weights, biases) in enumerate(layers):
        inputs = inputs @ weights.T + biases
        if index + 1 < len(layers):
            inputs = np.maximum(inputs, 0)
    return inputs[:, 0]


def write(file: Path, means: np.ndarray, deviations: np.ndarray, layers: list[list[np.ndarray]]) -> None:
    def rounded(numbers: np.ndarray) -> list[float]:
        return [float(f"{number:.4g}") for number in numbers.ravel()]

    world = {
        "foreign_answer": FOREIGN,
        "unsure_answer": NOT_SURE,
        "means": rounded(means),
        "deviations": rounded(deviations),
        "layers": [{"weights": rounded(weights), "biases": rounded(biases)} for weights, biases in layers],
    }
    file.write_text(json.dumps(world, separators=(",", ":")).replace(',"', ',\n"') + "\n", encoding="utf-8")


def measure_folders(options: argparse.Namespace) -> None:
    for folder in options.folders:
        files = strangers.picture_files(folder)
        command = [options.program, "caption", "--json", *files]
        printed = subprocess.run(command, capture_output=True, text=True).stdout
        rows = [row for row in map(json.loads, printed.splitlines()) if "sure" in row]
        stated = [row["file"] for row in rows if row["sure"]]
        print(f"{folder}: {len(stated)} of {len(rows)} pictures get a statement ({len(stated) / len(rows):.1%})")
        if options.list:
            print("".join(f"  {file}\n" for file in stated), end="")


if __name__ == "__main__":
    main()
