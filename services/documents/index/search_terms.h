#pragma once

#include "services/documents/index/language.h"

#include <string>
#include <string_view>
#include <vector>

namespace services {

/// What terms are made of.
enum class TermsOf {
    Text, ///< to be found
    Question, ///< that finds it
};

/// The words of a text in UTF-8, in their order and in the form in which they are compared: small
/// letters without accents, without the endings of a language (Russian and Greek where the script says
/// so). A script without spaces between words, and Korean, gives pairs of neighbouring characters,
/// for a text also single ones. A term holds letters and digits only. Any thread may call it.
std::vector<std::string> searchTermsOf(
    std::string_view text, TermsOf of, Language language = Language::English);

/// A word of a question.
struct SearchWord {
    /// As texts may have it: without the endings of English, of the question's language, or of all
    /// where that is not known. There is at least one, and none twice.
    std::vector<std::string> forms;
    bool isFunctionWord = false; ///< it says little about what the question is about

    bool operator==(const SearchWord&) const = default;
};

/// The words of a question in UTF-8, none twice. Any thread may call it.
std::vector<SearchWord> searchWordsOf(std::string_view question);

/// The words of a question that say what it is about, as they are written. Any thread may call it.
std::vector<std::string> decidingTextsOf(std::string_view question);

/// The terms of a passage, with spaces between them, by the endings of the language of its text.
struct PassageTerms {
    std::string heading, text;
};

/// `heading`: all that it stands under.
PassageTerms passageTermsOf(std::string_view heading, std::string_view text);

} // namespace services
