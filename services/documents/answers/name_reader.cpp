#include "services/documents/answers/name_reader.h"

#include "services/documents/answers/fact_words.h"
#include "services/documents/answers/known_names.h"
#include "services/documents/index/search_terms.h"

#include <QRegularExpression>

#include <utility>

namespace services {

namespace {

constexpr QStringView placePrepositions = u"in aus nach bei at from near en a da di van uit op w z ze i fran";
constexpr QStringView titles = u"mr mrs ms miss dr prof herr frau herrn monsieur madame mme senor "
                               u"senora dona don tante onkel "
                               "oma opa familie aunt uncle signor signora sig dott dottor mevrouw "
                               "meneer mevr dhr heer pan pani "
                               "pana panu panem fru";

} // namespace

bool isBehindWord(const QString& text, qsizetype at)
{
    while (at > 0 && text[at - 1] == u' ')
        --at;
    return at > 0 && (text[at - 1].isLetterOrNumber() || u",;)'&"_qs.contains(text[at - 1]));
}

NameReader::NameReader(Language language, const QString& text, Facts& facts)
    : m_language(language)
    , m_text(text)
    , m_facts(facts)
{
}

bool NameReader::isBehindWord(qsizetype at) const
{
    return m_wordEnd > 0 && m_wordEnd + 1 == at && m_text[m_wordEnd] == u' ';
}

void NameReader::read(const QString& text, qsizetype begin, bool isUnit)
{
    constexpr QStringView leads
        = u"von durch mit fur bei an und oder als sowie wie gegen neben zu statt";
    constexpr QStringView articles
        = u"the this that these a an le la les l il lo gli el los las un una une het den det os as";
    static const QRegularExpression followsName(
        u"(?: (?:(?:of|de|del|di|do|da|van) )?|[-'&])\\p{Lu}"_qs,
        QRegularExpression::UseUnicodePropertiesOption);
    const FactWords& words = factWords();
    const QString word = text.toLower();
    const qsizetype end = begin + text.size();
    const bool isCapital = text[0].isUpper(), isAdjacent = isBehindWord(begin);
    const bool mayBegin = !m_isAdjacent || m_isLeadCapital || isAnyOf(m_lead, leads)
        || m_lead.endsWith(u't') || m_lead.endsWith(u"te");
    const bool isBehindNameStart = isAdjacent && mayBegin && m_isBehindWord;
    const bool isTitled = isAnyOf(m_word, titles);
    const bool isSurelyTitled = isTitled && m_isCapital;
    const bool isPair = isAdjacent && m_isCapital && isCapital;
    const bool isOrdinary = isAnyOf(word, titles) || isFunctionWord(word.toStdString())
        || isFunctionWordIn(m_language, word.toStdString()) || isCommonName(word);
    const bool isThird = isPair && m_isAdjacent && m_isLeadCapital;
    const bool isPlace = isCapital && isAdjacent && m_isAdjacent && !isOrdinary && !isUnit
        && m_lead.size() > 3 && isAnyOf(m_word, placePrepositions);
    if (isPlace)
        m_facts.places << m_lead + u' ' + m_word + u' ' + word;
    m_isLeadCapital = m_isCapital;
    m_isCapital = isCapital;
    m_isAdjacent = isAdjacent;
    m_isBehindWord = services::isBehindWord(m_text, begin);
    m_lead = m_word;
    m_wordEnd = end;
    const QString before = std::exchange(m_word, word);
    const QString writtenBefore = std::exchange(m_writtenWord, text);
    const bool mayBeFirst = std::exchange(
        m_mayBegin, text.size() > 2 && isCapital && !m_isBehindWord && !isOrdinary && !isUnit);
    const QString first = isPair && !isCommonName(before) ? before : QString();
    if (isPair)
        m_facts.pairs << before + u' ' + word;
    if (isPair && mayBeFirst && m_language != Language::German && !isOrdinary)
        add({.text = writtenBefore, .folded = before, .initials = before.left(1), .last = word},
            begin, end);
    // In German, every noun has a capital; what is before the form of a company is its name.
    const bool isProper = m_language == Language::German
        ? isCountry(word) || words.company
              .match(m_text, end, QRegularExpression::NormalMatch,
                  QRegularExpression::AnchorAtOffsetMatchOption
                      | QRegularExpression::DontCheckSubjectStringMatchOption)
              .hasMatch()
        : m_isBehindWord;
    if (isOrdinary && isCapital && !m_facts.names.isEmpty() && isBehindName(begin))
        extend(word.left(1), end); // "the Specialty Coffee Association"
    if (text.size() < 2 || !isCapital || isUnit || isOrdinary)
        return;
    if ((text.isUpper() || isProper || isTitled) && !isNationality(word, end))
        add({.text = text,
                .folded = word,
                .initials = word.left(1),
                .isTitled = isSurelyTitled,
                .isAlone = !isPair && m_language != Language::German && text.size() > 3
                    && !text.isUpper() && !isAnyOf(before, articles)
                    && !(before == u"de" && m_language == Language::Dutch)
                    && !isTranslatedPlace(word)
                    && !followsName
                            .match(m_text, end, QRegularExpression::NormalMatch,
                                QRegularExpression::AnchorAtOffsetMatchOption)
                            .hasMatch(),
                .first = first},
            begin, end);
    else if (isPair && m_language == Language::German && text.size() > 2
        && !words.units.contains(before) && !words.units.contains(before.chopped(1))
        && !isFunctionWord(before.toStdString()) && !isCommonName(before))
        add({.text = text,
                .folded = word,
                .initials = word.left(1),
                .before = before,
                .isBehindNameStart = isBehindNameStart,
                .isThird = isThird,
                .first = first},
            begin, end);
}

// "the British capital": English writes such words with a capital, but they name nobody.
bool NameReader::isNationality(const QString& word, qsizetype end) const
{
    static const QRegularExpression ending(
        u"(?:ish|ese|ian|ean|ican|ench|utch|swiss|german|greek|thai|asian)$"_qs);
    const QString next = m_text.mid(end + 1, 1);
    const bool isBeforeWord = m_text.mid(end, 1) == u" " && next.toLower() == next;
    return m_language == Language::English && isBeforeWord && ending.match(word).hasMatch();
}

// True directly behind the last name, and behind its genitive: "Organiser's Licence".
bool NameReader::isBehindName(qsizetype begin) const
{
    return begin <= m_nameEnd + 2
        || (begin == m_nameEnd + 3 && m_text.mid(m_nameEnd + 1, 2) == u"s ");
}

void NameReader::add(Name name, qsizetype begin, qsizetype end)
{
    const QString initial = std::exchange(name.initials, {});
    if (m_facts.names.isEmpty() || !isBehindName(begin))
        m_firstName = m_facts.names.size();
    else
        name.initials = m_facts.names.last().initials;
    m_facts.names << name;
    extend(initial, end);
}

void NameReader::extend(const QString& initial, qsizetype end)
{
    const QString initials = m_facts.names.last().initials + initial;
    for (qsizetype each = m_firstName; each < m_facts.names.size(); ++each)
        m_facts.names[each].initials = initials;
    m_nameEnd = end;
}

} // namespace services
