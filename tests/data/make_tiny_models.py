#!/usr/bin/env python3
"""Writes models/tiny-*: random decoders in Hugging Face layout, and what they must compute.

    python3 tests/data/make_tiny_models.py            needs numpy

The decoders are written down here a second time, in float64 and without a cache, so that the
engine is compared with something that shares none of its code. rotary_tables.json holds frequency
tables for every way to stretch a context, longrope.json what tiny-llama computes with LongRope.
"""

import json
import math
import pathlib
import struct
import sys

import numpy as np

import tiny_latent_model
import tiny_mamba_models
import tiny_state_models

HERE = pathlib.Path(__file__).parent
OTHERS = {**dict.fromkeys(tiny_state_models.FAMILIES, tiny_state_models),
          **dict.fromkeys(tiny_mamba_models.FAMILIES, tiny_mamba_models),
          "deepseek_v3": tiny_latent_model}
LLAMA3 = {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
          "original_max_position_embeddings": 32}
LONGROPE = {"rope_type": "longrope", "original_max_position_embeddings": 300, "factor": 4.0,
            "short_factor": [1.0, 1.1, 1.3, 1.6], "long_factor": [1.5, 2.5, 4.0, 6.0]}


# ---- what is written ----

def bf16(values):
    """Rounded to bfloat16, to nearest even; as float64."""
    bits = np.asarray(values, np.float32).view(np.uint32).astype(np.uint64)
    bits = (bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000
    return bits.astype(np.uint32).view(np.float32).astype(np.float64)


def write_safetensors(path, tensors):
    header, data = {}, b""
    for name, values in tensors.items():
        raw = (values.astype(np.float32).view(np.uint32) >> 16).astype("<u2").tobytes()
        header[name] = {"dtype": "BF16", "shape": list(values.shape),
                        "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def random_tensors(config, seed):
    if other := OTHERS.get(config["model_type"]):
        return other.random_tensors(config, seed, bf16)
    random = np.random.default_rng(seed)
    hidden, inner = config["hidden_size"], config["intermediate_size"]
    head = config["head_dim"]
    q, kv = config["num_attention_heads"] * head, config["num_key_value_heads"] * head

    def matrix(rows, columns, scale=1.0):
        return bf16(random.normal(0, scale / math.sqrt(columns), (rows, columns)))

    def norm(columns):
        return bf16(random.normal(1, 0.2, columns))

    tensors = {"model.embed_tokens.weight": matrix(config["vocab_size"], hidden, math.sqrt(hidden))}
    for layer in range(config["num_hidden_layers"]):
        block = f"model.layers.{layer}."
        tensors[block + "input_layernorm.weight"] = norm(hidden)
        tensors[block + "post_attention_layernorm.weight"] = norm(hidden)
        for name, rows in (("q", q), ("k", kv), ("v", kv)):
            tensors[block + f"self_attn.{name}_proj.weight"] = matrix(rows, hidden, 1.5)
            if config["model_type"] == "qwen2":
                tensors[block + f"self_attn.{name}_proj.bias"] = bf16(random.normal(0, 0.5, rows))
        if config["model_type"] == "qwen3":
            tensors[block + "self_attn.q_norm.weight"] = norm(head)
            tensors[block + "self_attn.k_norm.weight"] = norm(head)
        tensors[block + "self_attn.o_proj.weight"] = matrix(hidden, q)
        tensors[block + "mlp.gate_proj.weight"] = matrix(inner, hidden)
        tensors[block + "mlp.up_proj.weight"] = matrix(inner, hidden)
        tensors[block + "mlp.down_proj.weight"] = matrix(hidden, inner)
    tensors["model.norm.weight"] = norm(hidden)
    if not config["tie_word_embeddings"]:
        tensors["lm_head.weight"] = matrix(config["vocab_size"], hidden, 3.0)
    return tensors


# ---- what they compute ----

def rotary_table(theta, dims, scaling, length, context):
    """Frequencies and magnitude as transformers' modeling_rope_utils defines them."""
    kind = scaling.get("rope_type", "default")
    trained = scaling.get("original_max_position_embeddings", context)
    factor = scaling.get("factor")
    exponent = np.arange(0, dims, 2) / dims
    frequencies, magnitude = theta ** -exponent, 1.0
    if kind == "linear":
        frequencies = frequencies / factor
    elif kind == "llama3":
        low, high = scaling["low_freq_factor"], scaling["high_freq_factor"]
        wavelength = 2 * math.pi / frequencies
        smooth = (trained / wavelength - low) / (high - low)
        mixed = (1 - smooth) * frequencies / factor + smooth * frequencies
        frequencies = np.where(wavelength > trained / low, frequencies / factor,
                               np.where(wavelength < trained / high, frequencies, mixed))
    elif kind == "yarn":
        def pair(turns):
            return dims * math.log(trained / (turns * 2 * math.pi)) / (2 * math.log(theta))
        low = max(math.floor(pair(scaling.get("beta_fast", 32))), 0)
        high = min(math.ceil(pair(scaling.get("beta_slow", 1))), dims - 1)
        ramp = np.clip((np.arange(dims // 2) - low) / (high - low or 0.001), 0, 1)
        frequencies = frequencies / factor * ramp + frequencies * (1 - ramp)
        magnitude = scaling.get("attention_factor") or 0.1 * math.log(factor) + 1
    elif kind == "longrope":
        chosen = scaling["long_factor" if length > trained else "short_factor"]
        frequencies = frequencies / np.array(chosen)
        factor = factor or context / trained
        magnitude = scaling.get("attention_factor") or (
            math.sqrt(1 + math.log(factor) / math.log(trained)) if factor > 1 else 1.0)
    return frequencies, magnitude


def rms_norm(x, weight, epsilon):
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + epsilon) * weight


def rotate(x, frequencies, magnitude):
    """x [tokens, heads, head]; the two halves of a head are the sides of its pairs."""
    angle = np.arange(x.shape[0])[:, None, None] * frequencies
    half = x.shape[-1] // 2
    cosine, sine = np.cos(angle) * magnitude, np.sin(angle) * magnitude
    first, second = x[..., :half], x[..., half:]
    return np.concatenate([first * cosine - second * sine, second * cosine + first * sine], -1)


def attend(q, keys, values):
    """All [tokens, heads, head]; a group of queries shares keys and values."""
    tokens, heads, head = q.shape
    group = heads // keys.shape[1]
    keys, values = np.repeat(keys, group, 1), np.repeat(values, group, 1)
    scores = np.einsum("qhd,khd->hqk", q, keys) / math.sqrt(head)
    scores = np.where(np.tril(np.ones((tokens, tokens), bool)), scores, -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    return np.einsum("hqk,khd->qhd", weights, values).reshape(tokens, -1)


def attention(config, tensors, block, x):
    tokens, head = x.shape[0], config["head_dim"]
    split = {}
    for name in "qkv":
        row = x @ tensors[block + f"self_attn.{name}_proj.weight"].T
        row = row + tensors.get(block + f"self_attn.{name}_proj.bias", 0)
        split[name] = row.reshape(tokens, -1, head)
    table = rotary_table(config["rope_theta"], head, config["rope_scaling"] or {}, tokens,
                         config["max_position_embeddings"])
    for name in "qk":
        if block + f"self_attn.{name}_norm.weight" in tensors:
            split[name] = rms_norm(split[name], tensors[block + f"self_attn.{name}_norm.weight"],
                                   config["rms_norm_eps"])
        split[name] = rotate(split[name], *table)
    mixed = attend(split["q"], split["k"], split["v"])
    return mixed @ tensors[block + "self_attn.o_proj.weight"].T


def mlp(tensors, name, x):
    gate = x @ tensors[name + "gate_proj.weight"].T
    up = x @ tensors[name + "up_proj.weight"].T
    return (gate / (1 + np.exp(-gate)) * up) @ tensors[name + "down_proj.weight"].T


def decode(config, tensors, ids):
    """The residual stream after each layer (the last one normed) and logits at every position."""
    if other := OTHERS.get(config["model_type"]):
        return other.decode(config, tensors, ids, sys.modules[__name__])
    epsilon = config["rms_norm_eps"]
    hidden = tensors["model.embed_tokens.weight"][ids]
    states = [hidden]
    for layer in range(config["num_hidden_layers"]):
        block = f"model.layers.{layer}."
        norm = rms_norm(hidden, tensors[block + "input_layernorm.weight"], epsilon)
        hidden = hidden + attention(config, tensors, block, norm)
        norm = rms_norm(hidden, tensors[block + "post_attention_layernorm.weight"], epsilon)
        hidden = hidden + mlp(tensors, block + "mlp.", norm)
        states.append(hidden)
    states[-1] = rms_norm(hidden, tensors["model.norm.weight"], epsilon)
    head = tensors.get("lm_head.weight", tensors["model.embed_tokens.weight"])
    return states, states[-1] @ head.T


def greedy(config, tensors, ids, count):
    tokens, gaps = [], []
    for _ in range(count):
        logits = decode(config, tensors, ids + tokens)[1][-1]
        best = np.sort(logits)[::-1]
        tokens.append(int(logits.argmax()))
        gaps.append(round(float(best[0] - best[1]), 5))
    return tokens, gaps


# ---- the models ----

def make_config(family, **changes):
    return {"architectures": [f"{family.capitalize()}ForCausalLM"], "model_type": family,
            "vocab_size": 64, "hidden_size": 32, "intermediate_size": 48, "num_hidden_layers": 2,
            "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 8,
            "hidden_act": "silu", "rms_norm_eps": 1e-5, "max_position_embeddings": 1024,
            "rope_theta": 10000.0, "rope_scaling": None, "attention_bias": False,
            "tie_word_embeddings": False, "bos_token_id": 1, "eos_token_id": 2,
            "torch_dtype": "bfloat16", **changes}


def make_model(name, config, seed):
    folder = HERE / "models" / name
    folder.mkdir(parents=True, exist_ok=True)
    tensors = random_tensors(config, seed)
    random = np.random.default_rng(seed + 1)
    prompts = []
    for prompt, length, shown, continued in (("short", 12, 12, 8), ("cross_page", 250, 2, 12)):
        ids = [1] + [int(id) for id in random.integers(3, config["vocab_size"], length - 1)]
        states, logits = decode(config, tensors, ids)
        tokens, gaps = greedy(config, tensors, ids, continued)
        case = {"name": prompt, "input_ids": ids, "first_position": length - shown,
                "logits": logits[-shown:].round(5).tolist(), "greedy": tokens,
                "greedy_top2_gap": gaps}
        if shown == length:
            case["hidden_last_token"] = [state[-1].round(5).tolist() for state in states]
        prompts.append(case)
    write_safetensors(folder / "model.safetensors", tensors)
    (folder / "config.json").write_text(json.dumps(config, indent=1) + "\n")
    (folder / "expected.json").write_text(json.dumps({"prompts": prompts}) + "\n")


def make_longrope(name, config, seed):
    """Answers that end before the original context does, and one behind it: in between, what a
    whole pass computes changes with its length."""
    config["rope_scaling"] = LONGROPE
    tensors = random_tensors(config, seed)
    cases = []
    for case, length, count in (("short", 200, 40), ("to the edge", 260, 40), ("long", 320, 40)):
        ids = [1] + [(token * 29 + length) % 61 + 3 for token in range(1, length)]
        tokens, gaps = greedy(config, tensors, ids, count)
        cases.append({"name": case, "input_ids": ids, "greedy": tokens, "greedy_top2_gap": gaps,
                      "logits": decode(config, tensors, ids)[1][-1].round(5).tolist()})
    (HERE / name).write_text(json.dumps({"scaling": LONGROPE, "cases": cases}) + "\n")


def make_rotary_tables():
    ramp = [1.0 + 0.5 * i for i in range(8)]
    cases = []
    for name, scaling, lengths in (
            ("default", {}, [1]),
            ("linear", {"rope_type": "linear", "factor": 4.0}, [1]),
            ("dynamic", {"rope_type": "dynamic", "factor": 2.0}, [1, 128]),
            ("llama3", LLAMA3, [1]),
            ("yarn", {"rope_type": "yarn", "factor": 4.0,
                      "original_max_position_embeddings": 64}, [1, 500]),
            ("longrope", {"rope_type": "longrope", "short_factor": ramp[::-1],
                          "long_factor": ramp,
                          "original_max_position_embeddings": 64}, [64, 65])):
        for length in lengths:
            frequencies, magnitude = rotary_table(10000.0, 16, scaling, length, 128)
            cases.append({"name": name, "length": length, "theta": 10000.0, "dims": 16,
                          "context": 128, "scaling": scaling,
                          "frequencies": frequencies.tolist(), "magnitude": magnitude})
    (HERE / "rotary_tables.json").write_text(json.dumps({"cases": cases}, indent=1) + "\n")


if __name__ == "__main__":
    make_model("tiny-llama", make_config("llama", rope_scaling=LLAMA3), seed=1)
    make_model("tiny-qwen2", make_config("qwen2", tie_word_embeddings=True), seed=3)
    make_model("tiny-qwen3", make_config("qwen3", head_dim=16, rms_norm_eps=1e-6), seed=5)
    for seed, (name, config) in zip((7, 9, 19), tiny_state_models.configs(make_config).items()):
        make_model(name, config, seed)
    for number, (name, config) in enumerate(tiny_mamba_models.configs(make_config).items()):
        make_model(name, config, seed=17 + 2 * number)
    make_model("tiny-deepseek_v3", tiny_latent_model.config(make_config), seed=11)
    make_longrope("longrope.json", make_config("llama"), seed=1)
    make_rotary_tables()
