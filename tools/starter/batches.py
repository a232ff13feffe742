"""Batches, drawn as they are needed; no picture is stored or seen twice."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import numpy as np
import torch
from torch import Tensor
from torch.utils.data import IterableDataset, get_worker_info

from . import scenes, texts
from .canvas import PATCHES, Canvas
from .scenes import crowded
from .texts import prose
from .tokenizer import Row, Tokenizer


@dataclass(frozen=True)
class Sizes:
    """How much of what a step holds."""

    pictures: int  # with conversations
    crowded: int  # only for the patch labels
    picture_tokens: int  # length of a conversation about a picture
    passages: int
    prose: int  # texts about which nothing is asked
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
    patches: dict[str, Tensor] | None = None  # labels a patch, as patch_labels has them

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
    """[pictures, PATCHES, PATCHES, …]"""
    labels = {
        name: torch.from_numpy(np.stack([getattr(canvas, name) for canvas in canvases]))
        for name in ("classes", "colours", "characters", "centres")
    }
    centres = labels["centres"].flatten(1, 2)
    shares = shares_of(centres)
    return {**labels, "densities": densities_of(centres, shares), "alike": alike_of(labels["classes"], shares)}


def shares_of(centres: Tensor) -> Tensor:
    """1 / patches of the same thing, 0 where there is none. centres [pictures, patches, 2], of what each patch shows"""
    same = (centres[:, :, None] == centres[:, None]).all(-1).sum(-1)
    return torch.where(same > 0, 1 / same.clamp(min=1), 0.0)


def densities_of(centres: Tensor, shares: Tensor) -> Tensor:
    """Every thing as a weight of 1, shared by the patches around its centre: the sum is how many things there are, also
    where a centre is not known well. [pictures, PATCHES, PATCHES]"""
    middles = torch.arange(PATCHES) + 0.5
    at = (centres.nan_to_num() * PATCHES).clamp(0.5, PATCHES - 0.5)
    columns, rows = ((1 - (at[..., axis, None] - middles).abs()).clamp(min=0) for axis in (0, 1))
    return torch.einsum("bt,btr,btc->brc", shares, rows, columns)


def alike_of(classes: Tensor, shares: Tensor) -> Tensor:
    """Of each patch: how many things of the kind that it shows are in the picture. [pictures, PATCHES, PATCHES]"""
    flat = classes.flatten(1, 2)
    same = (flat[:, :, None] == flat[:, None]).float()
    alike = torch.einsum("bst,bt->bs", same, shares) * (shares > 0)
    return alike.round().long().view(classes.shape)


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
    for _ in range(sizes.prose):
        rows.append(tokenizer.prose_row(prose.draw(rng, words=sizes.passage_tokens), sizes.passage_tokens))
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
