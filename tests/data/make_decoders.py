#!/usr/bin/env python3
"""Writes decoders/: random decoders in Hugging Face layout, and what transformers computes with them.

    python3 tests/data/make_decoders.py

needs torch, transformers 5 and safetensors. The folder has the layout of the reference outputs that VIGNETTE_FIXTURES
names, so that the same tests run over it: Phi-4-mini, of whose heads three quarters are rotated, with LongRope, and
OLMo 3, which stretches positions by YaRN in the layers without a window alone.
"""

import json
import pathlib

import torch
from safetensors.torch import save_file
from transformers import Olmo3Config, Olmo3ForCausalLM, Phi3Config, Phi3ForCausalLM

ROOT = pathlib.Path(__file__).parent / "decoders"
VOCABULARY, GREEDY, LOGITS = 96, 24, 8
LENGTHS = {"short": 20, "window": 70, "cross_page": 270}  # tokens

COMMON = dict(vocab_size=VOCABULARY, hidden_size=48, intermediate_size=80, num_hidden_layers=4, num_attention_heads=4,
              num_key_value_heads=2, bos_token_id=1, eos_token_id=2, pad_token_id=2, rms_norm_eps=1e-5)


def phi4_mini():
    """A head of 16 numbers, of which 12 are rotated: six pairs."""
    rope = {"rope_type": "longrope", "rope_theta": 10000.0, "partial_rotary_factor": 0.75,
            "short_factor": [1.0, 1.0, 1.1, 1.2, 1.3, 1.4], "long_factor": [1.0, 1.3, 1.9, 2.6, 3.7, 5.2],
            "original_max_position_embeddings": 64}
    config = Phi3Config(**{**COMMON, "num_attention_heads": 3, "num_key_value_heads": 3},
                        max_position_embeddings=512, original_max_position_embeddings=64, rope_parameters=rope,
                        sliding_window=None, tie_word_embeddings=True)
    return config, Phi3ForCausalLM


def olmo3():
    yarn = {"rope_type": "yarn", "rope_theta": 500000.0, "factor": 4.0, "original_max_position_embeddings": 64,
            "beta_fast": 32.0, "beta_slow": 1.0, "attention_factor": 1.2}
    config = Olmo3Config(**COMMON, max_position_embeddings=512, sliding_window=32, tie_word_embeddings=False,
                         rope_parameters={"full_attention": yarn, "sliding_attention": {
                             "rope_type": "default", "rope_theta": 500000.0}})
    return config, Olmo3ForCausalLM


def old_config(config):
    """config.json as transformers 4 wrote it, and as it is published."""
    rope = dict(config.pop("rope_parameters"))
    rope = dict(rope.get("full_attention", rope))
    old = {key: config[key] for key in (*COMMON, "model_type", "max_position_embeddings", "tie_word_embeddings",
                                        "original_max_position_embeddings", "sliding_window", "layer_types")
           if key in config}
    old |= {key: rope.pop(key) for key in ("rope_theta", "partial_rotary_factor") if key in rope}
    if config["model_type"] == "phi3":
        rope = {"type": rope["rope_type"], "short_factor": rope["short_factor"], "long_factor": rope["long_factor"]}
    return {**old, "rope_scaling": rope, "torch_dtype": "bfloat16"}


def make_weights(model):
    generator = torch.Generator().manual_seed(43)
    for name, parameter in model.named_parameters():
        drawn = torch.randn(parameter.shape, generator=generator)
        drawn = 1 + 0.2 * drawn if parameter.dim() == 1 else drawn * (0.6 if "embed" in name else 0.16)
        parameter.data = drawn.to(torch.bfloat16).float()


def continuation(model, ids):
    chosen, gaps = [], []
    for _ in range(GREEDY):
        best = model(torch.tensor([ids + chosen]), use_cache=False).logits[0, -1].topk(2)
        chosen.append(int(best.indices[0]))
        gaps.append(round(float(best.values[0] - best.values[1]), 6))
    return chosen, gaps


@torch.no_grad()
def write(name, config, kind):
    config._attn_implementation = "eager"
    model = kind(config).float().eval()
    make_weights(model)
    folder = ROOT / "models" / name
    folder.mkdir(parents=True, exist_ok=True)
    model.to(torch.bfloat16).save_pretrained(folder)
    (folder / "generation_config.json").unlink(missing_ok=True)
    (folder / "config.json").rename(folder / "config.v5.json")
    (folder / "config.json").write_text(json.dumps(old_config(config.to_dict()), indent=1) + "\n")
    model = model.float()
    model.model.rotary_emb = type(model.model.rotary_emb)(config)  # whose frequencies were rounded
    generator = torch.Generator().manual_seed(7)
    prompts, arrays = [], {}
    for prompt, length in LENGTHS.items():
        ids = torch.randint(3, VOCABULARY, (length,), generator=generator).tolist()
        result = model(torch.tensor([ids]), use_cache=False, output_hidden_states=True)
        count = length if prompt == "short" else LOGITS
        arrays[prompt + ".logits"] = result.logits[0, -count:].contiguous()
        if prompt == "short":
            for layer, state in enumerate(result.hidden_states):
                arrays[f"{prompt}.hidden.{layer}"] = state[0].contiguous()
        greedy, gaps = continuation(model, ids)
        half = kind(config).to(torch.bfloat16).eval()
        half.load_state_dict(model.state_dict())
        half.model.rotary_emb = type(half.model.rotary_emb)(config)
        rounded = half(torch.tensor([ids]), use_cache=False).logits[0, -count:].float()
        prompts.append({"name": prompt, "n": length, "input_ids": ids, "greedy": greedy, "greedy_top2_gap": gaps,
                        "logits": {"key": prompt + ".logits", "first_position": length - count, "count": count},
                        "bf16_max_abs_diff": round(float((rounded - arrays[prompt + ".logits"]).abs().max()), 4)})
    expected = ROOT / "expected"
    expected.mkdir(exist_ok=True)
    save_file(arrays, expected / (name + ".safetensors"))
    (expected / (name + ".json")).write_text(json.dumps({"family": name, "prompts": prompts}, indent=1) + "\n")


write("phi4_mini", *phi4_mini())
write("olmo3", *olmo3())
