"""A GGUF file with all numbers as F32. Needs the packages gguf and numpy."""

import gguf
import numpy


def float_copy(file, target):
    """Writes the same model as `file`, its numbers decoded, to `target`, which is returned."""
    reader = gguf.GGUFReader(file)
    keys = {key: field for key, field in reader.fields.items() if not key.startswith("GGUF.")}
    writer = gguf.GGUFWriter(target, arch=keys.pop("general.architecture").contents())
    for key, field in keys.items():
        value = 0 if key == "general.file_type" else field.contents()
        writer.add_key_value(key, value, field.types[0], field.types[-1] if len(field.types) > 1 else None)
    for tensor in reader.tensors:
        numbers = gguf.dequantize(tensor.data, tensor.tensor_type)
        writer.add_tensor(tensor.name, numpy.ascontiguousarray(numbers.reshape(tensor.shape[::-1]), numpy.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return target
