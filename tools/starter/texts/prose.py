"""Prose about nothing: words of a dictionary in no order. The model learns what follows in it, which is little, so that
it predicts cautiously in texts outside its world. Without that a packed cache moved its predictions there by 7 %."""

from random import Random

from ..fonts import WORDS

COMMON = (
    "the the the the and and and to to a a of of it it she he said in in you was was i that as her his at on with all "
    "had but for so be not very what this they little out is one down up there if then would could by were have do "
    "no from like know went again me them or an about when your into who must how my over off which"
).split()
ENDS = [".", ".", ".", ".", "!", "?", ";", ":"]
SHARE_OF_COMMON = 0.55


def draw(rng: Random, words: int) -> str:
    sentences = []
    while words > 0:
        length = rng.randint(2, 25)
        sentences.append(sentence(rng, length))
        words -= length
    return rng.choice([" ", " ", "\n"]).join(sentences)


def sentence(rng: Random, length: int) -> str:
    parts = [rng.choice(COMMON) if rng.random() < SHARE_OF_COMMON else rng.choice(WORDS) for _ in range(length)]
    parts = [part + "," if rng.random() < 0.08 else part for part in parts]
    parts[0] = parts[0].capitalize()
    written = " ".join(parts).rstrip(",") + rng.choice(ENDS)
    return f'"{written}"' if rng.random() < 0.15 else written
