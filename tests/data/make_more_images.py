# Makes the HEIC and AVIF files of tests/data/images and the TIFF files of tests/data/pictures with
# Pillow, pillow-heif and numpy. The expected pictures are what those show.
import io
import os
import struct

import numpy as np
import pillow_heif
from PIL import Image, ImageOps

pillow_heif.register_heif_opener()
DATA = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.join(DATA, "images/")


def pixels(width, height):
    """Smooth colours with a mark in one corner, so that every turn and mirror shows."""
    y, x = np.mgrid[0:height, 0:width]
    picture = np.stack(
        [x * 255 // (width - 1), y * 255 // (height - 1), (x + y) * 255 // (width + height - 2)], -1
    ).astype(np.uint8)
    picture[: height // 4, : width // 4] = (250, 240, 20)
    return picture


def expect(name, image, folder=FOLDER):
    image.convert("RGB").save(folder + name + ".expected.png")


def on_white(image):
    white = Image.new("RGBA", image.size, "white")
    white.alpha_composite(image.convert("RGBA"))
    return white


def make_heic():
    picture = Image.fromarray(pixels(66, 50))
    for orientation in range(1, 9):
        name = f"turned_{orientation}.heic"
        exif = Image.Exif()
        exif[0x112] = orientation
        # Bytes, for then pillow-heif writes irot and imir for the tag, and keeps the tag itself.
        picture.save(FOLDER + name, quality=95, chroma=444, exif=exif.tobytes())
        expect(name, Image.open(FOLDER + name))  # turned by the reader
    alpha = np.dstack([pixels(66, 50), np.full((50, 66), 255, np.uint8)])
    alpha[20:, 30:, 3] = 90
    Image.fromarray(alpha, "RGBA").save(FOLDER + "alpha.heic", quality=95, chroma=444)
    expect("alpha.heic", on_white(Image.open(FOLDER + "alpha.heic")))
    whole = open(FOLDER + "turned_1.heic", "rb").read()
    open(FOLDER + "cut.heic", "wb").write(whole[: len(whole) * 2 // 3])


def make_avif():
    picture = Image.fromarray(pixels(66, 50))
    for orientation in (1, 6):
        name = f"turned_{orientation}.avif"
        exif = Image.Exif()
        exif[0x112] = orientation
        picture.save(FOLDER + name, quality=95, subsampling="4:4:4", exif=exif.tobytes())
        expect(name, ImageOps.exif_transpose(Image.open(FOLDER + name)))
    whole = open(FOLDER + "turned_1.avif", "rb").read()
    open(FOLDER + "cut.avif", "wb").write(whole[: len(whole) * 2 // 3])


def make_tiff():
    folder = os.path.join(DATA, "pictures/")
    picture = Image.fromarray(pixels(22, 16))
    for orientation in range(1, 9):
        name = f"turned_{orientation}.tif"
        picture.save(folder + name, compression="tiff_lzw", tiffinfo={274: orientation})
        expect(name, ImageOps.exif_transpose(Image.open(folder + name)), folder)
    picture.save(folder + "plain.tif")
    expect("plain.tif", picture, folder)
    picture.convert("L").save(folder + "gray.tif", compression="tiff_deflate")
    expect("gray.tif", picture.convert("L"), folder)
    picture.quantize(9).save(folder + "palette.tif")
    expect("palette.tif", picture.quantize(9), folder)
    pages = [picture, picture.transpose(Image.Transpose.ROTATE_180)]
    pages[0].save(folder + "pages.tif", save_all=True, append_images=pages[1:])
    expect("pages.tif", picture, folder)
    whole = open(folder + "plain.tif", "rb").read()
    open(folder + "cut.tif", "wb").write(whole[: len(whole) // 3])


def box(name, contents, version=None):
    head = b"" if version is None else struct.pack(">I", version << 24)
    return struct.pack(">I", 8 + len(head) + len(contents)) + name + head + contents


def coded(picture, quality):
    """The decoder's configuration and the data of a picture as HEVC."""
    file = io.BytesIO()
    picture.save(file, "HEIF", quality=quality)
    data = file.getvalue()
    place = data.index(b"hvcC") - 4
    configuration = data[place : place + struct.unpack(">I", data[place : place + 4])[0]]
    return configuration, data[data.index(b"mdat") + 4 :]


def make_large_heic(columns=16, rows=12, width=8064, height=6048, tile=512):
    """48 megapixels as a telephone writes them: a grid of tiles and a thumbnail. To keep the file
    small all tiles are the same one, which readers cannot know."""
    noise = np.random.default_rng(1).integers(0, 256, (tile // 4, tile // 4, 3), dtype=np.uint8)
    texture = Image.fromarray(noise).resize((tile, tile), Image.Resampling.BICUBIC)
    texture = Image.blend(Image.fromarray(pixels(tile, tile)), texture, 0.25)
    tile_configuration, tile_data = coded(texture, 50)
    thumbnail_configuration, thumbnail_data = coded(Image.fromarray(pixels(512, 384)), 60)

    tiles = range(2, 2 + columns * rows)
    thumbnail = tiles[-1] + 1
    items = [(1, b"grid")] + [(item, b"hvc1") for item in [*tiles, thumbnail]]
    infe = [box(b"infe", struct.pack(">HH4s", item, 0, kind) + b"\0", 2) for item, kind in items]
    sizes = [(tile, tile), (width, height), (512, 384)]
    ispe = [box(b"ispe", struct.pack(">II", *size), 0) for size in sizes]
    properties = box(b"ipco", tile_configuration + ispe[0] + ispe[1] + thumbnail_configuration + ispe[2])
    uses = [(1, (3,))] + [(item, (0x81, 2)) for item in tiles] + [(thumbnail, (0x84, 5))]
    ipma = struct.pack(">I", len(uses)) + b"".join(
        struct.pack(">HB", item, len(used)) + bytes(used) for item, used in uses
    )
    references = box(b"dimg", struct.pack(f">HH{len(tiles)}H", 1, len(tiles), *tiles))
    references += box(b"thmb", struct.pack(">HHH", thumbnail, 1, 1))
    grid = struct.pack(">BBBBHH", 0, 0, rows - 1, columns - 1, width, height)
    ftyp = box(b"ftyp", b"heic\0\0\0\0mif1heic")

    def meta(data_place):
        places = [(1, 1, 0, len(grid))]
        places += [(item, 0, data_place, len(tile_data)) for item in tiles]
        places += [(thumbnail, 0, data_place + len(tile_data), len(thumbnail_data))]
        iloc = struct.pack(">BBH", 0x44, 0, len(places)) + b"".join(
            struct.pack(">HHHHII", item, method, 0, 1, offset, length)
            for item, method, offset, length in places
        )
        return box(
            b"meta",
            box(b"hdlr", b"\0\0\0\0pict" + b"\0" * 13, 0)
            + box(b"pitm", struct.pack(">H", 1), 0)
            + box(b"iloc", iloc, 1)
            + box(b"iinf", struct.pack(">H", len(infe)) + b"".join(infe), 0)
            + box(b"iref", references, 0)
            + box(b"iprp", properties + box(b"ipma", ipma, 0))
            + box(b"idat", grid),
            0,
        )

    data_place = len(ftyp) + len(meta(0)) + 8
    file = ftyp + meta(data_place) + box(b"mdat", tile_data + thumbnail_data)
    open(os.path.join(DATA, "pictures/large.heic"), "wb").write(file)


if __name__ == "__main__":
    make_heic()
    make_avif()
    make_tiff()
    make_large_heic()
