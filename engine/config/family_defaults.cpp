#include "engine/config/family_defaults.h"

namespace engine {

namespace {

constexpr std::string_view gelu = "gelu_pytorch_tanh";

// From the configuration classes of transformers.
constexpr FamilyDefaults table[] = {
    // model_type, vocabulary, hidden, feedForward, layers, heads, kvHeads, headDim,
    //     contextLength, normEpsilon, ropeTheta, bos, eos, pad, tied, activation
    {"llama", 32000, 4096, 11008, 32, 32, 0, 0, //
        2048, 1e-6, 1e4, 1, 2, -1, false, "silu"},
    {"mistral", 32000, 4096, 14336, 32, 32, 8, 0, //
        131072, 1e-6, 1e4, 1, 2, -1, false, "silu"},
    {"mixtral", 32000, 4096, 14336, 32, 32, 8, 0, //
        131072, 1e-5, 1e6, 1, 2, -1, false, "silu"},
    {"qwen2", 151936, 4096, 22016, 32, 32, 32, 0, //
        32768, 1e-6, 1e4, -1, -1, -1, false, "silu"},
    {"qwen3", 151936, 4096, 22016, 32, 32, 32, 128, //
        32768, 1e-6, 1e4, -1, -1, -1, false, "silu"},
    {"qwen3_moe", 151936, 2048, 6144, 24, 32, 4, 0, //
        32768, 1e-6, 1e4, -1, -1, -1, false, "silu"},
    {"qwen2_vl", 152064, 8192, 29568, 80, 64, 8, 0, //
        32768, 1e-5, 1e6, 151643, 151645, -1, false, "silu"},
    {"qwen2_5_vl", 152064, 8192, 29568, 80, 64, 8, 0, //
        32768, 1e-5, 1e6, 151643, 151645, -1, false, "silu"},
    {"qwen3_vl", 151936, 4096, 22016, 32, 32, 32, 128, //
        128000, 1e-6, 5e6, -1, -1, -1, false, "silu"},
    {"gemma2", 256000, 2304, 9216, 26, 8, 4, 256, //
        8192, 1e-6, 1e4, 2, 1, 0, true, gelu},
    {"gemma3_text", 262208, 2304, 9216, 26, 8, 4, 256, //
        131072, 1e-6, 1e6, 2, 1, 0, true, gelu},
    {"phi3", 32064, 3072, 8192, 32, 32, 0, 0, //
        4096, 1e-5, 1e4, 1, 32000, 32000, false, "silu"},
    {"bert", 30522, 768, 3072, 12, 12, 0, 0, //
        512, 1e-12, 1e4, -1, -1, 0, true, "gelu"},
};

constexpr FamilyDefaults unknown
    = {"", 0, 0, 0, 0, 0, 0, 0, 0, 1e-6, 1e4, -1, -1, -1, false, "silu"};

struct VisionFamily {
    std::string_view modelType, textModelType;
    int64_t imageToken;
};

constexpr VisionFamily visionFamilies[] = {
    {"llava", "llama", 32000},
    {"idefics3", "llama", 128257},
    {"smolvlm", "llama", 128257},
    {"pixtral", "mistral", -1},
    {"mistral3", "mistral", 10},
    {"gemma3", "gemma3_text", 262144},
    {"qwen2_vl", "qwen2_vl", 151655},
    {"qwen2_5_vl", "qwen2_5_vl", 151655},
    {"qwen3_vl", "qwen3_vl", 151655},
};

const VisionFamily* findVision(std::string_view modelType)
{
    for (const VisionFamily& family : visionFamilies)
        if (family.modelType == modelType)
            return &family;
    return nullptr;
}

} // namespace

const FamilyDefaults& familyDefaults(std::string_view modelType)
{
    for (const FamilyDefaults& family : table)
        if (family.modelType == modelType)
            return family;
    return unknown;
}

std::string_view textModelType(std::string_view visionModelType)
{
    const VisionFamily* family = findVision(visionModelType);
    return family ? family->textModelType : "";
}

int64_t defaultImageToken(std::string_view visionModelType)
{
    const VisionFamily* family = findVision(visionModelType);
    return family ? family->imageToken : -1;
}

} // namespace engine
