#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace engine {

/// How the matrices of a folder in Hugging Face layout are packed, as config.json says it under
/// "quantization_config".
struct Packing {
    enum class Kind { Gptq, Awq, Fp8, CompressedTensors, Exl2, Mxfp4 };
    Kind kind = Kind::Gptq;
    std::string name; ///< to be shown to users: "GPTQ"
    int64_t groupSize = 0; ///< Gptq: inputs; 0: one group, or what g_idx says
    bool zerosLessOne = true; ///< Gptq: see findGptqMatrix()
    int64_t blockRows = 128,
            blockColumns = 128; ///< Fp8, CompressedTensors: of a block with one scale
};

/// Reads config.json, and quantize_config.json, in which older GPTQ folders say it. Nothing if the
/// weights are not packed. Throws Error{Unsupported} naming a kind that is not known, and
/// Error{BadFile} for a damaged file.
std::optional<Packing> readPacking(const std::filesystem::path& folder);

} // namespace engine
