"""Writes the model as a Hugging Face folder that transformers' Auto classes load and that converts to GGUF.

    vignette-cli models convert FOLDER --output vignette-starter.gguf --type Q8_0

then writes the two files that the program ships.
"""

import json
import shutil
from pathlib import Path

import torch
from transformers import AddedToken, Idefics3Processor, LlamaTokenizer
from transformers.models.idefics3.image_processing_idefics3 import Idefics3ImageProcessor

from .canvas import SIDE
from .model import LONGEST, Starter
from .tokenizer import PICTURE_ROWS, SPECIAL, TOKENIZER_FILE, TURN_END, Tokenizer

CHAT_TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n"
    "{% if message['content'] is string %}{{ message['content'] }}{% else %}"
    "{% for c in message['content'] %}{% if c['type'] == 'image' %}<image>"
    "{% elif c['type'] == 'text' %}{{ c['text'] }}{% endif %}{% endfor %}{% endif %}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)

# Texts on which the two tokenizers must agree.
PROBES = [
    "A picture of a crocodile and two pairs of jeans.",
    'It says "LIQUID $69.37 Prattling".',
    "<|im_start|>user\nHello  there<|im_end|>\n<|im_start|>assistant\n",
    "Read this: Ana Müller paid 12:30 pm.\n\nWho?",
    "zxqj Ünïcode 😀",
]


def export(starter: Starter, folder: Path) -> None:
    tokenizer = Tokenizer()
    folder.mkdir(parents=True, exist_ok=True)
    save_weights(starter, tokenizer, folder)
    shutil.copy(TOKENIZER_FILE, folder / "tokenizer.model")
    fast = fast_tokenizer(tokenizer)
    for probe in PROBES:
        if fast(probe, add_special_tokens=False)["input_ids"] != tokenizer.encode(probe):
            raise SystemExit(f"transformers' tokenizer and SentencePiece cut this differently: {probe!r}")
    Idefics3Processor(image_processor(), fast, image_seq_len=PICTURE_ROWS, chat_template=CHAT_TEMPLATE).save_pretrained(
        folder
    )
    mend_files(tokenizer, folder)


def save_weights(starter: Starter, tokenizer: Tokenizer, folder: Path) -> None:
    model = starter.model
    model.generation_config.eos_token_id = tokenizer.end
    model.generation_config.bos_token_id = 1
    model.generation_config.pad_token_id = 0
    model.to(torch.float16).save_pretrained(folder)


def fast_tokenizer(tokenizer: Tokenizer) -> LlamaTokenizer:
    pieces = tokenizer.pieces
    vocabulary = {pieces.id_to_piece(index): index for index in range(pieces.vocab_size())}
    fast = LlamaTokenizer(
        vocab=vocabulary,
        merges=merges(pieces, vocabulary),
        add_prefix_space=False,
        unk_token="<unk>",
        bos_token="<s>",
        eos_token=TURN_END,
        pad_token="<unk>",
        add_bos_token=False,
        legacy=False,
    )
    special = [text for text in SPECIAL if text.strip() and text != TURN_END]
    fast.add_special_tokens({"additional_special_tokens": special})
    fast.add_tokens([AddedToken(text, normalized=False) for text in SPECIAL if not text.strip()])
    fast.chat_template = CHAT_TEMPLATE
    fast.model_max_length = LONGEST
    return fast


def merges(pieces, vocabulary: dict[str, int]) -> list[tuple[str, str]]:
    """Every split of a learned piece into two known ones, in the order in which the results were learned."""
    found = []
    for text, index in vocabulary.items():
        given = pieces.is_byte(index) or pieces.is_control(index) or pieces.is_unknown(index) or text in SPECIAL
        if not given:
            for cut in range(1, len(text)):
                left, right = text[:cut], text[cut:]
                if left in vocabulary and right in vocabulary:
                    order = -pieces.get_score(index), vocabulary[left], vocabulary[right]
                    found.append((order, (left, right)))
    return [pair for _, pair in sorted(found)]


def image_processor() -> Idefics3ImageProcessor:
    return Idefics3ImageProcessor(
        do_resize=True,
        size={"longest_edge": SIDE},
        max_image_size={"longest_edge": SIDE},
        do_image_splitting=False,
        image_mean=[0.5] * 3,
        image_std=[0.5] * 3,
    )


def mend_files(tokenizer: Tokenizer, folder: Path) -> None:
    """What converters read from the folder and transformers does not write."""
    added = {
        str(tokenizer.piece(text)): dict(
            content=text, special=bool(text.strip()), lstrip=False, rstrip=False, normalized=False, single_word=False
        )
        for text in SPECIAL
    }
    update(
        folder / "tokenizer_config.json",
        add_bos_token=False,
        add_eos_token=False,
        add_prefix_space=False,
        added_tokens_decoder=added,
    )
    (folder / "preprocessor_config.json").write_text("{}")
    update(
        folder / "preprocessor_config.json",
        do_resize=True,
        do_rescale=True,
        do_normalize=True,
        do_image_splitting=False,
        image_mean=[0.5] * 3,
        image_std=[0.5] * 3,
        size={"longest_edge": SIDE},
        max_image_size={"longest_edge": SIDE},
        image_processor_type="Idefics3ImageProcessor",
        resample=1,
    )
    # llama.cpp's converter chooses the decoder's class by this name.
    text_config = json.loads((folder / "config.json").read_text())["text_config"]
    text_config["architectures"] = ["VLlama3ForCausalLM"]
    update(folder / "config.json", architectures=["Idefics3ForConditionalGeneration"], text_config=text_config)


def update(file: Path, **values) -> None:
    content = json.loads(file.read_text())
    content.update(values)
    file.write_text(json.dumps(content, indent=1))
