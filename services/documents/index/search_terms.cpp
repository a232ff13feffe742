#include "services/documents/index/search_terms.h"

#include "services/documents/index/function_words.h"
#include "services/written_without_spaces.h"

#include <QChar>
#include <QRegularExpression>
#include <QString>

#include <algorithm>
#include <cstdlib>
#include <libstemmer.h>
#include <memory>
#include <span>
#include <utf8proc.h>

namespace services {

namespace {

constexpr size_t longestWord = 64; // bytes; of what is longer only the beginning is compared
constexpr char32_t apostrophe = U'\'', curlyApostrophe = U'’';

/// Takes the endings of words away.
class Stemmer {
public:
    explicit Stemmer(const char* language)
        : m_stemmer(sb_stemmer_new(language, "UTF_8"), sb_stemmer_delete)
    {
    }

    std::string stem(const std::string& word) const
    {
        const auto* bytes = reinterpret_cast<const sb_symbol*>(word.data());
        const sb_symbol* stem
            = m_stemmer ? sb_stemmer_stem(m_stemmer.get(), bytes, int(word.size())) : nullptr;
        if (!stem)
            return word;
        return {reinterpret_cast<const char*>(stem), size_t(sb_stemmer_length(m_stemmer.get()))};
    }

private:
    std::unique_ptr<sb_stemmer, void (*)(sb_stemmer*)> m_stemmer;
};

std::string latinStemOf(const std::string& word, Language language)
{
    thread_local const Stemmer stemmers[]
        = {Stemmer("english"), Stemmer("german"), Stemmer("french"), Stemmer("spanish"),
            Stemmer("italian"), Stemmer("portuguese"), Stemmer("dutch"), Stemmer("swedish")};
    return language == Language::Unknown ? word : stemmers[size_t(language)].stem(word);
}

std::string stemOf(const std::string& word, QChar::Script script, Language language)
{
    thread_local const Stemmer russian("russian"), greek("greek");
    switch (script) {
    case QChar::Script_Latin:
        return latinStemOf(word, language);
    case QChar::Script_Cyrillic:
        return russian.stem(word);
    case QChar::Script_Greek:
        return greek.stem(word);
    default:
        return word;
    }
}

bool isOfWord(char32_t character)
{
    const utf8proc_category_t category = utf8proc_category(utf8proc_int32_t(character));
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO;
}

bool hasOwnWords(char32_t character)
{
    return isWrittenWithoutSpaces(character) || QChar::script(character) == QChar::Script_Hangul;
}

// Small letters without accents, and what is written in several ways in one.
std::string folded(std::string_view text)
{
    constexpr auto options = utf8proc_option_t(UTF8PROC_COMPOSE | UTF8PROC_COMPAT
        | UTF8PROC_CASEFOLD | UTF8PROC_STRIPMARK | UTF8PROC_IGNORE | UTF8PROC_STRIPNA);
    utf8proc_uint8_t* bytes = nullptr;
    const utf8proc_ssize_t length
        = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
            utf8proc_ssize_t(text.size()), &bytes, options);
    const std::unique_ptr<utf8proc_uint8_t, void (*)(void*)> owner(bytes, std::free);
    if (length < 0)
        return std::string(text);
    return {reinterpret_cast<const char*>(bytes), size_t(length)};
}

class TermReader {
public:
    TermReader(TermsOf of, Language language)
        : m_of(of)
        , m_language(language)
    {
    }

    std::vector<std::string> read(std::string_view text)
    {
        const auto* at = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
        for (auto left = utf8proc_ssize_t(text.size()); left > 0;) {
            utf8proc_int32_t character;
            const utf8proc_ssize_t length = utf8proc_iterate(at, left, &character);
            if (length <= 0)
                break; // it is no UTF-8 from here on
            take(char32_t(character), {reinterpret_cast<const char*>(at), size_t(length)});
            at += length;
            left -= length;
        }
        endWord();
        endRun();
        return std::move(m_terms);
    }

private:
    void take(char32_t character, std::string_view bytes)
    {
        const bool isRun = hasOwnWords(character);
        if (!isRun)
            endRun();
        if (isRun) {
            endWord();
            addToRun(std::string(bytes));
        } else if (isOfWord(character)) {
            addToWord(character, bytes);
        } else if ((character == apostrophe || character == curlyApostrophe) && !m_word.empty()) {
            m_word += '\'';
        } else {
            endWord();
        }
    }

    void addToWord(char32_t character, std::string_view bytes)
    {
        if (m_word.empty())
            m_script = QChar::script(character);
        if (m_word.size() + bytes.size() <= longestWord)
            m_word += bytes;
    }

    void endWord()
    {
        if (m_word.empty())
            return;
        std::string term = stemOf(m_word, m_script, m_language);
        std::erase(term, '\'');
        if (term.empty()) // a word always gives a term, whatever the language
            std::ranges::copy_if(
                m_word, std::back_inserter(term), [](char each) { return each != '\''; });
        m_terms.push_back(std::move(term));
        m_word.clear();
    }

    void addToRun(std::string character)
    {
        if (!m_before.empty())
            m_terms.push_back(m_before + character);
        if (m_of == TermsOf::Text)
            m_terms.push_back(character);
        m_isAlone = m_before.empty();
        m_before = std::move(character);
    }

    void endRun()
    {
        if (!m_before.empty() && m_isAlone && m_of == TermsOf::Question)
            m_terms.push_back(m_before);
        m_before.clear();
    }

    TermsOf m_of;
    Language m_language;
    std::string m_word;
    QChar::Script m_script = QChar::Script_Common;
    std::string m_before; // the last character of a run of those without spaces
    bool m_isAlone = false; // the run has one character
    std::vector<std::string> m_terms;
};

// Whose endings the words of a question in this language may have in texts.
std::vector<Language> endingsFor(Language language)
{
    if (language != Language::Unknown)
        return {language};
    const std::span<const Language> all = knownLanguages();
    return {all.begin(), all.end()};
}

std::string joined(const std::vector<std::string>& terms)
{
    std::string all;
    for (const std::string& term : terms)
        all += (all.empty() ? "" : " ") + term;
    return all;
}

void addIfNew(std::vector<std::string>& forms, const std::string& form)
{
    if (std::ranges::find(forms, form) == forms.end())
        forms.push_back(form);
}

} // namespace

std::vector<std::string> searchTermsOf(std::string_view text, TermsOf of, Language language)
{
    return TermReader(of, language).read(folded(text));
}

std::vector<SearchWord> searchWordsOf(std::string_view question)
{
    const Language language = languageOf(question);
    const auto plain = searchTermsOf(question, TermsOf::Question, Language::Unknown);
    const auto english = searchTermsOf(question, TermsOf::Question, Language::English);
    std::vector<SearchWord> words;
    for (size_t word = 0; word < english.size(); ++word)
        words.push_back({{english[word]},
            isFunctionWord(english[word]) || isFunctionWordOf(language, plain[word])});
    for (const Language endings : endingsFor(language)) {
        const auto forms = searchTermsOf(question, TermsOf::Question, endings);
        for (size_t word = 0; word < words.size(); ++word)
            addIfNew(words[word].forms, forms[word]);
    }
    std::ranges::sort(words, {}, &SearchWord::forms);
    words.erase(std::ranges::unique(words).begin(), words.end());
    return words;
}

std::vector<std::string> decidingTextsOf(std::string_view question)
{
    static const QRegularExpression betweenWords(
        QStringLiteral("[^\\w]+"), QRegularExpression::UseUnicodePropertiesOption);
    const Language language = languageOf(question);
    std::vector<std::string> texts;
    for (const QString& word : QString::fromUtf8(question.data(), qsizetype(question.size()))
                                   .split(betweenWords, Qt::SkipEmptyParts)) {
        const std::string text = word.toStdString();
        const auto plain = searchTermsOf(text, TermsOf::Question, Language::Unknown);
        const bool isFunction = std::ranges::all_of(plain, [language](const std::string& each) {
            return isFunctionWordOf(Language::English, each) || isFunctionWordOf(language, each);
        });
        if (!isFunction)
            texts.push_back(text);
    }
    return texts;
}

PassageTerms passageTermsOf(std::string_view heading, std::string_view text)
{
    const Language found = languageOf(text);
    const Language language = found == Language::Unknown ? Language::English : found;
    return {joined(searchTermsOf(heading, TermsOf::Text, language)),
        joined(searchTermsOf(text, TermsOf::Text, language))};
}

} // namespace services
