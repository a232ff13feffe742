#pragma once

#include <QString>

namespace services {

// Of words with a capital, in small letters and without accents, in English, German, French, Spanish,
// Italian, Portuguese, Dutch, Swedish and Polish. Any thread may call these.

/// True if it need not be in a passage: "Celsius", "Christmas", "PDF", "Norwegian", "University", a
/// polite "Lei", the numeral "VIII".
bool isCommonName(const QString& word);

bool isCountry(const QString& word);

} // namespace services
