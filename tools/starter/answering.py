"""Greedy answers, many at once."""

from collections.abc import Iterator
from random import Random

import torch
from torch import Tensor
from transformers import DynamicCache

from .batches import stack_pixels, stack_rows, to_pixels
from .model import Starter
from .scenes.example import Example
from .tokenizer import Row, Tokenizer

MOST_NEW_TOKENS = 72
TOGETHER = 50


@torch.inference_mode()
def answers(
    starter: Starter, tokenizer: Tokenizer, rng: Random, asked: list[tuple[Example | None, str]]
) -> Iterator[str]:
    """The model's answer to each (example or None, question); pictures go in either form by chance."""
    starter.eval()
    for start in range(0, len(asked), TOGETHER):
        some = asked[start : start + TOGETHER]
        embeddings, mask = embedded_prompts(starter, tokenizer, rng, some)
        for tokens in greedy_tokens(starter, tokenizer.end, embeddings, mask):
            yield tokenizer.decode(tokens)


def embedded_prompts(starter, tokenizer, rng: Random, asked: list[tuple[Example | None, str]]) -> tuple[Tensor, Tensor]:
    """Embeddings [rows, length, WIDTH], padded on the left, and the mask of what is no padding."""
    rows = []
    for example, question in asked:
        picture = tokenizer.picture_tokens(with_tile=rng.random() < 0.5) if example else []
        row = Row()
        row.add(tokenizer.prompt(question, picture), tokenizer.picture)
        rows.append(row)
    length = max(len(row.tokens) for row in rows)
    shifts = [length - len(row.tokens) for row in rows]
    for row in rows:
        row.pad(length)
    tokens, _, picture_rows, *_ = stack_rows(rows)
    tokens, picture_rows = roll(tokens, shifts), roll(picture_rows, shifts)
    pictures = None
    if asked[0][0]:
        pixels = stack_pixels([example.canvas.pixels() for example, _ in asked])
        pictures = starter.connector(starter.see(to_pixels(pixels)))
    mask = torch.arange(length) >= torch.tensor(shifts)[:, None]
    return starter.embed(tokens, picture_rows, pictures), mask.long()


def roll(rows: Tensor, shifts: list[int]) -> Tensor:
    return torch.stack([row.roll(shift) for row, shift in zip(rows, shifts)])


def greedy_tokens(starter: Starter, end: int, embeddings: Tensor, mask: Tensor) -> list[list[int]]:
    """For every row the tokens before `end`."""
    cache = DynamicCache()
    positions = (mask.cumsum(1) - 1).clamp(min=0)
    columns = []
    finished = torch.zeros(len(mask), dtype=torch.bool)
    while len(columns) < MOST_NEW_TOKENS and not finished.all():
        hidden = starter.decoder(
            inputs_embeds=embeddings, attention_mask=mask, position_ids=positions, past_key_values=cache, use_cache=True
        ).last_hidden_state
        tokens = starter.model.lm_head(hidden[:, -1]).argmax(-1)
        columns.append(tokens.masked_fill(finished, end))
        finished |= tokens == end
        embeddings = starter.decoder.embed_tokens(tokens)[:, None]
        mask = torch.cat([mask, torch.ones(len(mask), 1, dtype=mask.dtype)], 1)
        positions = positions[:, -1:] + 1
    rows = torch.stack(columns, 1).tolist()
    return [row[: row.index(end)] if end in row else row for row in rows]
