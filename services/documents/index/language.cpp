#include "services/documents/index/language.h"

#include "services/documents/index/function_words.h"
#include "services/documents/index/search_terms.h"

#include <algorithm>
#include <array>
#include <string>

namespace services {

namespace {

constexpr size_t lookedAt = 2000; // bytes

constexpr Language known[] = {Language::English, Language::German, Language::French,
    Language::Spanish, Language::Italian, Language::Portuguese, Language::Dutch, Language::Swedish};

// Without a part of a character at its end.
std::string_view beginningOf(std::string_view text)
{
    size_t end = std::min(text.size(), lookedAt);
    while (end < text.size() && end > 0 && (text[end] & 0xC0) == 0x80)
        --end;
    return text.substr(0, end);
}

} // namespace

std::span<const Language> knownLanguages()
{
    return known;
}

Language languageOf(std::string_view text)
{
    std::array<int, std::size(known)> counts{};
    for (const std::string& word :
        searchTermsOf(beginningOf(text), TermsOf::Question, Language::Unknown))
        for (const Language language : known)
            counts[size_t(language)] += isFunctionWordOf(language, word);
    const auto most = std::ranges::max_element(counts);
    const bool isSure = *most > 0 && std::ranges::count(counts, *most) == 1;
    return isSure ? known[most - counts.begin()] : Language::Unknown;
}

} // namespace services
