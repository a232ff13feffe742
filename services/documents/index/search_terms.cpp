#include "services/documents/index/search_terms.h"

#include "base/utf8.h"
#include "services/text.h"

#include <QChar>
#include <QRegularExpression>
#include <QString>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <libstemmer.h>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utf8proc.h>

namespace services {

namespace {

constexpr size_t lookedAt = 2000; // bytes

constexpr Language known[] = {Language::English, Language::German, Language::French,
    Language::Spanish, Language::Italian, Language::Portuguese, Language::Dutch, Language::Swedish};

} // namespace

std::span<const Language> knownLanguages()
{
    return known;
}

Language detectLanguage(std::string_view text)
{
    std::array<int, std::size(known)> counts{};
    text = text.substr(0, base::characterStart(text, std::min(text.size(), lookedAt)));
    for (const std::string& word : toSearchTerms(text, TermsOf::Question, Language::Unknown))
        for (const Language language : known)
            counts[size_t(language)] += isFunctionWordIn(language, word);
    const auto most = std::ranges::max_element(counts);
    const bool isSure = *most > 0 && std::ranges::count(counts, *most) == 1;
    return isSure ? known[most - counts.begin()] : Language::Unknown;
}

namespace {

constexpr const char* words[] = {
    // English
    "a an the of in on at to for from by with as is are was were be been being am do does did can "
    "could may might must shall should will would have has had i me my you your he she it its we "
    "our us they them their this that these those there what which who whom whose when where why "
    "how many much if then than and or not no but so any some all just get got about into out up",
    // German
    "der die das den dem des ein eine einen einem einer eines und oder nicht kein keine ist sind "
    "war waren wird werden wurde sein bin habe hat haben hatte ich mir mich du dir man er sie es "
    "wir uns ihr ihnen mein meine meinem meinen dein was wer wem wen wie wo wann warum welche "
    "welcher welches welchem welchen wofür wozu wenn dass ob als auf aus bei für im mit nach um "
    "von vom zu zum zur über unter kann können muss soll darf viel viele",
    // French
    "le la les un une des du de et ou ne pas est sont être été avoir ai as ont je tu il elle on "
    "nous vous ils elles mon ma mes ton ta tes son sa ses leur que qui quoi quel quelle quels "
    "quelles dont où quand comment pourquoi combien si ce cet cette ces dans sur sous avec pour "
    "par peut peux faut en a au aux",
    // Spanish
    "el la los las una unos unas de del a al y o no es son está están ser estar he ha han yo él "
    "ella nosotros ellos mi mis tu tus su sus qué quién cuál cuáles cuándo dónde cómo cuánto cuánta "
    "cuántos por para con sin en se lo que si este esta estos estas puede puedo debe hay",
    // Italian
    "il lo la i gli le un uno una di del dello della dei degli delle a al alla ai alle da dal "
    "dalla "
    "in nel nella nei nelle con su sul sulla per tra fra e o non è sono era essere ho ha hanno io "
    "lui lei noi voi loro mio mia suo sua che chi cosa quale quali quando dove come perché quanto "
    "quanta quanti quante se questo questa questi queste si ci può posso deve anche",
    // Portuguese
    "o a os as um uma uns umas de do da dos das em no na nos nas por pelo pela para com sem e ou "
    "não é são foi ser estar está tem têm eu ele ela nós eles meu minha seu sua que quem qual "
    "quais "
    "quando onde como porquê quanto quanta quantos quantas se este esta isto pode posso deve mais",
    // Dutch
    "de het een en of niet geen is zijn was waren wordt worden ben heb heeft hebben had ik mij je "
    "jij u hij zij ze wij we ons jullie hun mijn uw wat wie welke welk wanneer waar waarom hoe "
    "hoeveel als dan dat die dit deze er in op aan bij met naar om van voor uit over kan kunnen "
    "moet mag ook maar",
    // Swedish
    "en ett den det de som och eller inte ingen är var vara blir har hade jag mig du dig han hon "
    "vi "
    "oss ni dem min mitt mina din sin sina vad vem vilken vilket vilka när var varför hur många "
    "om att på i av till från med för vid under över kan ska måste får också men",
};
constexpr int takenOfAll = 4; // the first: words of the others mean something in English

using Words = std::unordered_set<std::string>;

void add(Words& all, const char* listed, Language endings)
{
    for (std::string& each : toSearchTerms(listed, TermsOf::Question, endings))
        all.insert(std::move(each));
}

} // namespace

bool isFunctionWord(const std::string& term)
{
    static const Words terms = [] {
        Words all;
        for (const char* listed : std::span(words).first<takenOfAll>())
            add(all, listed, Language::English);
        return all;
    }();
    return terms.contains(term);
}

bool isFunctionWordIn(Language language, const std::string& word)
{
    static const auto byLanguage = [] {
        std::array<Words, std::size(words) + 1> all; // the last: none, for Unknown
        for (size_t each = 0; each < std::size(words); ++each)
            add(all[each], words[each], Language::Unknown);
        return all;
    }();
    return byLanguage[size_t(language)].contains(word);
}

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

std::string stemLatin(const std::string& word, Language language)
{
    thread_local const Stemmer stemmers[]
        = {Stemmer("english"), Stemmer("german"), Stemmer("french"), Stemmer("spanish"),
            Stemmer("italian"), Stemmer("portuguese"), Stemmer("dutch"), Stemmer("swedish")};
    return language == Language::Unknown ? word : stemmers[size_t(language)].stem(word);
}

std::string stemWord(const std::string& word, QChar::Script script, Language language)
{
    thread_local const Stemmer russian("russian"), greek("greek");
    switch (script) {
    case QChar::Script_Latin:
        return stemLatin(word, language);
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
        for (size_t at = 0; at < text.size();) {
            const base::Utf8Character character = base::utf8At(text, at);
            if (character.state != base::Utf8Character::State::Whole)
                break;
            take(character.value, text.substr(at, character.length));
            at += character.length;
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
        std::string term = stemWord(m_word, m_script, m_language);
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

// The languages whose endings the words of a question may have in texts.
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

// "Schaufel" and "Schaufeln": the stemmer keeps an n behind el.
void addPluralInN(std::vector<std::string>& forms, const std::string& form)
{
    constexpr size_t minLength = 5;
    if (form.size() < minLength)
        return;
    if (form.ends_with("eln"))
        addIfNew(forms, form.substr(0, form.size() - 1));
    else if (form.ends_with("el"))
        addIfNew(forms, form + 'n');
}

} // namespace

std::string withExponentSigns(std::string_view text)
{
    const auto isRaised = [text](size_t at) {
        const char32_t character = base::utf8At(text, at).value;
        return character == U'¹' || character == U'²' || character == U'³'
            || (character >= U'⁰' && character <= U'⁻');
    };
    std::string result;
    for (size_t at = 0; at < text.size(); ++at) {
        const bool isBehindDigit = at > 0 && text[at - 1] >= '0' && text[at - 1] <= '9';
        if (isBehindDigit && uint8_t(text[at]) >= 0xC2 && isRaised(at))
            result += '^';
        result += text[at];
    }
    return result;
}

std::vector<std::string> toSearchTerms(std::string_view text, TermsOf of, Language language)
{
    return TermReader(of, language).read(folded(withExponentSigns(text)));
}

std::vector<SearchWord> toSearchWords(std::string_view question)
{
    const Language language = detectLanguage(question);
    const auto plain = toSearchTerms(question, TermsOf::Question, Language::Unknown);
    const auto english = toSearchTerms(question, TermsOf::Question, Language::English);
    std::vector<SearchWord> words;
    for (size_t word = 0; word < english.size(); ++word)
        words.push_back({{english[word]},
            isFunctionWord(english[word]) || isFunctionWordIn(language, plain[word])});
    for (const Language endings : endingsFor(language)) {
        const auto forms = toSearchTerms(question, TermsOf::Question, endings);
        for (size_t word = 0; word < words.size(); ++word) {
            addIfNew(words[word].forms, forms[word]);
            if (endings == Language::German)
                addPluralInN(words[word].forms, forms[word]);
        }
    }
    std::ranges::sort(words, {}, &SearchWord::forms);
    words.erase(std::ranges::unique(words).begin(), words.end());
    return words;
}

std::vector<std::string> toDecidingTexts(std::string_view question)
{
    static const QRegularExpression betweenWords(
        QStringLiteral("[^\\w]+"), QRegularExpression::UseUnicodePropertiesOption);
    const Language language = detectLanguage(question);
    std::vector<std::string> texts;
    for (const QString& word : QString::fromUtf8(question.data(), qsizetype(question.size()))
                                   .split(betweenWords, Qt::SkipEmptyParts)) {
        const std::string text = word.toStdString();
        const auto plain = toSearchTerms(text, TermsOf::Question, Language::Unknown);
        const bool isFunction = std::ranges::all_of(plain, [language](const std::string& each) {
            return isFunctionWordIn(Language::English, each) || isFunctionWordIn(language, each);
        });
        if (!isFunction)
            texts.push_back(text);
    }
    return texts;
}

PassageTerms toPassageTerms(std::string_view heading, std::string_view text)
{
    const Language found = detectLanguage(text);
    const Language language = found == Language::Unknown ? Language::English : found;
    return {joined(toSearchTerms(heading, TermsOf::Text, language)),
        joined(toSearchTerms(text, TermsOf::Text, language))};
}

namespace {

constexpr double saturation = 1.2; // k1: so many occurrences weigh half as much as any number
constexpr double lengthShare = 0.5; // b: how much longer texts need more occurrences
constexpr double usualLength = 150; // terms
constexpr double functionWordShare = 0.1; // of the weight of other words
constexpr double headingWeight = 2; // occurrences that one in the heading stands for

using Counts = std::unordered_map<std::string_view, double>;

// Returns how many terms there are.
size_t addTo(Counts& counts, std::string_view terms, double weight)
{
    size_t length = 0;
    while (!terms.empty()) {
        const size_t end = std::min(terms.find(' '), terms.size());
        counts[terms.substr(0, end)] += weight;
        terms.remove_prefix(std::min(end + 1, terms.size()));
        ++length;
    }
    return length;
}

} // namespace

double computeRarity(int64_t passages, int64_t with)
{
    return std::log1p((double(passages - with) + 0.5) / (double(with) + 0.5));
}

TermRelevance::TermRelevance(std::vector<SearchWord> words, const TermStatistics& statistics)
    : m_words(std::move(words))
{
    auto of = statistics.with.begin();
    for (const SearchWord& word : m_words) {
        const auto with = std::accumulate(of, of + ptrdiff_t(word.forms.size()), int64_t(0));
        of += ptrdiff_t(word.forms.size());
        const double rarity
            = computeRarity(statistics.passages, std::min(with, statistics.passages));
        m_weights.push_back(rarity * (word.isFunctionWord ? functionWordShare : 1));
    }
    const double sum = std::accumulate(m_weights.begin(), m_weights.end(), 0.0);
    for (double& weight : m_weights)
        weight /= std::max(sum, 1e-9);
}

double TermRelevance::of(const PassageText& match) const
{
    Counts counts;
    addTo(counts, match.heading, headingWeight);
    const auto length = double(addTo(counts, match.text, 1));
    const double half = saturation * (1 - lengthShare + lengthShare * length / usualLength);
    double relevance = 0;
    for (size_t word = 0; word < m_words.size(); ++word) {
        double found = 0;
        for (const std::string& form : m_words[word].forms)
            if (const auto count = counts.find(form); count != counts.end())
                found += count->second;
        relevance += m_weights[word] * found / (found + half);
    }
    return relevance;
}

} // namespace services
