#pragma once

#include "services/documents/answers/fact_words.h"
#include "services/documents/index/search_terms.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace services {

/// A way to read a number: "1.100" is 1100 or 1.1.
struct Reading {
    double value = 0;
    double step = 1; ///< to the next number with as many digits: 0.1 for "12.8"
};

struct Number {
    std::string text; ///< as it is written
    std::vector<Reading> readings = {}; ///< at least one
    std::optional<Unit> unit = {};
    int sentence = 0; ///< an index
    bool isApproximate = false; ///< "about 300"
    bool isFact = true; ///< false: it supports statements, but need not be supported
    bool isCount = false; ///< a small number, which may count what is listed
    bool countsNoun = false; ///< "23 singers"
    bool isVague = false; ///< a word such as "quarter"
    bool isOfDate = false; ///< or of a time of day
    size_t begin = 0, end = 0; ///< its tokens
};

/// A date; what isn't known is 0.
struct Date {
    int day = 0, month = 0, year = 0;
};

struct Month {
    std::string text;
    int month = 0;
    int other = 0; ///< of "04/05/2025" if it is read the other way; 0: it can't be
};

struct Name {
    std::string text, folded;
    bool isUpper = false;
    size_t run = 0; ///< neighboring names have the same
};

/// The numbers, dates and names of a text, and what else may support those of another text.
struct Facts {
    std::vector<Number> numbers;
    std::vector<Date> dates;
    std::vector<Month> months;
    std::vector<std::pair<std::string, int>> weekdays;
    std::vector<Name> names;
    std::vector<std::string> codes; ///< "KX-200", "WPA2", "192.168.1.1"
    std::set<std::string> words; ///< folded
    std::set<std::string> plainWords; ///< words that aren't numbers or parts of dates
    std::set<int> counts; ///< of listed items
    std::set<double> periods; ///< such as "monthly", in seconds
    std::string squeezed; ///< all words and numbers without the space between them
    std::string initials; ///< of the words, in order
};

/// Reads the facts of a text, whose language decides which words may be names.
Facts readFacts(std::string_view text, Language language);

/// Returns a word in small letters and without accents.
std::string toFolded(std::string_view word);

} // namespace services
