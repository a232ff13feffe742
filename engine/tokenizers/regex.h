#pragma once

#include "engine/tokenizers/tokenizer.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// A pattern as tokenizers write them: Perl syntax, Unicode classes (\s, \d, \p{L}), `^` and `$` at
/// every line. Immutable, so any thread may use it.
class Regex {
public:
    /// Throws Error{Unsupported} with the pattern and the reason if it cannot be compiled.
    explicit Regex(std::string_view pattern);
    ~Regex();
    Regex(Regex&&) noexcept;

    /// Every match from left to right; they do not overlap, and some may be empty. `text` must be
    /// UTF-8. Throws Error{Unsupported} if the pattern takes unreasonably many steps.
    std::vector<TextRange> matches(std::string_view text) const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace engine
