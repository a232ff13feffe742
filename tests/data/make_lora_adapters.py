#!/usr/bin/env python3
"""Writes lora/*: small adapters for models/tiny-*, as PEFT saves them, and what they must change.

    python3 tests/data/make_lora_adapters.py          needs numpy

lora/expected.json holds logits of the models with the adapters merged into their weights, in
float64: W + scale · alpha / rank · B · A. The engine never merges.
"""

import json
import math
import struct

import numpy as np

from make_tiny_models import HERE, bf16, decode

SHAPES = {  # of the tiny models: outputs, inputs
    "llama": {"q_proj": (32, 32), "k_proj": (16, 32), "v_proj": (16, 32), "o_proj": (32, 32),
              "gate_proj": (48, 32), "up_proj": (48, 32), "down_proj": (32, 48)},
}
SHAPES["qwen2"] = SHAPES["llama"]
VOCABULARY, HIDDEN = 64, 32


# ---- adapters ----

def module_names(family, targets):
    """Every module that the targets name, in both layers, with outputs and inputs."""
    modules = {}
    for layer in range(2):
        for name, shape in SHAPES[family].items():
            part = "self_attn" if name[0] in "qkvo" else "mlp"
            if name in targets:
                modules[f"model.layers.{layer}.{part}.{name}"] = shape
    if "embed_tokens" in targets:
        modules["model.embed_tokens"] = (HIDDEN, VOCABULARY)
    if "lm_head" in targets:
        modules["lm_head"] = (VOCABULARY, HIDDEN)
    return modules


def value_for(patterns, module, default):
    fitting = {value for end, value in patterns.items()
               if module == end or module.endswith("." + end)}
    assert len(fitting) < 2
    return fitting.pop() if fitting else default


def make_adapter(name, family, targets, seed, r, alpha, rslora=False, ranks=None, alphas=None,
                 rounded=False):
    """The folder `name`, and of each module the matrix that it adds at scale 1."""
    random = np.random.default_rng(seed)
    tensors, changes = {}, {}
    for module, (outputs, inputs) in module_names(family, targets).items():
        rank = value_for(ranks or {}, module, r)
        down = random.normal(0, 1 / math.sqrt(inputs), (rank, inputs))
        up = random.normal(0, 0.5 / math.sqrt(rank), (outputs, rank))
        if module == "model.embed_tokens":
            down *= math.sqrt(inputs)
        down, up = (bf16(side) if rounded else side.astype(np.float32).astype(np.float64)
                    for side in (down, up))
        ends = ("lora_embedding_A", "lora_embedding_B") if module == "model.embed_tokens" else (
            "lora_A.weight", "lora_B.weight")
        tensors[f"base_model.model.{module}.{ends[0]}"] = down
        tensors[f"base_model.model.{module}.{ends[1]}"] = up
        factor = value_for(alphas or {}, module, alpha) / (math.sqrt(rank) if rslora else rank)
        changes[module] = factor * up @ down
    folder = HERE / "lora" / name
    folder.mkdir(parents=True, exist_ok=True)
    write_safetensors(folder / "adapter_model.safetensors", tensors, rounded)
    (folder / "adapter_config.json").write_text(json.dumps({
        "peft_type": "LORA", "task_type": "CAUSAL_LM", "base_model_name_or_path": f"tiny-{family}",
        "r": r, "lora_alpha": alpha, "lora_dropout": 0.0, "use_rslora": rslora, "use_dora": False,
        "rank_pattern": ranks or {}, "alpha_pattern": alphas or {}, "bias": "none",
        "fan_in_fan_out": False, "init_lora_weights": True, "modules_to_save": None,
        "target_modules": sorted(targets), "inference_mode": True}, indent=1) + "\n")
    return changes


def write_safetensors(path, tensors, rounded):
    header, data = {}, b""
    for name, values in sorted(tensors.items()):
        bits = values.astype(np.float32)
        raw = (bits.view(np.uint32) >> 16).astype("<u2").tobytes() if rounded else bits.tobytes()
        header[name] = {"dtype": "BF16" if rounded else "F32", "shape": list(values.shape),
                        "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


# ---- merged into their models ----

def read_model(name):
    folder = HERE / "models" / name
    raw = (folder / "model.safetensors").read_bytes()
    length = struct.unpack("<Q", raw[:8])[0]
    header, data = json.loads(raw[8:8 + length]), raw[8 + length:]
    tensors = {}
    for tensor, entry in header.items():
        begin, end = entry["data_offsets"]
        bits = np.frombuffer(data[begin:end], "<u2").astype(np.uint32) << 16
        tensors[tensor] = bits.view(np.float32).reshape(entry["shape"]).astype(np.float64)
    return json.loads((folder / "config.json").read_text()), tensors


def merge(tensors, uses):
    """A tied head stays as it was where the embedding changes, as it does in PEFT."""
    merged = dict(tensors)
    merged.setdefault("lm_head.weight", tensors["model.embed_tokens.weight"])
    for changes, scale in uses:
        for module, change in changes.items():
            change = change.T if module == "model.embed_tokens" else change
            merged[module + ".weight"] = merged[module + ".weight"] + scale * change
    return merged


def make_cases(adapters):
    ids = [1, 20, 33, 7, 61, 12, 45, 3]
    cases = []
    for model, uses in (
            ("tiny-llama", {"llama-all": 1.0}),
            ("tiny-llama", {"llama-all": -0.5}),
            ("tiny-llama", {"llama-parts": 1.0}),
            ("tiny-llama", {"llama-all": 0.75, "llama-parts": 1.5}),
            ("tiny-qwen2", {"qwen2-tied": 1.0})):
        config, tensors = read_model(model)
        merged = merge(tensors, [(adapters[name], scale) for name, scale in uses.items()])
        logits = decode(config, merged, ids)[1]
        changed = np.abs(logits - decode(config, tensors, ids)[1]).max()
        assert changed > 1, changed
        cases.append({"model": model, "adapters": [list(use) for use in uses.items()],
                      "input_ids": ids, "logits": logits[-2:].round(5).tolist()})
    return cases


if __name__ == "__main__":
    every = list(SHAPES["llama"])
    made = {
        "llama-all": make_adapter("llama-all", "llama", every, seed=11, r=2, alpha=4),
        "llama-parts": make_adapter(
            "llama-parts", "llama", ["q_proj", "k_proj", "embed_tokens", "lm_head"], seed=12, r=2,
            alpha=2, rslora=True, ranks={"q_proj": 3}, alphas={"layers.1.self_attn.q_proj": 5},
            rounded=True),
        "qwen2-tied": make_adapter(
            "qwen2-tied", "qwen2", ["q_proj", "v_proj", "embed_tokens", "lm_head"], seed=13, r=2,
            alpha=2),
    }
    (HERE / "lora" / "expected.json").write_text(
        json.dumps({"cases": make_cases(made)}, indent=None) + "\n")
