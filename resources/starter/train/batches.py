"""Batches, drawn as they are needed; no picture is stored or seen twice."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import numpy as np
import torch
from torch import Tensor
from torch.utils.data import IterableDataset, get_worker_info

from . import scenes, texts
from .canvas import Canvas
from .scenes import crowded
from .tokenizer import Row, Tokenizer


@dataclass(frozen=True)
class Sizes:
    """How much of what a step holds."""

    pictures: int  # with conversations
    crowded: int  # only for the patch labels
    picture_tokens: int  # length of a conversation about a picture
    passages: int
    passage_tokens: int
    passage_every: int  # every how many steps there are passages in place of pictures


@dataclass
class Batch:
    """Conversations; with pictures the first `len(tokens)` of them are those talked about, the others crowded ones."""

    tokens: Tensor  # [rows, length]
    labels: Tensor
    picture_rows: Tensor
    weights: Tensor
    looks: dict[str, Tensor]  # here, ahead, recalled [rows, length, 2]; sources [rows, length]
    pixels: Tensor | None = None  # [pictures, 3, SIDE, SIDE], bytes
    patches: dict[str, Tensor] | None = None  # labels a patch: classes, colours, characters, centres

    def to(self, device: torch.device) -> "Batch":
        def move(value):
            if isinstance(value, dict):
                return {key: move(tensor) for key, tensor in value.items()}
            return value if value is None else value.to(device, non_blocking=True)

        return Batch(*(move(value) for value in vars(self).values()))


def to_pixels(pixels: Tensor) -> Tensor:
    """Bytes to -1 … 1."""
    return pixels.float().div(127.5).sub(1)


def stack_pixels(pictures: list[np.ndarray]) -> Tensor:
    return torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2).contiguous()


def patch_labels(canvases: list[Canvas]) -> dict[str, Tensor]:
    return {
        name: torch.from_numpy(np.stack([getattr(canvas, name) for canvas in canvases]))
        for name in ("classes", "colours", "characters", "centres")
    }


def stack_rows(rows: list[Row]) -> tuple[Tensor, Tensor, Tensor, Tensor, dict[str, Tensor]]:
    """Tokens, labels, picture rows, weights, looks, as Batch has them."""
    columns = ("tokens", "labels", "picture_rows", "weights")
    stacked = (torch.tensor([getattr(row, column) for row in rows]) for column in columns)
    looks = {name: torch.tensor([getattr(row.looks, name) for row in rows]) for name in vars(rows[0].looks)}
    return *stacked, looks


def picture_batch(rng: Random, tokenizer: Tokenizer, sizes: Sizes) -> Batch:
    rows, canvases = [], []
    while len(rows) < sizes.pictures:
        example = scenes.draw(rng)
        rng.shuffle(example.turns)
        picture = tokenizer.picture_tokens(with_tile=rng.random() < 0.5)
        row = tokenizer.row(example.turns, sizes.picture_tokens, picture, example.canvas.sights)
        if row:
            rows.append(row)
            canvases.append(example.canvas)
    canvases += [crowded.draw(rng) for _ in range(sizes.crowded)]
    pixels = stack_pixels([canvas.pixels() for canvas in canvases])
    return Batch(*stack_rows(rows), pixels, patch_labels(canvases))


def passage_batch(rng: Random, tokenizer: Tokenizer, sizes: Sizes) -> Batch:
    rows = []
    while len(rows) < sizes.passages:
        row = tokenizer.row(texts.draw(rng), sizes.passage_tokens, [])
        if row:
            rows.append(row)
    return Batch(*stack_rows(rows))


class Stream(IterableDataset):
    """An endless stream of batches; every worker process draws its own."""

    def __init__(self, seed: str, sizes: Sizes):
        self.seed, self.sizes = seed, sizes

    def __iter__(self) -> Iterator[Batch]:
        worker = get_worker_info()
        rng = Random(f"{self.seed}, worker {worker.id if worker else 0}")
        tokenizer = Tokenizer()
        step = 0
        while True:
            step += 1
            has_passages = step % self.sizes.passage_every == 0
            yield (passage_batch if has_passages else picture_batch)(rng, tokenizer, self.sizes)
