#pragma once

#include "engine/tokenizers/tokenizer.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// A regular expression as tokenizers write them: Perl's syntax, with Unicode meanings of \s, \d
/// and \p{L}; `^` and `$` match at every line. Never changes, so any thread may use it.
class Regex {
public:
    /// Throws Error{Unsupported} with the pattern and the reason if it cannot be compiled.
    explicit Regex(std::string_view pattern);
    ~Regex();
    Regex(Regex&&) noexcept;

    /// Returns all matches from left to right. They do not overlap, and some may be empty. `text`
    /// must be UTF-8. Throws Error{Unsupported} if the search takes too many steps.
    std::vector<TextRange> matches(std::string_view text) const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace engine
