#!/usr/bin/env python3
"""Writes lora/peft-*: adapters for models/tiny-llama that PEFT made, and in lora/peft.json what it computes with them.

    python3 tests/data/make_peft_adapters.py          needs torch, transformers and peft
"""

import json
import pathlib

import peft
import torch
import transformers

HERE = pathlib.Path(__file__).parent
IDS = [1, 20, 33, 7, 61, 12, 45, 3]
ADAPTERS = {
    "peft-rslora": dict(use_rslora=True, r=4, lora_alpha=8, target_modules=["q_proj", "v_proj", "down_proj"],
                        rank_pattern={"down_proj": 2}, alpha_pattern={"v_proj": 3}),
    "peft-dora": dict(use_dora=True, r=4, lora_alpha=8, target_modules=["q_proj", "up_proj"]),
}


def logits_with(name, options):
    torch.manual_seed(7)
    model = transformers.AutoModelForCausalLM.from_pretrained(HERE / "models/tiny-llama", dtype=torch.float32)
    plain = model(torch.tensor([IDS])).logits
    model = peft.get_peft_model(model, peft.LoraConfig(task_type="CAUSAL_LM", **options))
    model.peft_config["default"].base_model_name_or_path = "tiny-llama"
    for parameter_name, parameter in model.named_parameters():
        if "lora_B" in parameter_name or "magnitude" in parameter_name:
            torch.nn.init.normal_(parameter, std=0.5)
    model.save_pretrained(HERE / "lora" / name)
    (HERE / "lora" / name / "README.md").unlink()
    logits = model.double().eval()(torch.tensor([IDS])).logits
    assert (logits - plain).abs().max() > 1
    return [[round(value, 5) for value in row] for row in logits[0, -2:].tolist()]


if __name__ == "__main__":
    logits = {name: logits_with(name, options) for name, options in ADAPTERS.items()}
    cases = [{"model": "tiny-llama", "adapters": [["peft-rslora", 1.0]], "input_ids": IDS,
              "logits": logits["peft-rslora"]}]  # the other one is rejected
    (HERE / "lora/peft.json").write_text(json.dumps({"cases": cases}) + "\n")
