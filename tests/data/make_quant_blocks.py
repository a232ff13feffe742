#!/usr/bin/env python3
"""Writes blocks/: random blocks of quantized types and what they mean by gguf-py (0.19.0).

    pip install numpy gguf
    tests/data/make_quant_blocks.py

The layout is that of the reference outputs: gguf/quant_blocks.json and .safetensors. Here are the types that these lack.
"""

import json
import pathlib

import gguf
import numpy

FOLDER = pathlib.Path(__file__).parent / "blocks" / "gguf"
BLOCKS = 6


def put_scale(name, blocks, scale):
    """Replaces the scale of each block by a number of reasonable size."""
    bits = scale.astype(numpy.float16).view(numpy.uint16)
    if name == "IQ1_M":  # in the top four bits of its last four numbers
        groups = blocks[:, -8:].copy().view(numpy.uint16)
        for part in range(4):
            groups[:, part] = (groups[:, part] & 0x0FFF) | (bits >> (4 * part) & 15) << 12
        blocks[:, -8:] = groups.view(numpy.uint8)
    elif name != "NVFP4":
        blocks[:, :2] = bits.reshape(-1, 1).view(numpy.uint8)


def main():
    random = numpy.random.default_rng(43)
    arrays, types = {}, {}
    for name in ("IQ1_S", "IQ1_M", "IQ2_XXS", "IQ2_XS", "NVFP4"):
        kind = gguf.GGMLQuantizationType[name]
        size, length = gguf.GGML_QUANT_SIZES[kind]
        blocks = random.integers(0, 256, (BLOCKS, length), dtype=numpy.uint8)
        put_scale(name, blocks, random.uniform(0.01, 1, BLOCKS))
        values = gguf.quants.dequantize(blocks, kind).astype(numpy.float32)
        arrays[name + ".raw"] = ("U8", blocks)
        arrays[name + ".f32"] = ("F32", values)
        types[name] = {"ggml_type": int(kind), "block": size, "bytes": length}
    header, data = {}, b""
    for name, (dtype, array) in arrays.items():
        piece = array.tobytes()
        header[name] = {"dtype": dtype, "shape": [array.size], "data_offsets": [len(data), len(data) + len(piece)]}
        data += piece
    text = json.dumps(header).encode()
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "quant_blocks.safetensors").write_bytes(len(text).to_bytes(8, "little") + text + data)
    (FOLDER / "quant_blocks.json").write_text(
        json.dumps({"arrays": "gguf/quant_blocks.safetensors", "types": types}, indent=1) + "\n")


if __name__ == "__main__":
    main()
