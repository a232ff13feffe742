#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace services {

// Words of English, German, French and Spanish, and some Chinese signs, that stand for numbers, units
// and dates. Words are in small letters and without accents.

/// True if a word is one of a list whose items are separated by spaces.
bool isIn(std::string_view word, const char* list);

/// The number that a word spells, such as "eighteen" or "zweihundertvierundzwanzig".
std::optional<double> findNumeral(const std::string& word);

/// The number that signs spell, such as "二十四"; nothing if one of them is no numeral.
std::optional<double> findChineseNumeral(std::string_view signs);

/// The numbers that a word may stand for: a half is 0.5, 50 % or 30 minutes, the second is 2.
std::optional<std::vector<double>> findVagueNumbers(const std::string& word);

/// A unit. Those of one dimension are converted into each other by their factors.
struct Unit {
    char dimension = 0;
    double factor = 1; ///< of time: seconds

    bool operator==(const Unit&) const = default;
};

std::optional<Unit> findUnit(const std::string& word); ///< in singular or plural

int findMonth(const std::string& word); ///< 1 … 12; 0: none
int findWeekday(const std::string& word); ///< 1 (Monday) … 7; 0: none

/// True if a number behind this word may be rounded: "about", "nearly".
bool makesApproximate(const std::string& word);

} // namespace services
