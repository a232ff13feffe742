#!/usr/bin/env python3
"""Writes tests/data/packed: a matrix in every packed form, and what it means by somebody else's code.

Needs numpy, ml_dtypes, safetensors, torch (any version that computes on a CPU) and, each unpacked into a folder of
that name beside each other, the wheels auto_gptq 0.7.1 and autoawq 0.2.7.post3 of PyPI:

    make_packed_matrices.py FOLDER_OF_WHEELS

GPTQ is unpacked by auto_gptq's QuantLinear (two of its modules do not know that a zero point of 0, less one, is all
ones: their matrices have none), AWQ by autoawq's packing_utils, FP8 and MXFP4 with
the number types of ml_dtypes. No package for EXL2 and EXL3 runs without a graphics card, and that of compressed-tensors needs a
newer torch: those follow the layouts that are published in the sources of exllamav2, exllamav3 and
compressed-tensors, in numpy, and so does the second format of GPTQ, which differs from the first by its zero points only.
"""
import importlib.util
import json
import pathlib
import sys
import types

import ml_dtypes
import numpy as np
import torch
from safetensors.numpy import save_file

ROOT = pathlib.Path(__file__).parent / "packed"
WHEELS = pathlib.Path(sys.argv[1])
INPUTS, OUTPUTS = 96, 64
random = np.random.default_rng(7)


def keep(name, config, arrays, expected):
    """`expected` is [outputs, inputs], as float32."""
    folder = ROOT / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps({"model_type": "llama", "quantization_config": config}) + "\n")
    stored = {("layer." + key): value for key, value in arrays.items()}
    stored["norm.weight"] = np.ones(4, np.float16)
    save_file(stored, folder / "model.safetensors")
    save_file({"weight": np.ascontiguousarray(expected, np.float32)}, folder / "expected.safetensors")


def words(*shape):
    return random.integers(-2**31, 2**31, shape, np.int64).astype(np.int32)


def halves(*shape):
    return (random.random(shape) * 0.02 + 0.001).astype(np.float16)


def load(path, package):
    """A module of a wheel without the rest of its package."""
    for name in (package, "transformers", "transformers.pytorch_utils", "tqdm", "triton"):
        sys.modules.setdefault(name, types.ModuleType(name))
    sys.modules["transformers"].pytorch_utils = sys.modules["transformers.pytorch_utils"]
    sys.modules["transformers.pytorch_utils"].Conv1D = type("Conv1D", (), {})
    spec = importlib.util.spec_from_file_location("reference_" + pathlib.Path(path).stem, WHEELS / path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def unpacked_by_auto_gptq(bits, group, arrays, act_order):
    """The product with the unit matrix, whose numbers are those of the matrix itself."""
    kind = "qlinear_cuda" if act_order else "qlinear_cuda_old"
    module = load(f"auto_gptq/auto_gptq/nn_modules/qlinear/{kind}.py", "auto_gptq")
    layer = module.QuantLinear(bits, group, INPUTS, OUTPUTS, bias=False)
    for key, value in arrays.items():
        setattr(layer, key, torch.from_numpy(value.copy()))
    seen = []
    product = torch.matmul
    torch.matmul = lambda x, weight: seen.append(weight) or product(x.float(), weight.float())
    layer.forward(torch.eye(INPUTS))
    torch.matmul = product
    return seen[0].numpy().astype(np.float32).T


def zero_points(bits, groups):
    """Stored zero points of which none is all ones."""
    numbers = random.integers(0, 2**bits - 1, (groups, OUTPUTS)).astype(np.uint8)
    flat = (numbers[:, :, None] >> np.arange(bits, dtype=np.uint8)) & 1
    return np.packbits(flat.reshape(groups, -1), axis=1, bitorder="little").view(np.int32)


def gptq(name, bits, group, act_order=False, middle=False):
    groups = INPUTS // group
    zero_words = OUTPUTS * bits // 32
    arrays = {"qweight": words(INPUTS * bits // 32, OUTPUTS), "qzeros": words(groups, zero_words),
              "scales": halves(groups, OUTPUTS), "g_idx": (np.arange(INPUTS) // group).astype(np.int32)}
    if act_order or bits == 3:
        arrays["qzeros"] = zero_points(bits, groups)
    if act_order:
        arrays["g_idx"] = random.permutation(arrays["g_idx"])
    if middle:  # zero points less one: 7 and 127
        arrays["qzeros"][:] = 0x77777777 if bits == 4 else 0x7F7F7F7F
    config = {"quant_method": "gptq", "bits": bits, "group_size": group, "desc_act": act_order}
    expected = unpacked_by_auto_gptq(bits, group, arrays, act_order)
    keep(name, config, arrays, expected)
    return arrays, config


def stream(packed, bits, count):
    """Numbers of `bits` bits down the first axis of 32-bit words."""
    unsigned = packed.astype(np.uint32)
    flat = (unsigned[:, None, :] >> np.arange(32, dtype=np.uint32)[None, :, None]) & 1
    flat = flat.reshape(-1, packed.shape[1])[: count * bits].reshape(count, bits, -1)
    return (flat << np.arange(bits, dtype=np.uint32)[None, :, None]).sum(1).astype(np.int64)


def gptq_second_format(arrays, config):
    levels = stream(arrays["qweight"], 4, INPUTS)
    zeros = stream(arrays["qzeros"].T, 4, OUTPUTS).T[arrays["g_idx"]]
    scales = arrays["scales"][arrays["g_idx"]].astype(np.float32)
    expected = (scales * (levels - zeros)).astype(np.float16)
    keep("gptq_v2", {**config, "checkpoint_format": "gptq_v2"}, arrays, expected.T)


def awq():
    module = load("autoawq/awq/utils/packing_utils.py", "awq")
    arrays = {"qweight": words(INPUTS, OUTPUTS // 8), "qzeros": words(INPUTS // 32, OUTPUTS // 8),
              "scales": halves(INPUTS // 32, OUTPUTS)}
    tensors = [torch.from_numpy(arrays[key].copy()) for key in ("qweight", "qzeros", "scales")]
    arange = torch.arange  # older versions of torch take no int32 as indices
    torch.arange = lambda *range, **_: arange(*range)
    expected = module.dequantize_gemm(*tensors, 4, 32).numpy()
    torch.arange = arange
    keep("awq", {"quant_method": "awq", "bits": 4, "group_size": 32, "version": "gemm"}, arrays, expected.T)


def eights(*shape):
    return (random.standard_normal(shape) * 30).astype(ml_dtypes.float8_e4m3fn)


def rounded(values):
    return values.astype(ml_dtypes.bfloat16).astype(np.float32)


def keep_eights(name, config, values, scales, ending, expected):
    """safetensors.numpy knows no F8_E4M3: the header is written anew."""
    keep(name, config, {"weight": values.view(np.uint8), ending: scales}, expected)
    path = ROOT / name / "model.safetensors"
    content = path.read_bytes()
    length = int.from_bytes(content[:8], "little")
    header = json.loads(content[8:8 + length])
    header["layer.weight"]["dtype"] = "F8_E4M3"
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + content[8 + length:])


def fp8():
    values = eights(OUTPUTS, INPUTS)
    exact = values.astype(np.float32)
    blocks = random.random((OUTPUTS // 32, INPUTS // 48)).astype(np.float32)
    keep_eights("fp8_blocks", {"quant_method": "fp8", "weight_block_size": [32, 48]}, values, blocks,
                "weight_scale_inv", rounded(exact * blocks.repeat(32, 0).repeat(48, 1)))
    whole = np.array(0.0625 * 1.1, np.float32)
    keep_eights("fp8_whole", {"quant_method": "fp8"}, values, whole, "weight_scale", rounded(exact * whole))
    rows = random.random((OUTPUTS, 1)).astype(np.float32)
    keep_eights("compressed_rows", {"quant_method": "compressed-tensors", "format": "float-quantized"}, values, rows,
                "weight_scale", rounded(exact * rows))


def compressed_integers():
    levels = random.integers(0, 16, (OUTPUTS, INPUTS)).astype(np.uint32)
    packed = (levels.reshape(OUTPUTS, -1, 8) << (4 * np.arange(8, dtype=np.uint32))).sum(2, dtype=np.uint32)
    scales = halves(OUTPUTS, INPUTS // 32).astype(np.float32)
    expected = (scales.repeat(32, 1) * (levels.astype(np.float32) - 8)).astype(np.float16)
    keep("compressed_integers", {"quant_method": "compressed-tensors", "format": "pack-quantized"},
         {"weight_packed": packed.view(np.int32), "weight_scale": scales,
          "weight_shape": np.array([OUTPUTS, INPUTS], np.int64)}, expected)


def exl2():
    widths = [(8, 16), (6, 16), (5, 32), (4, 8), (3, 32), (2, 16)]  # bits and inputs of each group
    inputs = sum(count for _, count in widths)
    order = random.permutation(inputs)  # order[place] = input
    places = np.argsort(order).astype(np.int32)
    packed, groups, sorted_rows = [], [], []
    scales, largest = words(len(widths), OUTPUTS // 8), (random.random(len(widths)) * 0.5 + 0.1).astype(np.float16)
    steps = stream(scales.T, 4, OUTPUTS).T  # [groups, outputs]
    row = 0
    for index, (bits, count) in enumerate(widths):
        part = words(count * bits // 32, OUTPUTS)
        packed.append(part)
        groups += [bits, row]
        row += part.shape[0]
        scale = ((steps[index] + 1) ** 2).astype(np.float16) * (largest[index] / np.float16(256))
        level = stream(part, bits, count) - 2 ** (bits - 1)
        sorted_rows.append(level.astype(np.float16) * scale.astype(np.float16))
    matrix = np.concatenate(sorted_rows)[places].astype(np.float32)
    keep("exl2", {"quant_method": "exl2", "bits": 4.5},
         {"q_weight": np.concatenate(packed), "q_scale": scales, "q_scale_max": largest,
          "q_groups": np.array(groups, np.int16), "q_invperm": places}, matrix.T)


def exl3(name, bits, code, has_signs):
    """By explicit bits and matrices, after the sources of exllamav3 1.4.1."""
    size = 128
    trellis = random.integers(-2**15, 2**15, (size // 16, size // 16, 16 * bits)).astype(np.int16)
    index = np.arange(2**16, dtype=np.uint32)
    if code == "mul1":
        product = (index * np.uint32(0x83DCD12D)).view(np.uint8).reshape(-1, 4).sum(1, dtype=np.float64)
        factor, offset = np.array([0x1EEE, 0xC931], np.uint16).view(np.float16).astype(np.float64)
        table = ((1024 + product) * factor + offset).astype(np.float16)
    else:
        product = index * np.uint32(0xCBAC1FED) if code == "mcg" else index * np.uint32(89226354) + np.uint32(64248484)
        pair = ((product & np.uint32(0x8FFF8FFF)) ^ np.uint32(0x3B603B60)).view(np.float16).reshape(-1, 2)
        table = pair[:, 0] + pair[:, 1]
    matrix = np.zeros((size, size))
    for row in range(size // 16):
        for column in range(size // 16):
            words = trellis[row, column].view(np.uint32).astype(">u4")
            circle = np.unpackbits(words.view(np.uint8))
            for number in range(256):
                places = np.arange((number + 1) * bits - 16, (number + 1) * bits) % circle.size
                lane, of = divmod(number, 8)
                within = lane % 4 * 2 + (of & 1) + 8 * (of >> 1 & 1), lane // 4 + 8 * (of >> 2)
                matrix[16 * row + within[0], 16 * column + within[1]] = table[int("".join(map(str, circle[places])), 2)]
    turn = np.ones((1, 1))
    while len(turn) < size:
        turn = np.block([[turn, turn], [turn, -turn]])
    arrays = {"trellis": trellis}
    if code:
        arrays[code] = np.array(1, np.int32)
    scales = []
    for side in "uv":
        if has_signs:
            arrays["s" + side] = random.integers(-2**15, 2**15, size // 16).astype(np.int16)
            scales.append(1 - 2.0 * np.unpackbits(arrays["s" + side].view(np.uint8), bitorder="little"))
        else:
            arrays["s" + side + "h"] = random.standard_normal(size).astype(np.float16)
            scales.append(arrays["s" + side + "h"].astype(np.float64))
    matrix = scales[0][:, None] * (turn @ matrix) @ turn / size * scales[1]
    keep(name, {"quant_method": "exl3", "bits": bits}, arrays, matrix.astype(np.float32).astype(np.float16).T)


def mxfp4():
    shape = (2, 8, 3, 16)  # matrices, rows, blocks, bytes
    packed = random.integers(0, 256, shape).astype(np.uint8)
    exponents = random.integers(120, 132, shape[:3]).astype(np.uint8)
    values = np.stack([packed & 15, packed >> 4], -1).reshape(*shape[:3], 32).view(ml_dtypes.float4_e2m1fn)
    expected = values.astype(np.float32) * np.exp2(exponents.astype(np.float32) - 127)[..., None]
    keep("mxfp4", {"quant_method": "mxfp4"}, {"weight_blocks": packed, "weight_scales": exponents},
         expected.reshape(2, 8, 96))


gptq("gptq_4bit_act_order", 4, 32, act_order=True)
gptq("gptq_4bit_middle", 4, 32, middle=True)
gptq("gptq_8bit", 8, 48)
gptq("gptq_8bit_middle", 8, 96, middle=True)
gptq("gptq_3bit", 3, 32)
gptq("gptq_2bit", 2, 32)
gptq_second_format(*gptq("gptq_4bit", 4, 48))
awq()
fp8()
compressed_integers()
exl2()
mxfp4()
exl3("exl3", 3, "", False)
exl3("exl3_mcg", 2, "mcg", True)
exl3("exl3_mul1", 5, "mul1", False)
