#include "services/documents/index/search_terms.h"

#include "services/written_without_spaces.h"

#include <QChar>

#include <cstdlib>
#include <libstemmer.h>
#include <memory>
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

std::string stemOf(const std::string& word, QChar::Script script)
{
    thread_local const Stemmer english("english"), russian("russian"), greek("greek");
    switch (script) {
    case QChar::Script_Latin:
        return english.stem(word);
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
    explicit TermReader(TermsOf of)
        : m_of(of)
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
        std::string term = stemOf(m_word, m_script);
        std::erase(term, '\'');
        if (!term.empty())
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
    std::string m_word;
    QChar::Script m_script = QChar::Script_Common;
    std::string m_before; // the last character of a run of those without spaces
    bool m_isAlone = false; // the run has one character
    std::vector<std::string> m_terms;
};

} // namespace

std::vector<std::string> searchTermsOf(std::string_view text, TermsOf of)
{
    return TermReader(of).read(folded(text));
}

} // namespace services
