#pragma once

#include "engine/tokenizers/token_model.h"

#include <string_view>
#include <vector>

namespace engine {

/// What the words of one text became. Most words of a text occur again, and looking one up is much
/// faster than encoding it. Belongs to one call of Tokenizer::encode.
class WordMemory {
public:
    /// `textSize` in bytes: how much room is worth taking.
    explicit WordMemory(size_t textSize);

    /// Appends the tokens that `model` makes of `word` to `ids`. Both must stay what they are
    /// between the calls, but that tokens are appended; the words must live as long as this object.
    void encode(const TokenModel& model, std::string_view word, TokenIds& ids);

private:
    struct Known {
        std::string_view word;
        size_t first = 0, count = 0; // its tokens among the ids
    };

    std::vector<Known> m_known; // by hash; a word takes the place of another with the same
};

} // namespace engine
