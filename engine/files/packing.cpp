#include "engine/files/packing.h"

#include "engine/files/json_text.h"
#include "engine/files/printable.h"
#include "kernels/error.h"

#include <nlohmann/json.hpp>
#include <string_view>

namespace engine {

using kernels::Error;
using kernels::ErrorKind;
using nlohmann::json;
using Kind = Packing::Kind;

namespace {

[[noreturn]] void refuse(const std::string& what)
{
    throw Error(ErrorKind::Unsupported,
        "The weights are packed as " + printable(what)
            + ", which this version cannot unpack; it can unpack GPTQ, AWQ (gemm), FP8 (e4m3), "
              "compressed-tensors (float-quantized, int-quantized, pack-quantized), EXL2 and "
              "MXFP4.");
}

std::string text(const json& object, const char* key, const std::string& otherwise)
{
    const auto value = object.find(key);
    return value != object.end() && value->is_string() ? value->get<std::string>() : otherwise;
}

int64_t number(const json& object, const char* key, int64_t otherwise)
{
    const auto value = object.find(key);
    return value != object.end() && value->is_number_integer() ? value->get<int64_t>() : otherwise;
}

Packing gptq(const json& config)
{
    const std::string format = text(config, "checkpoint_format", text(config, "format", "gptq"));
    if (format != "gptq" && format != "gptq_v2")
        refuse("GPTQ in the form \"" + format + "\"");
    if (config.value("is_marlin_format", json()) == true)
        refuse("GPTQ in the form \"marlin\"");
    return {.kind = Kind::Gptq,
        .name = "GPTQ",
        .groupSize = number(config, "group_size", 0),
        .zerosLessOne = format == "gptq"};
}

Packing awq(const json& config)
{
    const std::string version = text(config, "version", "gemm");
    if (version != "gemm" && version != "GEMM")
        refuse("AWQ in the form \"" + version + "\"");
    if (const int64_t bits = number(config, "bits", number(config, "w_bit", 4)); bits != 4)
        refuse("AWQ with " + std::to_string(bits) + " bits");
    return {.kind = Kind::Awq, .name = "AWQ"};
}

void readBlocks(Packing& packing, const json& config, const char* key)
{
    const auto size = config.find(key);
    if (size == config.end() || size->is_null())
        return;
    if (!size->is_array() || size->size() != 2 || !(*size)[0].is_number_unsigned()
        || !(*size)[1].is_number_unsigned() || (*size)[0] == 0 || (*size)[1] == 0)
        throw Error(ErrorKind::BadFile,
            std::string("config.json must have two positive numbers as ") + key);
    packing.blockRows = (*size)[0].get<int32_t>();
    packing.blockColumns = (*size)[1].get<int32_t>();
}

Packing fp8(const json& config)
{
    if (const std::string format = text(config, "fmt", "e4m3"); format != "e4m3")
        refuse("FP8 in the form \"" + format + "\"");
    Packing packing{.kind = Kind::Fp8, .name = "FP8"};
    readBlocks(packing, config, "weight_block_size");
    return packing;
}

Packing modelopt(const json& config)
{
    if (const std::string kind = text(config, "quant_algo", ""); kind != "FP8")
        refuse("modelopt \"" + kind + "\"");
    return {.kind = Kind::Fp8, .name = "FP8"};
}

Packing compressedTensors(const json& config)
{
    const std::string format = text(config, "format", "");
    bool isKnown = false;
    for (const char* known :
        {"float-quantized", "int-quantized", "naive-quantized", "pack-quantized"})
        isKnown |= format == known;
    if (!isKnown)
        refuse("compressed-tensors in the form \"" + format + "\"");
    Packing packing{.kind = Kind::CompressedTensors, .name = "compressed-tensors"};
    const json groups = config.value("config_groups", json::object());
    if (!groups.is_object())
        return packing;
    for (const json& group : groups)
        if (group.is_object() && group.contains("weights") && group["weights"].is_object())
            readBlocks(packing, group["weights"], "block_structure");
    return packing;
}

Packing packingOf(const json& config)
{
    const std::string method = text(config, "quant_method", "");
    if (method == "gptq")
        return gptq(config);
    if (method == "awq")
        return awq(config);
    if (method == "fp8" || method == "fbgemm_fp8")
        return fp8(config);
    if (method == "modelopt")
        return modelopt(config);
    if (method == "compressed-tensors")
        return compressedTensors(config);
    if (method == "exl2")
        return {.kind = Kind::Exl2, .name = "EXL2"};
    if (method == "mxfp4")
        return {.kind = Kind::Mxfp4, .name = "MXFP4"};
    refuse('"' + method + '"');
}

json readIfThere(const std::filesystem::path& path)
{
    std::error_code ignored;
    json values = std::filesystem::exists(path, ignored) ? readJsonFile(path) : json::object();
    return values.is_object() ? values : json::object(); // others refuse what is no object
}

json quantizationConfig(const std::filesystem::path& folder)
{
    const json config = readIfThere(folder / "config.json");
    const json inDecoder = config.value("text_config", json::object());
    for (const json& holder : {config, inDecoder})
        for (const char* key : {"quantization_config", "compression_config"})
            if (holder.is_object() && holder.contains(key) && holder[key].is_object())
                return holder[key];
    json older = readIfThere(folder / "quantize_config.json");
    if (!older.empty() && !older.contains("quant_method"))
        older["quant_method"] = "gptq";
    return older;
}

} // namespace

std::optional<Packing> readPacking(const std::filesystem::path& folder)
{
    const json config = quantizationConfig(folder);
    if (config.empty())
        return std::nullopt;
    return packingOf(config);
}

} // namespace engine
