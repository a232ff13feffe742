#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace services {

/// How many tokens a text in UTF-8 is to a model.
using TokenCounter = std::function<size_t(std::string_view)>;

/// About as many as the usual models take, where none is asked: a token for seven letters or part of
/// them, for a sign, and for a character of a script that has a sign for each syllable or word.
size_t estimatedTokens(std::string_view text);

} // namespace services
