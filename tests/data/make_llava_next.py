#!/usr/bin/env python3
"""Writes towers/: a random LLaVA 1.6 in Hugging Face layout, and what transformers computes with it.

    python3 tests/data/make_llava_next.py [FOLDER] [--decoder llama|mistral] [--large]

needs torch, torchvision, transformers 5, tokenizers, Pillow. The folder has the layout of the
reference outputs that VIGNETTE_FIXTURES names, so that the same tests run over it.
"""

import argparse
import copy
import json
import pathlib
import random

import numpy as np
import torch
from PIL import Image, ImageDraw
from safetensors.torch import save_file
from tokenizers import AddedToken, Tokenizer, decoders, models, normalizers, processors, trainers
from transformers import (CLIPVisionConfig, LlamaConfig, LlavaNextConfig,
                          LlavaNextForConditionalGeneration, LlavaNextProcessor, MistralConfig,
                          PreTrainedTokenizerFast)
from transformers.models.llava_next.image_processing_pil_llava_next import LlavaNextImageProcessorPil

HERE = pathlib.Path(__file__).parent
FAMILY = "llava_next"
GREEDY, LOGITS = 48, 8
TEMPLATE = (
    "{% for message in messages %}{{ message['role'].upper() + ': ' }}"
    "{% for part in message['content'] %}{% if part['type'] == 'image' %}{{ '<image>\\n' }}"
    "{% else %}{{ part['text'] + ' ' }}{% endif %}{% endfor %}{% endfor %}"
    "{% if add_generation_prompt %}{{ 'ASSISTANT:' }}{% endif %}")


def user(*parts):
    return {"role": "user", "content": [
        {"type": "image"} if part is None else {"type": "text", "text": part} for part in parts]}


def answer(text):
    return {"role": "assistant", "content": [{"type": "text", "text": text}]}


def pictures(side):
    """Sizes that fit each kind of rectangle, one that needs no scaling, and one that is small."""
    return {"wide": (5 * side // 2 + 3, side), "tall": (side - 5, 2 * side + 1),
            "photograph": (4 * side, 3 * side - 2), "small": (side // 2 + 1, side // 3),
            "exact": (2 * side, 2 * side)}


PROMPTS = [
    ("one_big", ["photograph"], [user(None, "Describe it.")]),
    ("two_images", ["tall", "wide"], [user("First:", None, "Second:", None, "What differs?")]),
    ("multi_turn", ["small", "tall"],
     [user(None, "What is this?"), answer("A circle."), user(None, "And this?")]),
    ("short", [], [user("There is no picture. Say hello.")]),
    ("exact_size", ["exact"], [user(None, "What do you see?")]),
]


def draw(size, seed):
    """Colours that run, with shapes on them."""
    width, height = size
    y, x = np.mgrid[0:height, 0:width]
    base = np.stack([x * 255 // max(width - 1, 1), y * 255 // max(height - 1, 1),
                     (x + y) * 7 % 256], -1).astype(np.uint8)
    picture = Image.fromarray(base)
    shapes, pen = random.Random(seed), ImageDraw.Draw(picture)
    for _ in range(4):
        left, top = shapes.randrange(width), shapes.randrange(height)
        box = [left, top, left + width // 3 + 1, top + height // 3 + 1]
        pen.ellipse(box, fill=tuple(shapes.randrange(256) for _ in range(3)))
    return picture


def make_tokenizer():
    """A vocabulary of 320: bytes, and the commonest pieces of a text."""
    tokens = ["<unk>", "<s>", "</s>"] + [f"<0x{byte:02X}>" for byte in range(256)]
    trained = Tokenizer(models.BPE(unk_token="<unk>", byte_fallback=True, fuse_unk=True))
    spaces = normalizers.Sequence([normalizers.Prepend("\u2581"), normalizers.Replace(" ", "\u2581")])
    trained.normalizer = spaces
    text = (HERE / "text/alice.txt").read_text().split("\n")
    words = [word + " " for line in text for word in line.split(" ") if word]
    trained.train_from_iterator(
        words, trainers.BpeTrainer(vocab_size=350, special_tokens=["<unk>"], show_progress=False))
    learnt = json.loads(trained.to_str())["model"]
    letters = [piece for piece in learnt["vocab"] if len(piece) == 1]
    merges = [tuple(pair) for pair in learnt["merges"] if "".join(pair).count("\u2581") < 2]
    tokens += sorted(letters)
    kept = []
    for pair in merges:
        if len(tokens) < 398 and pair[0] in tokens and pair[1] in tokens:
            tokens.append("".join(pair))
            kept.append(pair)
    tokens += [f"<filler_{i}>" for i in range(398 - len(tokens))]
    tokenizer = Tokenizer(models.BPE(vocab={token: i for i, token in enumerate(tokens)}, merges=kept,
                                     unk_token="<unk>", byte_fallback=True, fuse_unk=True))
    tokenizer.normalizer = spaces
    tokenizer.decoder = decoders.Sequence([decoders.Replace("\u2581", " "), decoders.ByteFallback(),
                                           decoders.Fuse(), decoders.Strip(" ", 1, 0)])
    tokenizer.add_special_tokens([AddedToken(token, special=True, normalized=False) for token in
                                  ["<unk>", "<s>", "</s>", "<image>", "<pad>"]])
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A", pair="<s> $A <s> $B", special_tokens=[("<s>", 1)])
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, unk_token="<unk>", bos_token="<s>",
                                   eos_token="</s>", pad_token="<pad>",
                                   extra_special_tokens={"image_token": "<image>"})


def make_config(decoder, side, large):
    width = 96 if large else 48
    text = dict(hidden_size=width, intermediate_size=2 * width, num_hidden_layers=3 if large else 2,
                num_attention_heads=4, num_key_value_heads=2, vocab_size=400,
                max_position_embeddings=2048, rms_norm_eps=1e-5, bos_token_id=1, eos_token_id=2,
                pad_token_id=399, tie_word_embeddings=False)
    text = (MistralConfig(**text, sliding_window=None, head_dim=width // 4)
            if decoder == "mistral" else LlamaConfig(**text))
    vision = CLIPVisionConfig(hidden_size=64 if large else 32, intermediate_size=64,
                              num_hidden_layers=3 if large else 2, num_attention_heads=4,
                              image_size=side, patch_size=side // 4, projection_dim=32)
    # Not all that the published ones have, so that height and width cannot be mistaken.
    points = [[side, 2 * side], [2 * side, side], [2 * side, 2 * side], [side, 3 * side]]
    return LlavaNextConfig(vision_config=vision, text_config=text, image_token_index=398,
                           image_grid_pinpoints=points, image_seq_length=16,
                           tie_word_embeddings=False)


def old_config(config):
    """config.json as transformers 4 wrote it: only what differs from the classes, rope_theta."""
    def some(part, keys):
        return {key: part[key] for key in keys if key in part}
    new = config.to_dict()
    text = some(new["text_config"], [
        "model_type", "hidden_size", "intermediate_size", "num_hidden_layers",
        "num_attention_heads", "num_key_value_heads", "max_position_embeddings", "rms_norm_eps",
        "vocab_size", "bos_token_id", "eos_token_id", "pad_token_id"])
    text["rope_theta"] = 10000.0
    if text["model_type"] == "mistral":
        text["sliding_window"] = None
    vision = some(new["vision_config"], [
        "model_type", "hidden_size", "intermediate_size", "num_hidden_layers",
        "num_attention_heads", "image_size", "patch_size", "projection_dim"])
    top = some(new, ["ignore_index", "image_grid_pinpoints", "projector_hidden_act",
                     "vision_feature_layer", "vision_feature_select_strategy"])
    return {"architectures": ["LlavaNextForConditionalGeneration"], "model_type": FAMILY, **top,
            "image_token_index": 398, "text_config": text, "tie_word_embeddings": False,
            "torch_dtype": "bfloat16", "transformers_version": "4.39.0.dev0",
            "use_image_newline_parameter": True, "vision_config": vision, "vocab_size": 400}


def old_name(name):
    """The name of a tensor in the files of transformers 4."""
    if name.startswith("lm_head."):
        return "language_model." + name
    name = name.removeprefix("model.").replace("language_model.", "language_model.model.")
    if name.startswith("vision_tower.") and ".vision_model." not in name:
        name = name.replace("vision_tower.", "vision_tower.vision_model.", 1)
    return name


def write_json(path, content):
    path.write_text(json.dumps(content, indent=1) + "\n")


def make_model(config, seed):
    torch.manual_seed(seed)
    config._attn_implementation = "eager"
    model = LlavaNextForConditionalGeneration(config).float().eval()
    for name, weight in model.named_parameters():
        scale = 0.6 if "embed" in name or "newline" in name else 1.5 / weight.shape[-1] ** 0.5
        if weight.dim() == 4:
            scale = 1.5 / (weight.numel() / weight.shape[0]) ** 0.5
        if "norm" in name and name.endswith("weight"):
            weight.data = 1 + 0.1 * torch.randn_like(weight)
        else:
            weight.data = (0.05 if name.endswith("bias") else scale) * torch.randn_like(weight)
        weight.data = weight.data.bfloat16().float()
    return model


def logits_of(model, ids, pictures_of):
    ids = torch.tensor([ids])
    with torch.no_grad():
        return model(input_ids=ids, attention_mask=torch.ones_like(ids), **pictures_of).logits[0].float()


def greedy_of(model, ids, pictures_of):
    """Every step is a full pass."""
    ids, tokens, gaps = list(ids), [], []
    for _ in range(GREEDY):
        best = logits_of(model, ids, pictures_of)[-1].topk(2)
        tokens.append(int(best.indices[0]))
        gaps.append(round(float(best.values[0] - best.values[1]), 5))
        ids.append(tokens[-1])
    return tokens, gaps


def reference(model, rounded, processor, prompt, folder, arrays):
    name, images, messages = prompt
    files = [f"expected/images/{image}.png" for image in images]
    loaded = [Image.open(folder / file) for file in files]
    rendered = processor.apply_chat_template(messages, add_generation_prompt=True, tokenize=False)
    inputs = processor(text=rendered, images=loaded or None, return_tensors="pt")
    ids = inputs["input_ids"][0].tolist()
    extra = {key: inputs[key] for key in ("pixel_values", "image_sizes") if key in inputs}
    logits = logits_of(model, ids, extra)[-LOGITS:]
    half = {key: value.bfloat16() if value.is_floating_point() else value for key, value in extra.items()}
    greedy, gaps = greedy_of(model, ids, extra)
    arrays[f"{name}.logits"] = logits.contiguous()
    result = {"name": name, "n": len(ids), "input_ids": ids,
              "logits": {"key": f"{name}.logits", "first_position": len(ids) - LOGITS, "count": LOGITS},
              "greedy": greedy, "greedy_top2_gap": gaps, "greedy_min_gap": min(gaps),
              "bf16_max_abs_diff": round(float((logits_of(rounded, ids, half)[-LOGITS:] - logits).abs().max()), 4),
              "messages": messages, "images": files, "rendered": rendered, "image_token_id": 398,
              "image_token_positions": [i for i, id in enumerate(ids) if id == 398]}
    if name == "short":
        with torch.no_grad():
            states = model(input_ids=inputs["input_ids"], output_hidden_states=True).hidden_states
        for layer, state in enumerate(states):
            arrays[f"{name}.hidden.{layer}"] = state[0].contiguous()
    if images:
        with torch.no_grad():
            rows = torch.cat(list(model.model.get_image_features(**extra).pooler_output))
        arrays[f"{name}.pixel_values"] = extra["pixel_values"].contiguous()
        arrays[f"{name}.image_embeds"] = rows.contiguous()
        result["pixel_values"] = {"key": f"{name}.pixel_values", "shape": list(extra["pixel_values"].shape)}
        result["image_sizes"] = extra["image_sizes"].tolist()
        result["image_embeds"] = {"key": f"{name}.image_embeds", "shape": list(rows.shape)}
    return result


def image_tokens():
    """[width, height, tokens] for pictures of many sizes, with the numbers of the published models."""
    image = LlavaNextImageProcessorPil(size={"shortest_edge": 336}, crop_size={"height": 336, "width": 336})
    processor = LlavaNextProcessor(image, make_tokenizer(), patch_size=14, image_token="<image>",
                                   vision_feature_select_strategy="default", num_additional_image_tokens=1)
    sizes = random.Random(5)
    some = [(336, 336), (672, 336), (1, 1), (1, 900), (5000, 40), (333, 1000), (2000, 667), (1000, 750)]
    some += [(sizes.randrange(1, 1500), sizes.randrange(1, 1500)) for _ in range(60)]
    # The processor counts the class token, too, and takes it off where it is dropped.
    return [[width, height, processor._get_number_of_features(height, width, 336, 336) - 1]
            for width, height in some]


def write_model(model, config, tokenizer, processor, folder):
    tokenizer.chat_template = None
    tokenizer.save_pretrained(folder)
    write_json(folder / "config.json", old_config(config))
    new = json.loads(config.to_json_string(use_diff=False))
    write_json(folder / "config.v5.json",
               {**new, "architectures": ["LlavaNextForConditionalGeneration"], "dtype": "bfloat16"})
    write_json(folder / "chat_template.json", {"chat_template": TEMPLATE})
    image = processor.image_processor
    write_json(folder / "preprocessor_config.json", {
        "image_processor_type": "LlavaNextImageProcessor", "crop_size": dict(image.crop_size),
        "do_center_crop": True, "do_convert_rgb": True, "do_normalize": True, "do_pad": True,
        "do_rescale": True, "do_resize": True, "image_grid_pinpoints": image.image_grid_pinpoints,
        "image_mean": list(image.image_mean), "image_std": list(image.image_std), "resample": 3,
        "rescale_factor": 1 / 255, "size": {"shortest_edge": image.size["shortest_edge"]}})
    write_json(folder / "processor_config.json", {
        "processor_class": "LlavaNextProcessor", "patch_size": processor.patch_size,
        "vision_feature_select_strategy": "default", "image_token": "<image>",
        "num_additional_image_tokens": 1})
    save_file({old_name(name): weight.data.bfloat16().contiguous()
               for name, weight in model.named_parameters()}, folder / "model.safetensors",
              metadata={"format": "pt"})


def main():
    options = argparse.ArgumentParser()
    options.add_argument("folder", nargs="?", type=pathlib.Path, default=HERE / "towers")
    options.add_argument("--decoder", default="llama", choices=["llama", "mistral"])
    options.add_argument("--large", action="store_true")
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    side = 56 if given.large else 24
    for part in (f"models/{FAMILY}", "expected/images"):
        (given.folder / part).mkdir(parents=True, exist_ok=True)
    for number, (name, size) in enumerate(pictures(side).items()):
        draw(size, number).save(given.folder / f"expected/images/{name}.png", optimize=True)

    config = make_config(given.decoder, side, given.large)
    model = make_model(config, given.seed)
    rounded = copy.deepcopy(model).bfloat16()
    tokenizer = make_tokenizer()
    (given.folder / "image_tokens.json").write_text(json.dumps(image_tokens()) + "\n")
    processor = LlavaNextProcessor(
        LlavaNextImageProcessorPil(size={"shortest_edge": side},
                                   crop_size={"height": side, "width": side},
                                   image_grid_pinpoints=config.image_grid_pinpoints),
        tokenizer, patch_size=side // 4, vision_feature_select_strategy="default",
        chat_template=TEMPLATE, image_token="<image>", num_additional_image_tokens=1)
    arrays = {}
    prompts = [reference(model, rounded, processor, prompt, given.folder, arrays) for prompt in PROMPTS]
    write_model(model, config, tokenizer, processor, given.folder / "models" / FAMILY)
    save_file(arrays, given.folder / f"expected/{FAMILY}.safetensors")
    (given.folder / f"expected/{FAMILY}.json").write_text(json.dumps({
        "family": FAMILY, "model": f"models/{FAMILY}", "arrays": f"expected/{FAMILY}.safetensors",
        "computed_with": "transformers, float32, CPU, eager attention, no KV cache",
        "image_processor": "LlavaNextImageProcessorPil (the PIL/numpy one)",
        "weights_on_disk": "bfloat16", "prompts": prompts}) + "\n")


if __name__ == "__main__":
    main()
