"""A start from nothing: the halves are trained apart, each where it learns fastest, and joined in closed form.

The tower learns the patch labels of crowded pictures. The decoder learns to answer from embeddings of the true patch
labels, in place of what it will see later. The connector between them is linear, so ridge regression gives it directly.
Trained together from nothing, the two would wait for each other for hours.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from random import Random

import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

from .batches import Batch, Sizes, Stream, patch_labels, stack_pixels, to_pixels
from .canvas import PATCH, PATCHES
from .colours import COLOUR_CLASSES
from .fonts import CHARACTER_CLASSES
from .model import ROW_PATCHES, WIDTH, Starter, flat_patches, row_patches, save
from .names import CLASSES
from .scenes import crowded
from .tokenizer import PICTURE_ROWS, Tokenizer
from .training import conversation_loss, quick_arithmetic, workers

RIDGE = 1e-3  # relative to the mean square of a feature
LAST_SHARE = 0.15  # of the learning rate, at the end of a half's training


class TrueEmbedding(nn.Module):
    """Rows of a picture made from their places and the true labels of their four patches: what an ideal tower would
    say."""

    def __init__(self) -> None:
        super().__init__()
        self.thing = nn.Embedding(CLASSES, WIDTH)
        self.colour = nn.Embedding(COLOUR_CLASSES, WIDTH)
        # One table for each half of the patches.
        self.character = nn.Embedding(ROW_PATCHES * 2 * CHARACTER_CLASSES, WIDTH)
        self.row = nn.Embedding(PICTURE_ROWS, WIDTH)
        for table in (self.thing, self.colour, self.character, self.row):
            nn.init.normal_(table.weight, std=0.02)

    def forward(self, labels: dict[str, Tensor]) -> Tensor:
        """[pictures, PICTURE_ROWS, WIDTH]"""
        by_row = {
            name: tensor.unflatten(1, (PICTURE_ROWS, ROW_PATCHES)) for name, tensor in row_patches(labels).items()
        }
        halves = torch.arange(2 * ROW_PATCHES, device=by_row["characters"].device).view(ROW_PATCHES, 2)
        characters = self.character(by_row["characters"] + CHARACTER_CLASSES * halves)
        seen = self.thing(by_row["classes"]).sum(2) + self.colour(by_row["colours"]).sum(2) + characters.sum((2, 3))
        return seen + self.row.weight


class CrowdedStream(IterableDataset):
    def __init__(self, seed: str, pictures: int):
        self.seed, self.pictures = seed, pictures

    def __iter__(self):
        worker = torch.utils.data.get_worker_info()
        rng = Random(f"{self.seed}, worker {worker.id if worker else 0}")
        while True:
            canvases = [crowded.draw(rng) for _ in range(self.pictures)]
            yield stack_pixels([canvas.pixels() for canvas in canvases]), patch_labels(canvases)


def descend(
    name: str, modules: dict[nn.Module, float], loss_of: Callable, batches: Iterable, minutes: float, device: str
) -> None:
    """AdamW for that many minutes; `modules` says at which share of the rate each learns."""
    rate, start = 1e-3, time.monotonic()
    groups = [dict(params=list(module.parameters()), share=share) for module, share in modules.items()]
    optimiser = torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.985), weight_decay=0.05, fused=True)
    parameters = [parameter for group in groups for parameter in group["params"]]
    for step, batch in enumerate(batches, start=1):
        elapsed = (time.monotonic() - start) / (60 * minutes)
        if elapsed >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = rate * group["share"] * min(1, step / 40) * (1 - (1 - LAST_SHARE) * elapsed)
        with quick_arithmetic(device):
            loss, right = loss_of(batch)
        loss.backward()
        nn.utils.clip_grad_norm_(parameters, 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        if step % 50 == 0:
            print(
                f"{name} step {step} minutes {elapsed * minutes:.1f} loss {loss.item():.3f} right {right}", flush=True
            )


def train_tower(starter: Starter, minutes: float, device: str, pictures: int) -> None:
    start_from_patch_statistics(starter)

    def loss_of(batch):
        pixels, labels = batch[0].to(device), {name: tensor.to(device) for name, tensor in batch[1].items()}
        return starter.heads.loss(starter.see(to_pixels(pixels)), flat_patches(labels))

    batches = DataLoader(CrowdedStream("tower", pictures), batch_size=None, num_workers=workers(device))
    descend("tower", {starter.tower: 1.0, starter.heads: 4.0}, loss_of, batches, minutes, device)


def train_decoder(starter: Starter, truth: TrueEmbedding, minutes: float, device: str, sizes: Sizes) -> None:
    def loss_of(batch: Batch):
        batch = batch.to(torch.device(device))
        pictures = truth(batch.patches) if batch.patches else None
        loss, right, _ = conversation_loss(starter, batch, pictures)
        return loss, right

    talked_about = replace(sizes, crowded=0)
    batches = DataLoader(Stream("decoder", talked_about), batch_size=None, num_workers=workers(device))
    modules = {starter.decoder: 1.0, starter.places: 4.0, truth: 4.0}
    descend("decoder", modules, loss_of, batches, minutes, device)


@torch.no_grad()
def connect(starter: Starter, truth: TrueEmbedding, device: str, pictures: int = 512) -> float:
    """Sets the connector by ridge regression from the tower's rows to the true embeddings; returns the mean square that
    is left on the last pictures, as a share of the embeddings' variance."""
    inputs = WIDTH * ROW_PATCHES
    squares = torch.zeros(inputs, inputs, dtype=torch.float64, device=device)
    products = torch.zeros(inputs, WIDTH, dtype=torch.float64, device=device)
    for _, (pixels, labels) in zip(range(pictures // 16), CrowdedStream("connector", 16)):
        features = starter.tower(to_pixels(pixels.to(device))).last_hidden_state
        rows = starter.connector.pixel_shuffle(features, 2).flatten(0, 1).double()
        wanted = truth({name: tensor.to(device) for name, tensor in labels.items()}).flatten(0, 1).double()
        squares += rows.T @ rows
        products += rows.T @ wanted
    squares += RIDGE * squares.diagonal().mean() * torch.eye(inputs, dtype=torch.float64, device=device)
    solution = torch.linalg.solve(squares, products)
    starter.connector.modality_projection.proj.weight.copy_(solution.T.float())
    return ((rows @ solution - wanted).square().mean() / (wanted - wanted.mean(0)).square().mean()).item()


@torch.no_grad()
def start_from_patch_statistics(starter: Starter, pictures: int = 60) -> None:
    """Patch filters that whiten our own pictures, sine and cosine positions, and keys equal to queries, so that patches
    look at patches like themselves from the start. Shortens the time in which a tower learns nothing."""
    patches = patches_of(stack_pixels([crowded.draw(Random(f"start {index}")).pixels() for index in range(pictures)]))
    mean = patches.mean(0)
    variances, directions = torch.linalg.eigh(torch.cov((patches - mean).T))
    # Customary: a floor under the smallest variances, and inputs to the first layer of a little less than unit size.
    whitening = (directions[:, -WIDTH:] / (variances[-WIDTH:] + 3e-3).sqrt()).T * 0.7
    rotation = torch.linalg.qr(torch.randn(WIDTH, WIDTH))[0]
    embeddings = starter.tower.embeddings
    filters = rotation @ whitening
    embeddings.patch_embedding.weight.copy_(filters.view_as(embeddings.patch_embedding.weight))
    embeddings.patch_embedding.bias.copy_(-(filters @ mean))
    embeddings.position_embedding.weight.copy_(0.7 * waves())
    # Keys equal to queries make every patch look at itself most; shorter ones let it look about.
    for layer in starter.tower.encoder.layers:
        layer.self_attn.q_proj.weight.mul_(0.6)
        layer.self_attn.k_proj.weight.copy_(layer.self_attn.q_proj.weight)


def patches_of(pixels: Tensor) -> Tensor:
    """[pictures, 3, SIDE, SIDE] bytes -> [patches, 3 * PATCH * PATCH], -1 … 1"""
    blocks = to_pixels(pixels).unfold(2, PATCH, PATCH).unfold(3, PATCH, PATCH)
    return blocks.permute(0, 2, 3, 1, 4, 5).reshape(-1, 3 * PATCH * PATCH)


def waves() -> Tensor:
    """[patches, WIDTH]: sines and cosines of a patch's column and row, in WIDTH / 4 frequencies."""
    frequencies = 2 / 10000 ** (torch.arange(WIDTH // 4) / (WIDTH // 4))
    rows, columns = torch.meshgrid(torch.arange(PATCHES), torch.arange(PATCHES), indexing="ij")
    across, down = (places.reshape(-1, 1) * frequencies for places in (columns, rows))
    return torch.cat([across.sin(), across.cos(), down.sin(), down.cos()], 1)


def start_from_nothing(file: Path, tower_minutes: float, decoder_minutes: float, device: str, sizes: Sizes) -> None:
    """Writes a checkpoint for training.py to go on from, and beside it the tower alone."""
    starter, truth = Starter(Tokenizer()), TrueEmbedding()
    if device != "cpu":
        starter.to(device)
        truth.to(device)
    train_tower(starter, tower_minutes, device, sizes.pictures)
    save(starter, file.with_stem("tower"), notes={"steps": 0})
    train_decoder(starter, truth, decoder_minutes, device, sizes)
    left = connect(starter, truth, device)
    print(f"connected; {left:.0%} of the variance of the true embeddings is left unexplained", flush=True)
    save(starter, file, notes={"steps": 0})
