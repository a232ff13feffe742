"""The loss of what is looked at (looks.py): five of the decoder's attention heads, and the places read off its states.

A loss of the answers alone left questions about places near chance for 130,000 conversations: nothing in "it is to the
left" says which of 36 rows of the picture should have been found.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from transformers.models.llama.modeling_llama import apply_rotary_pos_emb

from .canvas import PATCHES
from .colours import COLOUR_CLASSES
from .looks import NO_TOKEN
from .names import CLASSES, TEXT
from .tokenizer import PICTURE_ROWS, UNTRAINED

Head = tuple[int, int]  # an attention head: its layer, and which it is there

# The first two layers put together the tokens of a name. A head of the third looks at the thing that was named; heads
# of the fourth look ahead and back at names. Their states then hold the places, so a head of the sixth looks ahead
# again and knows what was named before; the last layer is left to decide.
HERE = (2, 0)
RECALLING_LAYER = 3
RECALLING = ((RECALLING_LAYER, 0), (RECALLING_LAYER, 1))
AHEAD = ((3, 2), (5, 2))

# How far the middle of a row's patches may be from the place it shows, in shares of the picture's side.
NEAR = 0.75 * 2 / PATCHES
PLACE_LOSS = 6.0  # places are small numbers beside the cross entropies
CELLS = 2 * PATCHES  # columns, and rows, among which the place of the next word is one: a character is about as wide
CELL_LOSS = 0.3
SEEN_LOSS = 0.5
READ_LOSS = 0.3

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


def attention_scores(decoder: nn.Module, layer_index: int, heads: Sequence[int], states: Tensor) -> Tensor:
    """Of some of a layer's heads, [rows, heads, length, length], later tokens not yet left out. `states` [rows, length,
    width] enter the layer. All heads in one product: the decoder's own attention does not hand out its scores."""
    layer, config = decoder.layers[layer_index], decoder.config
    group = config.num_attention_heads // config.num_key_value_heads
    queries = layer.self_attn.q_proj.weight.unflatten(0, (-1, config.head_dim))[list(heads)]
    keys = layer.self_attn.k_proj.weight.unflatten(0, (-1, config.head_dim))[[head // group for head in heads]]
    weights = torch.cat([queries, keys]).flatten(0, 1)
    both = F.linear(layer.input_layernorm(states), weights).unflatten(-1, (-1, config.head_dim)).transpose(1, 2)
    positions = torch.arange(states.shape[1], device=states.device)[None]
    queries, keys = apply_rotary_pos_emb(*both.chunk(2, dim=1), *decoder.rotary_emb(states, positions))
    return (queries @ keys.transpose(-1, -2)) * layer.self_attn.scaling


def look_loss(scores: Tensor, wanted: Wanted) -> Tensor:
    """-log of the attention on the right tokens, ENOUGH at least. scores [rows, length, length], of one head"""
    if not len(wanted.rows):
        return scores.new_zeros(())
    scores = scores[wanted.rows, wanted.tokens].float()
    later = torch.arange(scores.shape[1], device=scores.device) > wanted.tokens[:, None]
    scores = scores.masked_fill(later, float("-inf"))
    right = scores.masked_fill(~wanted.targets, float("-inf"))
    return (scores.logsumexp(-1) - right.logsumexp(-1)).clamp(min=ENOUGH).mean()


def look_losses(decoder: nn.Module, states: Sequence[Tensor], wanted: dict[Head, Wanted]) -> dict[Head, Tensor]:
    """`states`: what enters each layer."""
    losses = {}
    for layer in {layer for layer, _ in wanted}:
        heads = [head for other_layer, head in wanted if other_layer == layer]
        scores = attention_scores(decoder, layer, heads, states[layer])
        losses |= {
            (layer, head): look_loss(of_head, wanted[layer, head]) for head, of_head in zip(heads, scores.unbind(1))
        }
    return losses


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
        for parameter in self.parameters():
            nn.init.zeros_(parameter)  # what has learned nothing yet pulls at nothing

    def loss(self, states: tuple[Tensor, ...], looks: dict[str, Tensor], patches: dict[str, Tensor]) -> Tensor:
        """`patches` [pictures, PATCHES, PATCHES], the pictures of the conversations first."""
        here, recalled = looks["here"], looks["recalled"]
        rows = torch.arange(len(here), device=here.device)[:, None, None]
        places_recalled = here[rows, recalled.clamp(min=0)].masked_fill((recalled == NO_TOKEN)[..., None], float("nan"))
        loss = place_loss(self.recalled, states[RECALLING_LAYER + 1], places_recalled.flatten(-2))
        things = labels_at(looks["ahead"], patches["classes"], least=TEXT + 1)
        colours = labels_at(looks["ahead"], patches["colours"], least=1)
        for (layer, _), place, cell, thing, colour in zip(AHEAD, self.place, self.cell, self.thing, self.colour):
            loss = loss + place_loss(place, states[layer], torch.cat([here, looks["ahead"]], -1))
            loss = loss + cell_loss(cell, states[layer], looks["ahead"])
            seen = states[layer + 1]
            loss = loss + SEEN_LOSS * (said_loss(thing, seen, things) + said_loss(colour, seen, colours))
        return loss


def place_loss(head: nn.Module, states: Tensor, places: Tensor) -> Tensor:
    """The head says of each state so many numbers as `places` has; only those that are finite are known."""
    known = places.isfinite()
    if not known.any():
        return states.new_zeros(())
    told = known.any(-1)
    return PLACE_LOSS * F.l1_loss(head(states[told]).float()[known[told]], places[known])


def cell_loss(head: nn.Module, states: Tensor, places: Tensor) -> Tensor:
    """Which column and row of CELLS: a mean distance hardly minds a character's width, which decides what is read."""
    known = places.isfinite().all(-1)
    if not known.any():
        return states.new_zeros(())
    cells = (places[known] * CELLS).long().clamp(0, CELLS - 1)
    guessed = head(states[known]).float().unflatten(-1, (2, CELLS)).flatten(0, 1)
    return CELL_LOSS * F.cross_entropy(guessed, cells.flatten())


def labels_at(places: Tensor, labels: Tensor, least: int) -> Tensor:
    """Of the patch at each place; UNTRAINED where there is no place, or a smaller label. places [rows, length, 2];
    labels [pictures, PATCHES, PATCHES]"""
    columns, lines = (places.nan_to_num() * PATCHES).long().clamp(0, PATCHES - 1).unbind(-1)
    rows = torch.arange(len(places), device=places.device)[:, None]
    found = labels[rows, lines, columns]
    return found.where(places.isfinite().all(-1) & (found >= least), UNTRAINED)


def said_loss(head: Callable[[Tensor], Tensor], states: Tensor, labels: Tensor) -> Tensor:
    """Cross entropy of what the head says of the states that have a label."""
    known = labels != UNTRAINED
    if not known.any():
        return states.new_zeros(())
    return F.cross_entropy(head(states[known]).float(), labels[known])


def next_token(decoder: nn.Module, states: Tensor) -> Tensor:
    """What the decoder says after its last layer, of the states after an earlier one."""
    return F.linear(decoder.norm(states), decoder.embed_tokens.weight)


def looking_loss(
    decoder: nn.Module,
    heads: PlaceHeads,
    states: tuple[Tensor, ...],
    labels: Tensor,
    looks: dict[str, Tensor],
    picture_rows: Tensor,
    patches: dict[str, Tensor] | None,
) -> tuple[Tensor, dict[str, float]]:
    """`states`: what enters each layer; `labels`: the tokens of answers; `patches`: the labels of pictures, None for
    texts. The loss, and what each look costs."""
    if patches is None:
        copied = look_losses(decoder, states, dict.fromkeys(AHEAD, in_text(looks["sources"])))
        losses = {f"copies {layer}": copied[layer, head] for layer, head in AHEAD}
    else:
        wanted = dict.fromkeys(AHEAD, in_picture(looks["ahead"], picture_rows))
        wanted[HERE] = in_picture(looks["here"], picture_rows)
        wanted |= {at: in_text(looks["recalled"][..., index]) for index, at in enumerate(RECALLING)}
        found = look_losses(decoder, states, wanted)
        reads_next = labels_at(looks["ahead"], patches["classes"], least=TEXT) == TEXT
        read_next = labels.roll(-1, dims=1).where(reads_next, UNTRAINED)
        # Of written characters, states that have looked at the next one already say it, as the last states do.
        reads = [said_loss(partial(next_token, decoder), states[layer + 1], read_next) for layer, _ in AHEAD]
        losses = {
            "here": found[HERE],
            **{f"ahead {layer}": found[layer, head] for layer, head in AHEAD},
            "recalls": torch.stack([found[at] for at in RECALLING]).sum(),
            "places": heads.loss(states, looks, patches),
            "reads": READ_LOSS * torch.stack(reads).sum(),
        }
    return torch.stack(list(losses.values())).sum(), {name: loss.item() for name, loss in losses.items()}
