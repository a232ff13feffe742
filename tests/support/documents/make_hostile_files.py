#!/usr/bin/env python3
"""Writes broken, hostile and empty files into a folder: those of MADE (what make_documents.py wrote), and those spoiled in
every way that came to mind. The same every time.

    make_hostile_files.py MADE FOLDER COUNT
"""
import pathlib
import random
import re
import shutil
import struct
import sys
import zlib

MADE, FOLDER, COUNT = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3])
SUFFIXES = ("pdf", "docx", "odt", "pptx", "xlsx", "ods", "epub", "html", "md", "json", "eml", "csv", "txt", "py", "png", "jpg",
            "tiff", "webp", "bmp", "jsonl", "xml", "rtf", "mbox", "fodt", "ipynb", "xhtml")
NUMBERS = (b"0", b"-1", b"65536", b"2147483647", b"4294967295", b"18446744073709551615", b"1e38", b"-99999999999999999999")


def png(width, height, rows):
    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def tiff(width, height, pixels, next_page=0):
    tags = ((256, width), (257, height), (258, 8), (259, 1), (262, 1), (273, 8), (277, 1), (278, height), (279, len(pixels)))
    pixels += bytes(len(pixels) % 2)
    return (struct.pack(">2sHI", b"MM", 42, 8 + len(pixels)) + pixels + struct.pack(">H", len(tags))
            + b"".join(struct.pack(">HHII", tag, 4, 1, value) for tag, value in tags) + struct.pack(">I", next_page))


def pixels(width, height, noise):
    """A page of dashes, such as letters are."""
    return bytes(0 if y // 8 % 3 == 1 and x // 5 % 3 and noise.random() < 0.9 else 255 for y in range(height) for x in range(width))


def pictures(noise):
    grey = pixels(200, 120, noise)
    rows = b"".join(b"\0" + grey[i:i + 200] for i in range(0, len(grey), 200))
    head = 8 + len(grey)
    return {"dashes.png": png(200, 120, rows), "dashes.tiff": tiff(200, 120, grey),
            "endless.tiff": tiff(200, 120, grey, next_page=head),  # its next page is itself
            "wide.tiff": tiff(2**31 - 1, 2**31 - 1, grey), "wide.png": png(2**31 - 1, 2**31 - 1, rows),
            "large.png": png(16000, 16000, rows), "flat.png": png(0, 0, b""), "line.png": png(16000, 1, b"\0" * 16001),
            "bomb.png": png(9000, 9000, bytes(9001 * 9000))}


def cut(content, noise):
    return content[:noise.randrange(len(content))]


def without_start(content, noise):
    return content[noise.randrange(min(len(content), 200)):]


def flipped(content, noise):
    content = bytearray(content)
    for _ in range(noise.choice((1, 3, 10, 100))):
        content[noise.randrange(len(content))] ^= 1 << noise.randrange(8)
    return bytes(content)


def noisy(content, noise):
    at = noise.randrange(len(content))
    return content[:at] + noise.randbytes(noise.randrange(1, 400)) + content[at:]


def zeroed(content, noise):
    at, length = noise.randrange(len(content)), noise.randrange(1, 300)
    return content[:at] + bytes(min(length, len(content) - at)) + content[at + length:]


def repeated(content, noise):
    at, length = noise.randrange(len(content)), noise.randrange(1, 200)
    return content[:at] + content[at:at + length] * noise.choice((2, 50, 500)) + content[at + length:]


def with_other_numbers(content, noise):
    return re.sub(rb"(?<![\w.])\d+(?![\w.])", lambda found: noise.choice(NUMBERS) if noise.random() < 0.15 else found[0], content)


def with_other_words(content, noise):
    words = re.findall(rb"[A-Za-z]{3,}", content) or [b"x"]
    return re.sub(rb"[A-Za-z]{3,}", lambda found: noise.choice(words) if noise.random() < 0.05 else found[0], content)


def repacked(content, noise):
    """A package whose entries claim other lengths than they have."""
    content = bytearray(content)
    for found in re.finditer(rb"PK\x01\x02", bytes(content)):
        if noise.random() < 0.5 and found.start() + 28 < len(content):
            content[found.start() + 20:found.start() + 28] = noise.randbytes(8)
    return bytes(content)


def doubled(content, noise):
    return content + content[noise.randrange(len(content)):]


SPOIL = (cut, cut, without_start, flipped, flipped, noisy, zeroed, repeated, with_other_numbers, with_other_numbers,
         with_other_words, repacked, doubled)


def main():
    noise = random.Random(500)
    FOLDER.mkdir(parents=True, exist_ok=True)
    files = {path.name: path for path in sorted(MADE.glob("hostile/*"))}
    for name, path in files.items():
        shutil.copy(path, FOLDER / name)
    good = {path.name: path.read_bytes() for path in sorted(MADE.iterdir()) if path.is_file()}
    good |= {f"rules {path.name}": path.read_bytes() for path in sorted(MADE.glob("rules/*"))}
    made = pictures(noise)
    for name, content in made.items():
        (FOLDER / name).write_bytes(content)
    good |= {name: made[name] for name in ("dashes.png", "dashes.tiff")}
    for suffix in SUFFIXES:
        (FOLDER / f"nothing.{suffix}").write_bytes(b"")
        (FOLDER / f"zeros.{suffix}").write_bytes(bytes(4096))
    for number in range(COUNT - len(list(FOLDER.iterdir()))):
        name = noise.choice(sorted(good))
        spoil = noise.choice(SPOIL)
        content = spoil(good[name], noise) or b"\0"
        suffix = noise.choice(SUFFIXES) if noise.random() < 0.15 else name.rsplit(".", 1)[1]
        (FOLDER / f"{number:03} {spoil.__name__}.{suffix}").write_bytes(content)


main()
