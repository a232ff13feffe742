#!/usr/bin/env python3
"""Writes films/: small GIFs, what Pillow shows of them, and what transformers computes with them.

    python3 tests/data/make_films.py FIXTURES

needs torch, torchvision, transformers 5, Pillow and the program ffmpeg, and the models of the reference outputs (see
VIGNETTE_FIXTURES), which the tests need, too, for all but decoding and preparing.
"""

import json
import pathlib
import subprocess
import sys

import numpy as np
import torch
from PIL import Image, ImageDraw, ImageSequence
from safetensors.torch import save_file
from transformers import AutoConfig, AutoModelForImageTextToText, AutoProcessor
from transformers.video_utils import VideoMetadata

HERE = pathlib.Path(__file__).parent / "films"
FAMILIES = ["qwen2_vl", "qwen2_5_vl", "qwen3_vl", "qwen3_5"]
MARKS = "<|vision_start|><|video_pad|><|vision_end|>"
SIZE, FRAMES, HUNDREDTHS = (120, 44), 12, 20
GREEDY, LOGITS = 24, 8


def drawn(number, transparent=False):
    """A ball that crosses a field of few colours."""
    background = (0, 0, 0, 0) if transparent else (230, 225, 200, 255)
    picture = Image.new("RGBA", SIZE, background)
    pen = ImageDraw.Draw(picture)
    if not transparent:
        pen.rectangle([0, 30, 120, 44], fill=(60, 120, 70, 255))
    x = 2 + 9 * number
    pen.ellipse([x, 10 + number, x + 14, 24 + number], fill=(200, 40 + 10 * number, 50, 255))
    pen.rectangle([50 - 3 * number, 4, 54 - 3 * number, 9], fill=(30, 60, 200, 255))
    return picture


def stacked(frames):
    width, height = frames[0].size
    out = Image.new("RGB", (width, height * len(frames)))
    for number, frame in enumerate(frames):
        out.paste(frame, (0, number * height))
    return out


def write_gif(name, transparent, disposal):
    frames = [drawn(number, transparent) for number in range(FRAMES)]
    path = HERE / f"{name}.gif"
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=10 * HUNDREDTHS, loop=0,
                   disposal=disposal)
    shown = []
    with Image.open(path) as film:
        for frame in ImageSequence.Iterator(film):
            white = Image.new("RGBA", frame.size, (255, 255, 255, 255))
            shown.append(Image.alpha_composite(white, frame.convert("RGBA")).convert("RGB"))
    stacked(shown).save(HERE / f"{name}.frames.png", optimize=True)
    return shown


def pixels_of(processor, values, grid):
    """The frames as they were scaled, from the patches that a tower reads."""
    video = processor.video_processor
    patch, merge, steps = video.patch_size, video.merge_size, video.temporal_patch_size
    t, h, w = grid
    values = values.reshape(t, h // merge, w // merge, merge, merge, 3, steps, patch, patch)
    values = values.permute(0, 6, 1, 3, 7, 2, 4, 8, 5).reshape(t * steps, h * patch, w * patch, 3)
    mean, deviation = torch.tensor(video.image_mean), torch.tensor(video.image_std)
    return [Image.fromarray(frame) for frame in
            ((values * deviation + mean) * 255).round().clamp(0, 255).to(torch.uint8).numpy()]


def logits_of(model, ids, video, kinds):
    ids, kinds = torch.tensor([ids]), torch.tensor([kinds])
    with torch.no_grad():
        return model(input_ids=ids, attention_mask=torch.ones_like(ids), mm_token_type_ids=kinds,
                     **video).logits[0].float()


def reference(root, family, film, arrays):
    folder = root / "models" / family
    processor = AutoProcessor.from_pretrained(folder)
    config = AutoConfig.from_pretrained(folder)
    config._attn_implementation = "eager"
    model = AutoModelForImageTextToText.from_pretrained(folder, config=config, dtype=torch.float32).eval()
    question = "What moves?"
    start, end = "<|im_start|>", "<|im_end|>\n"
    messages = [{"role": "user", "content": [{"type": "image"}, {"type": "text", "text": question}]}]
    rendered = processor.apply_chat_template(messages, add_generation_prompt=True, tokenize=False)
    rendered = rendered.replace("<|image_pad|>", "<|video_pad|>")
    # The processor of Qwen3-VL writes the marks for each step and keeps those of the template around
    # all; the one of the model's authors replaces them, and so the models were trained.
    text = rendered.replace(MARKS, "<|video_pad|>") if family.startswith("qwen3") else rendered
    seconds = FRAMES * HUNDREDTHS / 100
    metadata = VideoMetadata(total_num_frames=FRAMES, fps=FRAMES / seconds, duration=seconds,
                             width=SIZE[0], height=SIZE[1])
    inputs = processor(text=text, videos=[np.stack([np.asarray(frame) for frame in film])],
                       video_metadata=[metadata], do_sample_frames=True, fps=2, return_tensors="pt",
                       return_metadata=True)
    ids, kinds = inputs["input_ids"][0].tolist(), inputs["mm_token_type_ids"][0].tolist()
    grid = inputs["video_grid_thw"][0].tolist()
    video = {key: inputs[key] for key in ("pixel_values_videos", "video_grid_thw") if key in inputs}
    if "second_per_grid_ts" in inputs:
        video["second_per_grid_ts"] = torch.as_tensor(inputs["second_per_grid_ts"])
    stacked(pixels_of(processor, video["pixel_values_videos"], grid)).save(
        HERE / f"{family}.scaled.png", optimize=True)
    logits = logits_of(model, ids, video, kinds)[-LOGITS:]
    tokens, gaps, longer, longer_kinds = [], [], list(ids), list(kinds)
    for _ in range(GREEDY):
        best = logits_of(model, longer, video, longer_kinds)[-1].topk(2)
        tokens.append(int(best.indices[0]))
        gaps.append(round(float(best.values[0] - best.values[1]), 5))
        longer.append(tokens[-1])
        longer_kinds.append(0)
    with torch.no_grad():
        features = model.model.get_video_features(
            video["pixel_values_videos"], video["video_grid_thw"])
    rows = torch.cat(list(features.pooler_output))
    arrays[f"{family}.logits"], arrays[f"{family}.rows"] = logits.contiguous(), rows.contiguous()
    token = processor.tokenizer.convert_tokens_to_ids("<|video_pad|>")
    return {"family": family, "messages": messages, "images": ["ball.gif"], "input_ids": ids,
            "grid": grid, "frames": [int(i) for i in inputs["video_metadata"][0].frames_indices],
            "video_token_id": token, "logits": {"key": f"{family}.logits", "count": LOGITS},
            "rows": f"{family}.rows", "greedy": tokens, "greedy_top2_gap": gaps}


def main():
    root = pathlib.Path(sys.argv[1])
    HERE.mkdir(exist_ok=True)
    film = write_gif("ball", False, 1)
    film[0].save(HERE / "ball.webp", save_all=True, append_images=film[1:], duration=10 * HUNDREDTHS,
                 lossless=True)
    write_gif("cleared", True, 2)
    write_gif("restored", False, 3)
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", HERE / "ball.gif", "-c:v", "libx264rgb", "-qp", "0",
                    HERE / "ball.mp4"], check=True)  # nothing is lost
    arrays = {}
    references = [reference(root, family, film, arrays) for family in FAMILIES]
    save_file(arrays, HERE / "films.safetensors")
    (HERE / "films.json").write_text(json.dumps(references) + "\n")


if __name__ == "__main__":
    main()
