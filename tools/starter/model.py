"""The model in transformers' own Idefics 3 classes, the throw-away heads that train beside it, and checkpoints."""

import json
from pathlib import Path

import torch
import torch.nn.functional as F
from safetensors import safe_open
from safetensors.torch import save_file
from torch import Tensor, nn
from transformers import Idefics3Config, Idefics3ForConditionalGeneration

from .canvas import PATCH, PATCHES, SIDE
from .colours import COLOUR_CLASSES
from .fonts import CHARACTER_CLASSES
from .looking import PlaceHeads
from .names import BACKGROUND, CLASSES, TEXT
from .tokenizer import PIECES, UNTRAINED, Tokenizer

WIDTH = 256
TOWER_LAYERS = 5
DECODER_LAYERS = 7
HEAD_WIDTH = 64
KEY_VALUE_HEADS = 2
DECODER_INNER = 768
LONGEST = 2048  # tokens
ROW_PATCHES = 4  # 2 x 2 patches of the tower become one row for the decoder

# Centres are shares of the picture's side, densities parts of a thing: small numbers beside the cross entropies.
CENTRE_LOSS = 4.0
DENSITY_LOSS = 6.0
COUNT_LOSS = 0.6
ALIKE_LOSS = 0.5
MOST_ALIKE = 15  # things of a kind in a picture, that are told apart


def config(tokenizer: Tokenizer) -> Idefics3Config:
    vision = dict(
        hidden_size=WIDTH,
        intermediate_size=4 * WIDTH,
        num_hidden_layers=TOWER_LAYERS,
        num_attention_heads=WIDTH // HEAD_WIDTH,
        image_size=SIDE,
        patch_size=PATCH,
    )
    text = dict(
        model_type="llama",
        hidden_size=WIDTH,
        intermediate_size=DECODER_INNER,
        num_hidden_layers=DECODER_LAYERS,
        num_attention_heads=WIDTH // HEAD_WIDTH,
        num_key_value_heads=KEY_VALUE_HEADS,
        head_dim=HEAD_WIDTH,
        vocab_size=PIECES,
        max_position_embeddings=LONGEST,
        rope_parameters=dict(rope_type="default", rope_theta=10000.0),
        rms_norm_eps=1e-5,
        tie_word_embeddings=True,
        bos_token_id=1,
        eos_token_id=tokenizer.end,
        pad_token_id=0,
    )
    return Idefics3Config(
        vision_config=vision,
        text_config=text,
        image_token_id=tokenizer.picture,
        scale_factor=2,
        tie_word_embeddings=True,
        pad_token_id=0,
    )


class Heads(nn.Module):
    """What every patch shows, read by one linear layer each off what stands for `together` of them. Only training
    needs them."""

    def __init__(self, together: int = 1) -> None:
        super().__init__()
        self.together = together
        self.thing = nn.Linear(WIDTH, together * CLASSES)
        self.colour = nn.Linear(WIDTH, together * COLOUR_CLASSES)
        self.character = nn.Linear(WIDTH, together * 2 * CHARACTER_CLASSES)
        self.centre = nn.Linear(WIDTH, together * 2)
        self.density = nn.Linear(WIDTH, together)
        self.alike = nn.Linear(WIDTH, together * (MOST_ALIKE + 1))
        for parameter in self.parameters():
            nn.init.zeros_(parameter)  # what has learned nothing yet pulls at nothing

    def read(self, head: nn.Linear, features: Tensor) -> Tensor:
        """[pictures, patches, what the head says of one]"""
        return head(features).float().unflatten(-1, (self.together, -1)).flatten(1, 2)

    def loss(self, features: Tensor, labels: dict[str, Tensor]) -> tuple[Tensor, dict[str, float]]:
        """`features` [pictures, patches / together, WIDTH]; labels [pictures, patches, …] in the order of the features.
        The loss, and the share of right things and characters."""
        things, colours, characters, centres = (
            labels[name] for name in ("classes", "colours", "characters", "centres")
        )

        # Most patches are background; at full weight they would drown the things.
        weight = torch.where(things == BACKGROUND, 0.15, 1.0)
        guessed_things = self.read(self.thing, features)
        loss = (F.cross_entropy(guessed_things.mT, things, reduction="none") * weight).sum() / weight.sum()
        coloured, written = colours > 0, things == TEXT
        if coloured.any():
            loss = loss + 0.5 * F.cross_entropy(self.read(self.colour, features)[coloured], colours[coloured])
        guessed_characters = self.read(self.character, features)[written].unflatten(-1, (2, CHARACTER_CLASSES))
        if written.any():
            loss = loss + F.cross_entropy(guessed_characters.flatten(0, 1), characters[written].flatten())
        placed = centres.isfinite().all(-1)
        if placed.any():
            loss = loss + CENTRE_LOSS * F.l1_loss(self.read(self.centre, features)[placed], centres[placed])
        alike = labels["alike"].clamp(max=MOST_ALIKE)
        if (alike > 0).any():
            loss = loss + ALIKE_LOSS * F.cross_entropy(self.read(self.alike, features)[alike > 0], alike[alike > 0])
        loss = loss + density_loss(self.read(self.density, features)[..., 0], labels["densities"])

        shown, spelled = things > TEXT, characters[written] > 0
        right_things = (guessed_things.argmax(-1) == things)[shown]
        right_characters = (guessed_characters.argmax(-1) == characters[written])[spelled]
        return loss, {"things": share(right_things), "characters": share(right_characters)}


def density_loss(guessed: Tensor, densities: Tensor) -> Tensor:
    """As much for patches where something is as for the others; and of their sums, the counts."""
    loss = COUNT_LOSS * F.l1_loss(guessed.sum(-1), densities.sum(-1))
    for those in (densities > 0, densities == 0):
        if those.any():
            loss = loss + DENSITY_LOSS * F.l1_loss(guessed[those], densities[those])
    return loss


def share(hits: Tensor) -> float:
    return hits.float().mean().item() if hits.numel() else 0.0


def flat_patches(labels: dict[str, Tensor]) -> dict[str, Tensor]:
    """[pictures, PATCHES, PATCHES, …] -> [pictures, patches, …], in the order of the tower's features."""
    return {name: tensor.flatten(1, 2) for name, tensor in labels.items()}


def row_patches(labels: dict[str, Tensor]) -> dict[str, Tensor]:
    """The same in the order of the rows that the decoder sees: four patches, then the next four."""
    half = PATCHES // 2
    return {
        name: tensor.unflatten(2, (half, 2)).unflatten(1, (half, 2)).transpose(2, 3).flatten(1, 4)
        for name, tensor in labels.items()
    }


class Starter(nn.Module):
    """The model and its heads. `see` and `read` are the two expensive halves; training may compile them."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.model = Idefics3ForConditionalGeneration(config(tokenizer))
        self.model.set_attn_implementation("sdpa")
        self.heads = Heads()
        self.row_heads = Heads(ROW_PATCHES)
        self.places = PlaceHeads(WIDTH)
        self.see = lambda pixels: self.tower(pixels).last_hidden_state
        self.read = self.read_layer_by_layer

    @property
    def tower(self) -> nn.Module:
        return self.model.model.vision_model

    @property
    def connector(self) -> nn.Module:
        return self.model.model.connector

    @property
    def decoder(self) -> nn.Module:
        return self.model.model.text_model

    def read_layer_by_layer(self, embeddings: Tensor) -> tuple[Tensor, tuple[Tensor, ...]]:
        """The decoder's last states, and those that enter each layer; all [rows, length, WIDTH]."""
        out = self.decoder(inputs_embeds=embeddings, use_cache=False, output_hidden_states=True)
        return out.last_hidden_state, out.hidden_states

    def compile(self, device: str) -> None:
        # On a CPU torch's fused attention takes two fifths of a step; the plain one, compiled, a third of that.
        if device == "cpu":
            self.model.set_attn_implementation("eager")
        self.see, self.read = torch.compile(self.see), torch.compile(self.read)

    def embed(self, tokens: Tensor, picture_rows: Tensor, pictures: Tensor | None) -> Tensor:
        """Token embeddings with the rows of each conversation's picture in their places.

        tokens, picture_rows [rows, length]; pictures [rows, PICTURE_ROWS, WIDTH] or None
        """
        embeddings = self.decoder.embed_tokens(tokens)
        if pictures is None:
            return embeddings
        places = picture_rows.clamp(min=0)[..., None].expand(-1, -1, pictures.shape[-1])
        return torch.where((picture_rows >= 0)[..., None], pictures.gather(1, places).to(embeddings.dtype), embeddings)

    def answer_loss(self, last_states: Tensor, labels: Tensor, weights: Tensor) -> tuple[Tensor, float]:
        """Weighted cross entropy of the answers' tokens, and the weighted share of right ones."""
        targets = labels[:, 1:]
        trained = targets != UNTRAINED
        targets, weights = targets[trained], weights[:, 1:][trained]
        logits = self.model.lm_head(last_states[:, :-1][trained]).float()
        losses = F.cross_entropy(logits, targets, reduction="none")
        shares, right = weights / weights.sum(), logits.argmax(-1) == targets
        return (losses * shares).sum(), (right * shares).sum().item()


def save(starter: Starter, file: Path, dtype: torch.dtype = torch.float32, notes: dict | None = None) -> None:
    """Weights and heads in one safetensors file; `notes` says how they came to be."""
    state = starter.state_dict()
    state.pop("model.lm_head.weight")  # the same tensor as the token embeddings
    tensors = {name: tensor.detach().to("cpu", dtype).contiguous().clone() for name, tensor in state.items()}
    part = file.with_suffix(".part")
    save_file(tensors, part, {"notes": json.dumps(notes or {})})
    part.replace(file)


def load(starter: Starter, file: Path) -> dict:
    """Fills the weights from a file of `save`; heads with fewer classes fill the first rows. Returns the notes."""
    own = starter.state_dict()
    with safe_open(file, "pt") as stored:
        for name in stored.keys():
            tensor = stored.get_tensor(name).float()
            own[name][: tensor.shape[0]] = tensor
        notes = json.loads((stored.metadata() or {}).get("notes", "{}"))
    starter.load_state_dict(own)
    starter.model.tie_weights()
    return notes
