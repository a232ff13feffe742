#pragma once

#include "engine/cache/page_pool.h"
#include "engine/tokenizers/tokenizer.h"

#include <span>
#include <vector>

namespace runtime {

/// A prompt and its content keys, as many as it has ids.
struct KeyedPrompt {
    engine::TokenIds ids;
    std::vector<engine::ContentKey> keys;

    bool operator==(const KeyedPrompt&) const = default;
};

/// The prompt, spelled as it was before as far as both say the same: a model need not choose the
/// tokens that the tokenizer makes of its answer's text, and what the cache holds begins with those
/// it chose. Only ordinary tokens are replaced, runs of them by runs with the same bytes.
KeyedPrompt spelledAsBefore(const engine::Tokenizer& tokenizer, const KeyedPrompt& prompt,
    std::span<const engine::ContentKey> before);

} // namespace runtime
