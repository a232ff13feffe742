"""Whether transformers, Vignette and llama.cpp choose the same tokens, from identical ids and the same picture files.

transformers answers greedily in float32; the others then read its answer and must choose the same token at every place.
"""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
import torch
from PIL import Image
from transformers import AutoModelForImageTextToText

from . import scenes
from .batches import stack_pixels, to_pixels
from .canvas import SIDE
from .tokenizer import Tokenizer

MOST_NEW_TOKENS = 72


@dataclass
class Answer:
    picture: Path
    question: str
    ids: list[int]  # of the prompt, a picture's place marked by its token
    greedy: list[int]
    smallest_gap: float  # between the two largest logits, over the answer


class Transformers:
    """The model as transformers runs it."""

    def __init__(self, folder: Path):
        self.model = AutoModelForImageTextToText.from_pretrained(folder, dtype=torch.float32).eval()
        self.tokenizer = Tokenizer()

    @torch.inference_mode()
    def answer(self, picture: Path, question: str, with_tile: bool) -> Answer:
        ids = self.tokenizer.prompt(question, self.tokenizer.picture_tokens(with_tile))
        pixels = to_pixels(stack_pixels([self.squeezed(picture)] * (2 if with_tile else 1)))
        written = self.model.generate(
            input_ids=torch.tensor([ids]),
            attention_mask=torch.ones(1, len(ids), dtype=torch.long),
            pixel_values=pixels[None],
            max_new_tokens=MOST_NEW_TOKENS,
            do_sample=False,
            output_logits=True,
            return_dict_in_generate=True,
        )
        greedy = written.sequences[0, len(ids) :].tolist()
        gaps = [logits[0].topk(2).values for logits in written.logits]
        return Answer(picture, question, ids, greedy, min((one - other).item() for one, other in gaps))

    @staticmethod
    def squeezed(picture: Path) -> np.ndarray:
        return np.asarray(Image.open(picture).convert("RGB").resize((SIDE, SIDE), Image.LANCZOS))


def vignette_choices(program: Path, model: Path, answer: Answer, picture_token: int) -> list[int]:
    """The most likely token at every place of the answer, by `vignette-cli inspect logits`."""
    ids = answer.ids + answer.greedy[:-1]
    pictures = ids.count(picture_token) // ((SIDE // 32) ** 2)
    command = [program, "inspect", "logits", "--model", model, "--ids", ",".join(map(str, ids))]
    command += ["--last", str(len(answer.greedy))] + ["--image", answer.picture] * pictures
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [int(np.argmax(logits)) for logits in json.loads(printed)["logits"]]


class LlamaCpp:
    """The model as llama.cpp runs it, through the bindings of llama-cpp-python; it always sends tile and overview."""

    def __init__(self, text: Path, projector: Path):
        import llama_cpp
        from llama_cpp import mtmd_cpp

        self.llama, self.mtmd = llama_cpp, mtmd_cpp
        self.model = llama_cpp.Llama(str(text), n_ctx=1024, n_threads=1, logits_all=False, verbose=False)
        options = mtmd_cpp.mtmd_context_params_default()
        options.use_gpu, options.n_threads, options.print_timings = False, 1, False
        self.vision = mtmd_cpp.mtmd_init_from_file(str(projector).encode(), self.model.model, options)

    def prompt(self, question: str) -> str:
        marker = self.mtmd.mtmd_default_marker().decode()
        return f"<|im_start|>user\n{marker}{question}<|im_end|>\n<|im_start|>assistant\n"

    def choices(self, answer: Answer, prompt: str) -> list[int]:
        """The most likely token at every place of the answer; `prompt` as the method of that name makes it."""
        self.model.reset()
        self.model._ctx.kv_cache_clear()
        past = self.read_prompt(answer, prompt)
        chosen = [self.most_likely()]
        for index, token in enumerate(answer.greedy[:-1]):
            batch = self.llama.llama_batch_get_one((self.llama.llama_token * 1)(token), 1)
            if self.llama.llama_decode(self.model.ctx, batch):
                raise RuntimeError(f"llama.cpp failed at position {past + index}")
            chosen.append(self.most_likely())
        return chosen

    def read_prompt(self, answer: Answer, prompt: str) -> int:
        import ctypes

        mtmd = self.mtmd
        pixels = np.ascontiguousarray(Transformers.squeezed(answer.picture))
        bitmap = mtmd.mtmd_bitmap_init(SIDE, SIDE, pixels.ctypes.data_as(ctypes.POINTER(ctypes.c_uint8)))
        text = mtmd.mtmd_input_text()
        text.text, text.text_len = prompt.encode(), len(prompt.encode())
        text.add_special, text.parse_special = False, True
        chunks = mtmd.mtmd_input_chunks_init()
        bitmaps = (mtmd.mtmd_bitmap_p_ctypes * 1)(bitmap)
        if mtmd.mtmd_tokenize(self.vision, chunks, ctypes.byref(text), bitmaps, 1):
            raise RuntimeError("llama.cpp could not cut the prompt")
        past = self.llama.llama_pos(0)
        if mtmd.mtmd_helper_eval_chunks(
            self.vision, self.model.ctx, chunks, 0, 0, self.model.n_batch, True, ctypes.byref(past)
        ):
            raise RuntimeError("llama.cpp could not read the prompt")
        if past.value != len(answer.ids):
            raise RuntimeError(f"llama.cpp read {past.value} positions where {len(answer.ids)} were expected")
        mtmd.mtmd_input_chunks_free(chunks)
        mtmd.mtmd_bitmap_free(bitmap)
        return past.value

    def most_likely(self) -> int:
        logits = self.llama.llama_get_logits_ith(self.model.ctx, -1)
        return int(np.argmax(np.ctypeslib.as_array(logits, shape=(self.model.n_vocab(),))))


def drawn_pictures(folder: Path, count: int) -> list[tuple[Path, str]]:
    """Files of SIDE x SIDE pixels, which nobody needs to resize, and a question about each."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = []
    for index in range(count):
        rng = Random(f"compare {index}")
        example = scenes.draw(rng)
        file = folder / f"{index:02d}.png"
        Image.fromarray(example.canvas.pixels()).save(file)
        pictures.append((file, rng.choice(example.turns)[0]))
    return pictures


def compare(
    folder: Path, gguf: Path | None, program: Path | None, with_llama_cpp: bool, keep: Path, count: int
) -> None:
    """Prints on how many pictures each of the others chooses every token as transformers does, in either form of a
    picture; llama.cpp knows only tile and overview."""
    transformers = Transformers(folder)
    picture_token = transformers.tokenizer.picture
    llama_cpp = LlamaCpp(gguf, gguf.with_name(f"mmproj-{gguf.name}")) if with_llama_cpp else None
    pictures = drawn_pictures(keep, count)
    same: dict[str, int] = {}
    for picture, question in pictures:
        for with_tile in (False, True):
            answer = transformers.answer(picture, question, with_tile)
            form = "tile and overview" if with_tile else "overview"
            chosen = {}
            for model in [folder] + [gguf] * bool(gguf):
                if program:
                    choices = vignette_choices(program, model, answer, picture_token)
                    chosen[f"Vignette, {model.name}, {form}"] = choices
            if llama_cpp and with_tile:
                choices = llama_cpp.choices(answer, llama_cpp.prompt(question))
                chosen[f"llama.cpp, {gguf.name}, {form}"] = choices
            for name, tokens in chosen.items():
                same[name] = same.get(name, 0) + (tokens == answer.greedy)
                if tokens != answer.greedy:
                    print(f"{name} differs on {picture.name}, {question!r}; smallest gap {answer.smallest_gap:.3f}")
    for name, hits in same.items():
        print(f"{name}: the same tokens as transformers on {hits} of {len(pictures)} pictures")


def write_reference(folder: Path, samples: Path, file: Path) -> None:
    """What transformers says of the sample pictures, for the program's tests."""
    model = Transformers(folder)
    rows = []
    for sample in json.loads((samples / "captions.json").read_text()):
        answer = model.answer(samples / sample["file"], "Describe the image.", with_tile=False)
        caption = model.tokenizer.decode(answer.greedy)
        gap = round(answer.smallest_gap, 3)
        rows.append(dict(file=sample["file"], caption=caption, ids=answer.ids, greedy=answer.greedy, min_gap=gap))
    made_with = "python3 -m starter reference: transformers, float32, greedy; min_gap: between the two largest logits"
    pictures = ",\n  ".join(json.dumps(row) for row in rows)
    text = f'{{\n "made_with": {json.dumps(made_with)},\n "pictures": [\n  {pictures}\n ]\n}}\n'
    file.write_text(text, encoding="utf-8")
