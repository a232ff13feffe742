#pragma once

#include <QString>

namespace services {

// The words have a capital in their text and are given in small letters, without accents. They are read in
// English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish and Polish. Any thread may call
// these functions.

/// True if it need not be in a passage: "Celsius", "Christmas", "PDF", "Norwegian", "University", a
/// polite "Lei", the numeral "VIII".
bool isCommonName(const QString& word);

bool isCountry(const QString& word);

/// True of a region, a town or a river whose name differs between languages: "Vienna".
bool isTranslatedPlace(const QString& word);

} // namespace services
