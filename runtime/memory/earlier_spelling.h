#pragma once

#include "engine/cache/page_pool.h"
#include "engine/tokenizers/tokenizer.h"

#include <span>
#include <vector>

namespace runtime {

/// A prompt and its content keys, one for each id.
struct KeyedPrompt {
    engine::TokenIds ids;
    std::vector<engine::ContentKey> keys;

    bool operator==(const KeyedPrompt&) const = default;
};

/// Replaces tokens of the prompt by those of an earlier version, as far as both have the same text.
/// A model need not choose the tokens that the tokenizer makes of its answer's text, and the cache
/// holds those that it chose. Only ordinary tokens are replaced, runs of them by runs with the same
/// bytes.
KeyedPrompt spelledAsBefore(const engine::Tokenizer& tokenizer, const KeyedPrompt& prompt,
    std::span<const engine::ContentKey> before);

} // namespace runtime
