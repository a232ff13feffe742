#pragma once

#include <optional>
#include <string>
#include <vector>

namespace services {

// What words are known to mean in English, German, French and Spanish, as far as texts are compared by
// it. Words are terms of searchTermsOf().

/// "not", "kein", "sans", "forbidden".
bool isDenying(const std::string& term);

/// "forbidden": of those, what denies the words before it.
bool forbids(const std::string& term);

/// "unavailable": a word that denies what the rest of it says.
bool deniesItself(const std::string& term);

/// "more", "later", "mehr": behind "no" they may set a limit and deny nothing.
bool isComparing(const std::string& term);

/// "would": what it says is not so.
bool supposes(const std::string& term);

/// "but", "if", "aber": where what is denied ends.
bool beginsClause(const std::string& term);

/// What a number word stands for: "eighteen" 18, "hundert" 100.
std::optional<int> numberOf(const std::string& term);

/// Numbers that may stand for a word: of "may" 5, of "half" 50, 30 and 2.
const std::vector<std::string>& numbersMeantBy(const std::string& term);

/// The one name of a unit that has several: "euro" for "EUR" and "€". Empty: it is no such unit.
std::string unitOf(const std::string& term);

/// "before" −1, "after" 1, other words 0.
int orderOf(const std::string& term);

/// The C of "29 °C" behind the degree.
bool isTemperatureScale(const std::string& term, const std::string& before);

/// True if one of them says that the other is not meant, as of colors, days of the week, opposites.
bool excludes(const std::string& one, const std::string& other);

/// "according", "document", "states", "during": words that say nothing of what a statement is about.
bool saysLittle(const std::string& term);

} // namespace services
