"""Our own SentencePiece vocabulary, and conversations as rows of its pieces.

No dummy prefix, no normalisation, digits split, bytes for everything else: so transformers' fast tokenizer,
SentencePiece and llama.cpp agree. "\\n" and "\\n\\n" are pieces of their own because llama.cpp looks both up.
"""

from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import sentencepiece

from . import scenes, texts
from .canvas import PATCHES
from .fonts import CHARACTERS, phrase
from .looks import Looks, Sights, Span, mark_copied, mark_turn
from .names import THINGS, plural, with_article
from .scenes.example import DESCRIBE

TOKENIZER_FILE = Path(__file__).parent / "tokenizer.model"
PIECES = 2304
PICTURE_ROWS = (PATCHES // 2) ** 2  # what the decoder sees of a picture, after 2 x 2 patches became one row

TURN_START, TURN_END, PICTURE = "<|im_start|>", "<|im_end|>", "<image>"
AROUND_PICTURE, OVERVIEW, TILE = "<fake_token_around_image>", "<global-img>", "<row_1_col_1>"
TILES = [f"<row_{row}_col_{column}>" for row in range(1, 5) for column in range(1, 5)]
SPECIAL = [TURN_START, TURN_END, PICTURE, AROUND_PICTURE, OVERVIEW, *TILES, "\n\n", "\n"]

SPACE = "\u2581"  # how SentencePiece writes it
UNTRAINED = -100  # the label of a token that is given, not predicted
SHORT_ANSWER = 2.0  # times the weight of other answers
PROSE = 0.03  # the weight of texts about which nothing is asked

Turn = tuple[str, str]


@dataclass
class Row:
    """A conversation. `picture_rows` says for every token which row of its picture stands there, or -1; `weights` how
    much it counts in the loss of the answers."""

    tokens: list[int] = field(default_factory=list)
    labels: list[int] = field(default_factory=list)
    picture_rows: list[int] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)
    looks: Looks = field(default_factory=Looks)

    def add(self, tokens: list[int], picture_piece: int, weight: float = 0.0) -> None:
        """Tokens without weight are given, not predicted."""
        self.tokens += tokens
        self.labels += tokens if weight else [UNTRAINED] * len(tokens)
        self.weights += [weight] * len(tokens)
        self.looks.extend(len(tokens))
        seen = sum(row >= 0 for row in self.picture_rows)
        for token in tokens:
            self.picture_rows.append(seen % PICTURE_ROWS if token == picture_piece else -1)
            seen += token == picture_piece

    def pad(self, length: int) -> None:
        """With tokens at the end that nobody reads."""
        self.add([0] * (length - len(self.tokens)), picture_piece=-1)


def weight_of(question: str, answer: str) -> float:
    """A short answer about a picture holds one or two words that decide it, a caption or what is read a dozen; at the
    same weight the short ones drown."""
    return 1.0 if question in DESCRIBE or '"' in answer else SHORT_ANSWER


class Tokenizer:
    def __init__(self, file: Path = TOKENIZER_FILE):
        self.pieces = sentencepiece.SentencePieceProcessor(model_file=str(file))
        self.picture = self.piece(PICTURE)
        self.end = self.piece(TURN_END)
        self.newline = self.piece("\n")

    def piece(self, text: str) -> int:
        return self.pieces.piece_to_id(text)

    def encode(self, text: str) -> list[int]:
        return self.pieces.encode(text)

    def decode(self, tokens: list[int]) -> str:
        return self.pieces.decode([token for token in tokens if token != self.end])

    def encode_answer(self, answer: str) -> list[int]:
        """What stands between quotation marks is spelled: reading then maps patches to characters."""
        tokens: list[int] = []
        for index, part in enumerate(answer.split('"')):
            if index:
                tokens += self.encode('"')
            is_quoted = index % 2 == 1
            tokens += (
                [self.piece(SPACE if letter == " " else letter) for letter in part] if is_quoted else self.encode(part)
            )
        return tokens

    def picture_tokens(self, with_tile: bool) -> list[int]:
        """A picture as an overview, or as its only tile and the overview, the way llama.cpp's mtmd sends it."""
        rows = [self.picture] * PICTURE_ROWS
        around = self.piece(AROUND_PICTURE)
        overview = [around, self.piece(OVERVIEW), *rows, around]
        return [around, self.piece(TILE), *rows, self.piece("\n\n"), *overview] if with_tile else overview

    def prompt(self, question: str, picture_tokens: list[int]) -> list[int]:
        return [token for part in self.prompt_parts(question, picture_tokens) for token in part]

    def prompt_parts(self, question: str, picture_tokens: list[int]) -> tuple[list[int], list[int], list[int]]:
        """What stands before the question, the question, and what stands after it."""
        before = self.encode(f"{TURN_START}user\n") + picture_tokens
        return before, self.encode(question), self.encode(f"{TURN_END}\n{TURN_START}assistant\n")

    def row(
        self, turns: list[Turn], length: int, picture_tokens: list[int], sights: Sights | None = None
    ) -> Row | None:
        """The turns that fit in `length` tokens, the picture (or passage, and then no `sights`) before the first; None
        if not even the first fits."""
        row, passage = Row(), None
        for question, answer in turns:
            before, asked_tokens, after = self.prompt_parts(question, picture_tokens if not row.tokens else [])
            prompt = before + asked_tokens + after
            reply = [*self.encode_answer(answer), self.end]
            start = len(row.tokens)
            if start + len(prompt) + len(reply) + 1 <= length:
                row.add(prompt, self.picture)
                row.add(reply, self.picture, weight_of(question, answer) if sights else 1.0)
                row.add([self.newline], self.picture)
                asked = self.span(question, asked_tokens, start + len(before))
                answered = self.span(answer, reply[:-1], start + len(prompt))
                passage = passage or asked
                if sights:
                    mark_turn(row.looks, asked, answered, sights)
                else:
                    mark_copied(row.looks, passage, answered)
            elif not row.tokens:
                return None
        row.pad(length)
        return row

    def prose_row(self, text: str, length: int) -> Row:
        """The beginning of a text that is predicted from its first token on."""
        row = Row()
        row.add(self.encode(text)[:length], self.picture, PROSE)
        row.pad(length)
        return row

    def span(self, text: str, tokens: list[int], first: int) -> Span:
        return Span(text, first, [self.surface(token) for token in tokens])

    def surface(self, token: int) -> str:
        """The characters that the token stands for; the first byte of a character stands for the whole of it."""
        piece = self.pieces.id_to_piece(token)
        if self.pieces.is_byte(token):
            return "" if 0x80 <= int(piece[3:5], 16) < 0xC0 else "?"
        return piece.replace(SPACE, " ")


def corpus(rng: Random) -> list[str]:
    """Lines like those that the model reads and writes."""
    lines = ["user", "assistant"] * 400
    for _ in range(6000):
        lines += [text.replace("\n", " ") for turn in texts.draw(rng) for text in turn]
    for _ in range(2500):
        lines += [text for turn in scenes.draw(rng).turns for text in turn]
    for thing in THINGS:
        lines += [f"A picture of {with_article(thing.name)} and two {plural(thing.name)}."] * 12
    return lines + [f'It says "{phrase(rng)}".' for _ in range(3000)]


def train_tokenizer(file: Path) -> None:
    """A new vocabulary. Weights belong to the vocabulary that they were trained with."""
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(corpus(Random(7))),
        model_prefix=str(file.with_suffix("")),
        vocab_size=PIECES,
        model_type="bpe",
        byte_fallback=True,
        split_digits=True,
        normalization_rule_name="identity",
        remove_extra_whitespaces=False,
        add_dummy_prefix=False,
        user_defined_symbols=SPECIAL,
        required_chars="".join(CHARACTERS),
        character_coverage=1.0,
        num_threads=1,
        bos_id=1,
        eos_id=2,
        unk_id=0,
        pad_id=-1,
    )
