"""Typefaces and words, both from ordinary packages (see README.md)."""

from functools import cache
from pathlib import Path
from random import Random

from PIL import ImageFont

FONT_FOLDER = Path("/usr/share/fonts")
EMOJI_FONT = FONT_FOLDER / "truetype/noto/NotoColorEmoji.ttf"
WORD_LIST = Path("/usr/share/dict/american-english-small")

FACES = (
    "DejaVuSans", "DejaVuSans-Bold", "DejaVuSerif", "DejaVuSansMono", "LiberationSans-Regular", "LiberationSans-Bold",
    "LiberationSerif-Regular", "LiberationSerif-Italic", "LiberationMono-Regular", "FreeSans", "FreeSerif",
    "Roboto-Regular", "Roboto-Medium", "Lato-Regular", "Lato-Bold", "OpenSans-Regular", "ComicNeue-Regular",
    "ComicNeue-Bold", "Inconsolata",
)  # fmt: skip

SIGN_WORDS = (
    "open closed sale stop exit menu welcome hello world coffee tea bread milk price total cash thank you please "
    "free new hot cold fresh best today tomorrow monday tuesday friday sunday push pull caution danger no parking "
    "smoking entry private staff only hotel bar cafe taxi bus airport station north south east west street road "
    "school library city hall park water sugar salt happy birthday love home good morning night save cancel "
    "settings file edit view help search login send share next back start pause play red green blue yellow big "
    "small one two three four five the and for with from all day time left right up down in out on off"
).split()

# What a word is spelled with; labels a half patch, 0 is "no character".
CHARACTERS = [chr(code) for code in range(33, 127)]
CHARACTER_CLASS = {character: index + 1 for index, character in enumerate(CHARACTERS)}
CHARACTER_CLASSES = len(CHARACTERS) + 1


def _face_files() -> list[Path]:
    found = {path.stem: path for path in sorted(FONT_FOLDER.rglob("*.[to]tf"))}
    missing = [face for face in FACES if face not in found]
    if missing:
        raise SystemExit(f"These typefaces are not installed: {', '.join(missing)}. README.md names their packages.")
    return [found[face] for face in FACES]


def _dictionary_words() -> list[str]:
    words = WORD_LIST.read_text(encoding="utf-8").split()
    return [word for word in words if word.isascii() and word.isalpha() and word.islower() and 2 <= len(word) <= 9]


FACE_FILES = _face_files()
MONOSPACED_FILES = [path for path in FACE_FILES if "Mono" in path.stem or path.stem == "Inconsolata"]
WORDS = _dictionary_words()


@cache
def typeface(path: Path, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(path), size)


def any_face(rng: Random) -> Path:
    return rng.choice(FACE_FILES)


def word(rng: Random) -> str:
    return rng.choice(SIGN_WORDS) if rng.random() < 0.4 else rng.choice(WORDS)


def in_some_case(text: str, rng: Random) -> str:
    return rng.choice([text.upper, text.title, text.lower])()


def words(rng: Random, count: int) -> str:
    """`count` words as they stand on signs, all in one case."""
    return in_some_case(" ".join(word(rng) for _ in range(count)), rng)


def phrase(rng: Random, longest: int = 4) -> str:
    """One to `longest` words, or a number, or a price."""
    if rng.random() < 0.12:
        return str(rng.randint(0, 99999)) if rng.random() < 0.5 else f"${rng.randint(0, 99)}.{rng.randint(0, 99):02d}"
    chosen = words(rng, rng.randint(1, longest)).split()
    if rng.random() < 0.1:
        chosen[-1] = str(rng.randint(1, 999))
    return " ".join(chosen)
