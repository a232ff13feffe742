#pragma once

#include <cstdint>
#include <string_view>

namespace engine {

/// What transformers takes for a key that config.json leaves out, by model_type of the decoder.
/// Published vision models often give only what differs. 0 and −1: there is no default.
struct FamilyDefaults {
    std::string_view modelType;
    int64_t vocabulary, hidden, feedForward, layers, heads;
    int64_t kvHeads; ///< 0: as many as heads
    int64_t headDim; ///< 0: hidden / heads
    int64_t contextLength;
    double normEpsilon, ropeTheta;
    int64_t bos, eos, pad;
    bool tiedEmbeddings;
    std::string_view activation;
};

/// The row of that model_type, or one without defaults for sizes.
const FamilyDefaults& familyDefaults(std::string_view modelType);

/// The decoder's model_type where a vision model's text_config does not say it; empty if not known.
std::string_view textModelType(std::string_view visionModelType);

/// The placeholder token of pictures where config.json does not say it; −1 if not known.
int64_t defaultImageToken(std::string_view visionModelType);

} // namespace engine
