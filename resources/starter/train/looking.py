"""The loss of what is looked at (looks.py): five of the decoder's attention heads, and the places read off its states.

A loss of the answers alone left questions about places near chance for 130,000 conversations: nothing in "it is to the
left" says which of 36 rows of the picture should have been found.
"""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from transformers.models.llama.modeling_llama import apply_rotary_pos_emb

from .canvas import PATCHES
from .colours import COLOUR_CLASSES
from .looks import NO_TOKEN
from .names import CLASSES, TEXT
from .tokenizer import PICTURE_ROWS, UNTRAINED

# The first two layers put together the tokens of a name. A head of the third looks at the thing that was named; heads
# of the fourth look ahead and back at names. Their states then hold the places, so a head of the sixth looks ahead
# again and knows what was named before; the last layer is left to decide.
HERE_LAYER, HERE_HEAD = 2, 0
RECALLING_LAYER, RECALLING_HEADS = 3, (0, 1)
AHEAD = ((3, 2), (5, 2))  # layers and heads

# How far the middle of a row's patches may be from the place it shows, in shares of the picture's side.
NEAR = 0.75 * 2 / PATCHES
PLACE_LOSS = 6.0  # places are small numbers beside the cross entropies
CELLS = 2 * PATCHES  # columns, and rows, among which the place of the next word is one: a character is about as wide
CELL_LOSS = 0.3
SEEN_LOSS = 0.5

# A head that points ever more sharply gains nothing, and minds keys that a cache has packed.
ENOUGH = 0.03  # -log of the share


@dataclass(frozen=True)
class Wanted:
    """Tokens that are to look somewhere."""

    rows: Tensor  # [tokens]
    tokens: Tensor
    targets: Tensor  # [tokens, length]: which earlier tokens are right


def in_picture(places: Tensor, picture_rows: Tensor) -> Wanted:
    rows, tokens = places.isfinite().all(-1).nonzero(as_tuple=True)
    side = PATCHES // 2
    index = torch.arange(PICTURE_ROWS, device=places.device)
    middles = torch.stack([index % side, index // side], -1).add(0.5) / side
    shown = picture_rows[rows]
    distance = (middles[shown.clamp(min=0)] - places[rows, tokens][:, None]).abs().amax(-1)
    targets = (shown >= 0) & (distance < NEAR)
    return Wanted(rows, tokens, targets)


def in_text(sources: Tensor) -> Wanted:
    rows, tokens = (sources != NO_TOKEN).nonzero(as_tuple=True)
    return Wanted(rows, tokens, F.one_hot(sources[rows, tokens], sources.shape[1]).bool())


def head_loss(decoder: nn.Module, layer_index: int, head: int, states: Tensor, wanted: Wanted) -> Tensor:
    """-log of the attention on the right tokens, ENOUGH at least. `states` [rows, length, width] enter the layer."""
    if not len(wanted.rows):
        return states.new_zeros(())
    layer, config = decoder.layers[layer_index], decoder.config
    width = config.head_dim
    key_head = head * config.num_key_value_heads // config.num_attention_heads
    states = layer.input_layernorm(states)
    queries = F.linear(states, layer.self_attn.q_proj.weight[head * width : (head + 1) * width])[:, None]
    keys = F.linear(states, layer.self_attn.k_proj.weight[key_head * width : (key_head + 1) * width])[:, None]
    positions = torch.arange(states.shape[1], device=states.device)[None]
    queries, keys = apply_rotary_pos_emb(queries, keys, *decoder.rotary_emb(states, positions))
    scores = (queries @ keys.transpose(-1, -2))[:, 0] * layer.self_attn.scaling
    scores = scores[wanted.rows, wanted.tokens].float()
    later = positions > wanted.tokens[:, None]
    scores = scores.masked_fill(later, float("-inf"))
    right = scores.masked_fill(~wanted.targets, float("-inf"))
    return (scores.logsumexp(-1) - right.logsumexp(-1)).clamp(min=ENOUGH).mean()


class PlaceHeads(nn.Module):
    """Where the thing just named is, what the next word is read from, and what the answer is about, x and y of each;
    and what is seen ahead. Only training needs them."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.place = nn.ModuleList(nn.Linear(width, 4) for _ in AHEAD)
        self.cell = nn.ModuleList(nn.Linear(width, 2 * CELLS) for _ in AHEAD)
        self.recalled = nn.Linear(width, 4)
        # What is seen there, from the states that have looked.
        self.thing = nn.ModuleList(nn.Linear(width, CLASSES) for _ in AHEAD)
        self.colour = nn.ModuleList(nn.Linear(width, COLOUR_CLASSES) for _ in AHEAD)

    def loss(self, states: tuple[Tensor, ...], looks: dict[str, Tensor], patches: dict[str, Tensor]) -> Tensor:
        """`patches` [pictures, PATCHES, PATCHES], the pictures of the conversations first."""
        here, recalled = looks["here"], looks["recalled"]
        rows = torch.arange(len(here), device=here.device)[:, None, None]
        places_recalled = here[rows, recalled.clamp(min=0)].masked_fill((recalled == NO_TOKEN)[..., None], float("nan"))
        loss = place_loss(self.recalled(states[RECALLING_LAYER + 1]), places_recalled.flatten(-2))
        things = labels_at(looks["ahead"], patches["classes"], least=TEXT + 1)
        colours = labels_at(looks["ahead"], patches["colours"], least=1)
        for (layer, _), place, cell, thing, colour in zip(AHEAD, self.place, self.cell, self.thing, self.colour):
            loss = loss + place_loss(place(states[layer]), torch.cat([here, looks["ahead"]], -1))
            loss = loss + cell_loss(cell(states[layer]), looks["ahead"])
            loss = loss + seen_loss(thing(states[layer + 1]), things) + seen_loss(colour(states[layer + 1]), colours)
        return loss


def place_loss(guessed: Tensor, places: Tensor) -> Tensor:
    known = places.isfinite()
    if not known.any():
        return guessed.new_zeros(())
    return PLACE_LOSS * F.l1_loss(guessed.float()[known], places[known])


def cell_loss(guessed: Tensor, places: Tensor) -> Tensor:
    """Which column and row of CELLS: a mean distance hardly minds a character's width, which decides what is read."""
    known = places.isfinite().all(-1)
    if not known.any():
        return guessed.new_zeros(())
    cells = (places[known] * CELLS).long().clamp(0, CELLS - 1)
    return CELL_LOSS * F.cross_entropy(guessed[known].float().unflatten(-1, (2, CELLS)).flatten(0, 1), cells.flatten())


def labels_at(places: Tensor, labels: Tensor, least: int) -> Tensor:
    """Of the patch at each place; UNTRAINED where there is no place, or a smaller label. places [rows, length, 2];
    labels [pictures, PATCHES, PATCHES]"""
    columns, lines = (places.nan_to_num() * PATCHES).long().clamp(0, PATCHES - 1).unbind(-1)
    rows = torch.arange(len(places), device=places.device)[:, None]
    found = labels[rows, lines, columns]
    return found.where(places.isfinite().all(-1) & (found >= least), UNTRAINED)


def seen_loss(guessed: Tensor, labels: Tensor) -> Tensor:
    known = labels != UNTRAINED
    if not known.any():
        return guessed.new_zeros(())
    return SEEN_LOSS * F.cross_entropy(guessed[known].float(), labels[known])


def looking_loss(
    decoder: nn.Module,
    heads: PlaceHeads,
    states: tuple[Tensor, ...],
    looks: dict[str, Tensor],
    picture_rows: Tensor,
    patches: dict[str, Tensor] | None,
) -> tuple[Tensor, dict[str, float]]:
    """`states`: what enters each layer; `patches`: the labels of pictures, None for texts. The loss, and what each look
    costs."""

    def loss_of(layer: int, head: int, wanted: Wanted) -> Tensor:
        return head_loss(decoder, layer, head, states[layer], wanted)

    if patches is None:
        sources = in_text(looks["sources"])
        losses = {f"copies {layer}": loss_of(layer, head, sources) for layer, head in AHEAD}
    else:
        recalls = [
            loss_of(RECALLING_LAYER, head, in_text(looks["recalled"][..., index]))
            for index, head in enumerate(RECALLING_HEADS)
        ]
        ahead = in_picture(looks["ahead"], picture_rows)
        losses = {
            "here": loss_of(HERE_LAYER, HERE_HEAD, in_picture(looks["here"], picture_rows)),
            **{f"ahead {layer}": loss_of(layer, head, ahead) for layer, head in AHEAD},
            "recalls": torch.stack(recalls).sum(),
            "places": heads.loss(states, looks, patches),
        }
    return torch.stack(list(losses.values())).sum(), {name: loss.item() for name, loss in losses.items()}
