#pragma once

#include "services/documents/index/language.h"

#include <string>

namespace services {

/// Whether a term of searchTermsOf() is one of those that questions are made of in English, German,
/// French or Spanish ("how", "does", "my"): which texts have it says little about what they are about.
bool isFunctionWord(const std::string& term);

/// Whether a word, as searchTermsOf() gives it of an unknown language, is such a one in this language.
bool isFunctionWordOf(Language language, const std::string& word);

} // namespace services
