"""Trains everything together: answers about pictures and passages, and the labels of the patches.

On the CPU one single-threaded process a core, each on its own batches; every few steps their weights are averaged, so a
busy core holds the others up less than a sum of gradients in every step would. On a GPU one process, and workers that
draw.
"""

import time
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import torch
import torch.distributed as dist
from torch import Tensor, nn
from torch.utils.data import DataLoader

from .batches import Batch, Sizes, Stream, to_pixels
from .looking import looking_loss
from .model import Starter, flat_patches, load, row_patches, save
from .tokenizer import Tokenizer

PATCH_LOSS = 0.4
LOOK_LOSS = 0.12  # at 0.3 the places alone pulled twice as hard as the answers, after 5,000 steps
WARM_UP = 40  # steps
AVERAGE_EVERY = 8  # steps
SAVE_EVERY = 180  # seconds
REPORT_EVERY = 20  # steps

# Learning rates relative to the decoder's. The heads are new to every model and may hurry; a tower at 1.0 and 9e-4
# unlearned to read within a hundred steps.
RATES = {"tower": 0.8, "connector": 1.0, "decoder": 1.0, "heads": 2.0, "row_heads": 2.0, "places": 2.0}

CPU_SIZES = Sizes(pictures=12, crowded=8, picture_tokens=184, passages=7, prose=1, passage_tokens=352, passage_every=4)
GPU_SIZES = Sizes(
    pictures=224, crowded=96, picture_tokens=184, passages=84, prose=12, passage_tokens=352, passage_every=7
)


@dataclass(frozen=True)
class Plan:
    folder: Path  # holds checkpoint.safetensors; training goes on from it
    minutes: float
    rate: float = 6e-4  # the decoder's highest learning rate
    last_rate: float = 0.0  # what it falls to, in a straight line, by the end
    seed: int = 1
    processes: int = 1
    device: str = "cpu"
    sizes: Sizes = CPU_SIZES
    decoder_only: bool = False  # what is seen stays as it is

    @property
    def checkpoint(self) -> Path:
        return self.folder / "checkpoint.safetensors"

    @property
    def drawn(self) -> Sizes:
        """Crowded pictures teach the tower alone."""
        return replace(self.sizes, crowded=0) if self.decoder_only else self.sizes

    @property
    def meeting(self) -> Path:
        """Where the processes find each other."""
        return self.folder / "meeting"


def train(plan: Plan, rank: int = 0) -> None:
    torch.set_num_threads(1)
    if plan.processes > 1:
        meeting = plan.meeting.resolve().as_uri()
        dist.init_process_group("gloo", init_method=meeting, rank=rank, world_size=plan.processes)
    tokenizer = Tokenizer()
    starter = Starter(tokenizer)
    steps_before = load(starter, plan.checkpoint).get("steps", 0) if plan.checkpoint.exists() else 0
    starter.to(plan.device).train()
    if plan.decoder_only:
        for part in (starter.tower, starter.connector, starter.heads, starter.row_heads):
            part.requires_grad_(False)
    starter.compile(plan.device)
    Run(plan, rank, starter, steps_before).go()
    if plan.processes > 1:
        dist.destroy_process_group()


def workers(device: str) -> int:
    """Processes that draw: a GPU is faster than one of them."""
    return 0 if device == "cpu" else 14


def quick_arithmetic(device: str) -> AbstractContextManager:
    """Products in bfloat16, save on processors that would emulate it: there a step takes sixteen times as long."""
    processor = torch.cpu.get_capabilities()
    multiplies = device != "cpu" or processor.get("avx512_bf16", False) or processor.get("amx_bf16", False)
    return torch.autocast(device, dtype=torch.bfloat16, enabled=multiplies)


class Run:
    """One process's part of a training."""

    def __init__(self, plan: Plan, rank: int, starter: Starter, steps_before: int):
        self.plan, self.rank, self.starter, self.steps_before = plan, rank, starter, steps_before
        self.optimiser = torch.optim.AdamW(parameter_groups(starter), lr=plan.rate, betas=(0.9, 0.985), fused=True)
        self.parameters = [parameter for group in self.optimiser.param_groups for parameter in group["params"]]
        self.start = self.saved_at = time.monotonic()
        self.means: dict[str, float] = {}

    def go(self) -> None:
        # The steps before are part of the seed: who goes on from a checkpoint meets new pictures.
        seed = f"training {self.plan.seed}, process {self.rank}, after {self.steps_before} steps"
        stream = Stream(seed, self.plan.drawn)
        for step, batch in enumerate(
            DataLoader(stream, batch_size=None, num_workers=workers(self.plan.device)), start=1
        ):
            self.set_rate(step)
            self.learn(batch.to(torch.device(self.plan.device)))
            if step % REPORT_EVERY == 0 and self.rank == 0:
                self.report(step)
            if step % AVERAGE_EVERY == 0 and self.average_and_ask_whether_to_stop():
                break
            self.save_now_and_then(step)
        self.save(step)

    def elapsed_share(self) -> float:
        return (time.monotonic() - self.start) / (60 * self.plan.minutes)

    def set_rate(self, step: int) -> None:
        left = max(0.0, 1 - self.elapsed_share())
        rate = self.plan.last_rate + (self.plan.rate - self.plan.last_rate) * left
        for group in self.optimiser.param_groups:
            group["lr"] = rate * group["share"] * min(1, step / WARM_UP)

    def learn(self, batch: Batch) -> None:
        with quick_arithmetic(self.plan.device):
            loss, measures = joint_loss(self.starter, batch)
        loss.backward()
        nn.utils.clip_grad_norm_(self.parameters, 1.0)
        self.optimiser.step()
        self.optimiser.zero_grad(set_to_none=True)
        for name, value in measures.items():
            self.means[name] = 0.95 * self.means.get(name, value) + 0.05 * value

    def average_and_ask_whether_to_stop(self) -> bool:
        over = self.elapsed_share() >= 1
        if self.plan.processes == 1:
            return over
        with torch.no_grad():
            together = torch.cat([parameter.flatten() for parameter in self.parameters] + [torch.tensor([float(over)])])
            dist.all_reduce(together)
            together /= self.plan.processes
            *means, anyone_over = together.split([parameter.numel() for parameter in self.parameters] + [1])
            for parameter, mean in zip(self.parameters, means):
                parameter.copy_(mean.view_as(parameter))
        return anyone_over.item() > 0

    def save_now_and_then(self, step: int) -> None:
        if time.monotonic() - self.saved_at > SAVE_EVERY:
            self.save(step)

    def save(self, step: int) -> None:
        self.saved_at = time.monotonic()
        if self.rank == 0:
            save(self.starter, self.plan.checkpoint, notes={"steps": self.steps_before + step})

    def report(self, step: int) -> None:
        values = " ".join(f"{name} {value:.3f}" for name, value in self.means.items())
        line = f"step {self.steps_before + step} minutes {(time.monotonic() - self.start) / 60:.1f} {values}"
        print(line, flush=True)


def joint_loss(starter: Starter, batch: Batch) -> tuple[Tensor, dict[str, float]]:
    if batch.pixels is None:
        loss, right, looks = conversation_loss(starter, batch, None)
        return loss, {"passages": right, **looks}
    features = starter.see(to_pixels(batch.pixels))
    rows = starter.connector(features)
    loss, right, looks = conversation_loss(starter, batch, rows[: len(batch.tokens)])
    measures = {"answers": right, **looks}
    if features.requires_grad:
        patch_loss, of_patches = starter.heads.loss(features, flat_patches(batch.patches))
        row_loss, of_rows = starter.row_heads.loss(rows, row_patches(batch.patches))
        loss = loss + PATCH_LOSS * (patch_loss + row_loss)
        measures |= of_patches | {f"{name} in rows": value for name, value in of_rows.items()}
    return loss, measures


def conversation_loss(starter: Starter, batch: Batch, pictures: Tensor | None) -> tuple[Tensor, float, dict]:
    """Of the answers' tokens and of what is looked at; then the share of right tokens, and what the looks cost."""
    last_states, states = starter.read(starter.embed(batch.tokens, batch.picture_rows, pictures))
    answer_loss, right = starter.answer_loss(last_states, batch.labels, batch.weights)
    look_loss, looks = looking_loss(
        starter.decoder, starter.places, states, batch.labels, batch.looks, batch.picture_rows, batch.patches
    )
    return answer_loss + LOOK_LOSS * look_loss, right, looks


def parameter_groups(starter: Starter) -> list[dict]:
    """Matrices with weight decay, vectors without, every part at its own rate."""
    groups = []
    for part, share in RATES.items():
        parameters = [parameter for parameter in getattr(starter, part).parameters() if parameter.requires_grad]
        groups.append(dict(params=[p for p in parameters if p.ndim > 1], weight_decay=0.05, share=share))
        groups.append(dict(params=[p for p in parameters if p.ndim == 1], weight_decay=0.0, share=share))
    return [group for group in groups if group["params"]]


def train_in_processes(plan: Plan) -> None:
    """Runs `plan.processes` of them and waits."""
    print(asdict(plan), flush=True)
    plan.folder.mkdir(parents=True, exist_ok=True)
    plan.meeting.unlink(missing_ok=True)
    if plan.processes == 1:
        train(plan)
    else:
        torch.multiprocessing.spawn(train_as, (plan,), nprocs=plan.processes)
    plan.meeting.unlink(missing_ok=True)


def train_as(rank: int, plan: Plan) -> None:
    train(plan, rank)
