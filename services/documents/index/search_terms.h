#pragma once

#include "services/documents/index/document_index.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace services {

/// A language in Latin letters whose endings are known.
enum class Language : uint8_t {
    English,
    German,
    French,
    Spanish,
    Italian,
    Portuguese,
    Dutch,
    Swedish,
    Unknown, ///< its words are compared as they are
};

/// All but Unknown.
std::span<const Language> knownLanguages();

/// The language of most of the function words at the beginning of a text in UTF-8; Unknown if there
/// are none, or as many of two. Any thread may call it.
Language detectLanguage(std::string_view text);

/// True if a term of toSearchTerms() is one of those that questions are made of in English, German,
/// French or Spanish ("how", "does", "my"): which texts have it says little about what they are
/// about.
bool isFunctionWord(const std::string& term);

/// True if a word, as toSearchTerms() gives it of an unknown language, is such a one in this
/// language.
bool isFunctionWordIn(Language language, const std::string& word);

/// What terms are made of.
enum class TermsOf {
    Text, ///< to be found
    Question, ///< that finds it
};

/// Puts "^" before raised digits behind a digit, so that "10⁶" doesn't become 106 where letters are
/// compared in one form.
std::string withExponentSigns(std::string_view text);

/// The words of a text in UTF-8, in their order and in the form in which they are compared: small
/// letters without accents, without the endings of a language (Russian and Greek where the script
/// says so). A script without spaces between words, and Korean, gives pairs of neighboring
/// characters, for a text also single ones. A term holds letters and digits only. Any thread may
/// call it.
std::vector<std::string> toSearchTerms(
    std::string_view text, TermsOf of, Language language = Language::English);

/// A word of a question.
struct SearchWord {
    /// The spellings in texts: without the endings of English, of the question's language, or of
    /// all languages if that is not known. There is at least one, and none twice.
    std::vector<std::string> forms;
    bool isFunctionWord = false; ///< it says little about what the question is about

    bool operator==(const SearchWord&) const = default;
};

/// The words of a question in UTF-8, none twice. Any thread may call it.
std::vector<SearchWord> toSearchWords(std::string_view question);

/// The words of a question that say what it is about, as they are written. Any thread may call it.
std::vector<std::string> toDecidingTexts(std::string_view question);

/// The terms of a passage, with spaces between them, by the endings of the language of its text.
struct PassageTerms {
    std::string heading, text;
};

/// `heading`: all that it is under.
PassageTerms toPassageTerms(std::string_view heading, std::string_view text);

/// What a term weighs that so many of all passages have.
double computeRarity(int64_t passages, int64_t with);

/// How well texts carry the words of a question: BM25 (Robertson and Zaragoza, 2009) over a passage
/// and its heading, as a share of what a text could reach in which every word occurs often. So it
/// is comparable between questions: a word that no passage has weighs most and is carried by none.
class TermRelevance {
public:
    /// The words of a question, and how usual their forms are, those of each word in turn.
    TermRelevance(std::vector<SearchWord> words, const TermStatistics& statistics);

    double of(const PassageText& match) const; ///< 0 … 1

private:
    std::vector<SearchWord> m_words;
    std::vector<double> m_weights; // of the words; together 1
};

} // namespace services
