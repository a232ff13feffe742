#pragma once

#include "engine/models/image_embedding.h"
#include "engine/sampling/sampler_settings.h"
#include "engine/text/token.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace engine {

/// One request: a prompt and how to go on from it. A value that is moved into the generator.
struct Job {
    TokenIds ids; ///< the prompt, at least one; image ids must be rows of `images`
    std::vector<ImageEmbeddingPtr> images;
    int64_t maxNewTokens = 512; ///< at least 1; the stop token counts
    int64_t minNewTokens = 0; ///< stop tokens cannot be chosen before
    std::vector<TokenId> stopTokens;
    std::vector<std::string> stopStrings; ///< may span tokens; never part of the text
    SamplerSettings sampling;
    std::optional<uint64_t> seed; ///< none: a different one each time
    bool decodeSpecialTokens = true;
    std::string identifier; ///< the caller's own mark, returned with each result
};

} // namespace engine
