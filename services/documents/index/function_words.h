#pragma once

#include <string>

namespace services {

/// Whether a term is one of those that questions are made of in English, German, French or Spanish
/// ("how", "does", "my"): which texts have it says little about what they are about.
bool isFunctionWord(const std::string& term);

} // namespace services
