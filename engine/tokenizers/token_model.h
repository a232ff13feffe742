#pragma once

#include "engine/tokenizers/token.h"

#include <string_view>

namespace engine {

/// Turns one word into tokens. Never changes, so any thread may use it.
class TokenModel {
public:
    virtual ~TokenModel() = default;

    /// Appends the tokens of `word` to `ids`. The word must be UTF-8 unless the model says
    /// otherwise.
    virtual void encode(std::string_view word, TokenIds& ids) const = 0;

    /// True if words may be cut before `border` wherever no piece spans the place, see
    /// Vocabulary::bytesBefore(): the parts become the same tokens as the whole, and sooner.
    virtual bool mayBeCutBefore(std::string_view) const { return false; }
};

} // namespace engine
