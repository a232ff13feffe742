#include "services/documents/answers/fact_check.h"

#include "services/documents/answers/combined_numbers.h"
#include "services/documents/answers/derived_numbers.h"
#include "services/documents/answers/fact_words.h"
#include "services/documents/answers/facts.h"
#include "services/documents/answers/known_dates.h"
#include "services/documents/answers/known_names.h"
#include "services/documents/answers/rival_numbers.h"
#include "services/documents/answers/spelled_numbers.h"
#include "services/documents/answers/sure_numbers.h"

#include <QDate>

#include <cmath>

namespace services {

namespace {

constexpr qsizetype minShareOfLanguage
    = 3; // of the words of a statement, one must be in the passages
constexpr qsizetype maxDates = 50; // of the passages
constexpr double maxTimesByChance = 0.15; // the same, for durations
constexpr double maxShareByChance = 0.34; // of numbers of the same size
constexpr qsizetype maxFacts = 100; // of each kind in a statement
constexpr qsizetype maxBetween = 30; // letters between the words of a name
constexpr qsizetype maxDerived = 12; // of the numbers of a statement that may be derived

qsizetype countFunctionWords(std::string_view text, Language language)
{
    return std::ranges::count_if(toSearchTerms(text, TermsOf::Question, Language::Unknown),
        [language](const std::string& word) { return isFunctionWordIn(language, word); });
}

// The language of a statement. Polish and Czech ones are Unknown, though some of their words are Portuguese
// or Swedish, too.
Language languageOf(std::string_view statement, Language there)
{
    static const QRegularExpression letters(u"[ąęłśżźńřěů]"_qs);
    const Language language = detectLanguage(statement);
    const bool isSure = language == Language::English || language == Language::German;
    if (language != there && !isSure && there != Language::Unknown && language != Language::Unknown
        && countFunctionWords(statement, language) <= countFunctionWords(statement, there) + 1)
        return there; // "il" and "le" are of several languages
    return !isSure
            && QString::fromUtf8(statement.data(), qsizetype(statement.size())).contains(letters)
        ? Language::Unknown
        : language;
}

// Compares the facts of a statement with those of its passages.
class FactCheck {
public:
    FactCheck(std::string_view statement, const Facts& passages, Language there, bool mayDerive)
        : m_passages(passages)
        , m_passageLanguage(there)
        , m_mayDerive(mayDerive)
    {
        const Language own = languageOf(statement, there);
        const Language language = own == Language::Unknown ? there : own;
        m_writesNamesOnly = own == Language::English || own == Language::French
            || own == Language::Spanish || own == Language::Italian || own == Language::Portuguese;
        m_statement = readFacts(statement, language);
        const bool isKnown = own != Language::Unknown && there != Language::Unknown;
        m_areSameLanguage = isKnown ? own == there : sharesWords();
        if (!isKnown && !m_areSameLanguage && own == Language::Unknown)
            m_statement = readFacts(statement, own);
        m_hasCountries = std::ranges::any_of(m_passages.words, isCountry);
        const QSet<double> periods = m_passages.periods + m_statement.periods;
        for (Number& number : m_statement.numbers) // "32 days" if something is per day
            number.isRatio |= number.dimension() == 't' && periods.contains(number.unit->factor);
        m_statement.numbers.resize(std::min(m_statement.numbers.size(), maxFacts));
        m_statement.names.resize(std::min(m_statement.names.size(), maxFacts));
    }

    // False if there are neither words nor numbers.
    bool hasAllWords() const
    {
        const bool isEmpty = m_statement.words.isEmpty() && m_statement.numbers.isEmpty()
            && m_statement.codes.isEmpty();
        return !isEmpty && std::ranges::all_of(m_statement.plainWords, [this](const QString& word) {
            return hasWord(word);
        });
    }

    QStringList missing() const
    {
        QStringList missing;
        for (const Number& number : missingNumbers())
            missing << number.text;
        const KnownDates dates(m_passages, m_statement, m_passageLanguage, m_mayDerive);
        for (const Date& date : m_statement.dates)
            if (date.isFact && !date.isMonthGuessed && !dates.contains(date)) {
                const QStringList parts = dates.missingOf(date);
                missing << (parts.isEmpty() ? QStringList{date.text} : parts);
            }
        for (const Weekday& day : m_statement.weekdays)
            if (day.isFact && !dates.contains(day))
                missing << day.text;
        for (const QString& code : m_statement.codes)
            if (squeezed(code).size() > (code[0].isDigit() ? 2 : 3)
                && !m_passages.squeezed.contains(squeezed(code)) && !isCommonName(squeezed(code)))
                missing << code;
        for (const Name& name : m_statement.names)
            if ((m_areSameLanguage || isSurelyName(name)) && !contains(name))
                missing << name.text;
        for (const QString& pair : m_statement.pairs)
            if (const QString wrong = mistakenOf(pair);
                !wrong.isEmpty() && !missing.contains(wrong))
                missing << wrong;
        for (const QString& place : m_statement.places)
            if (const QString wrong = mistakenPlace(place);
                !wrong.isEmpty() && !missing.contains(wrong, Qt::CaseInsensitive))
                missing << wrong;
        for (const QString& text : m_statement.quoted)
            if (!m_passages.quoted.isEmpty() && !missing.contains(text) && isUnknownQuote(text))
                missing << text;
        return missing;
    }

private:
    // The word of two with capitals that differs in a passage: "Passau builder" for "Linz builder" in German,
    // "Petra Dorn" for "Heike Dorn". Both, if each belongs to another one there.
    QString mistakenOf(const QString& pair) const
    {
        const QString first = pair.section(u' ', 0, 0), last = pair.section(u' ', 1, 1);
        if (m_passages.pairs.contains(pair) || m_passages.pairs.contains(last + u' ' + first)
            || isCommonName(first) || isCommonName(last) || isFunctionWord(first.toStdString())
            || std::ranges::any_of(m_passages.pairs, [&](const QString& there) {
                   return there.endsWith(u' ' + last) && areForms(first, there.section(u' ', 0, 0));
               }))
            return {};
        const auto isOfPlace
            = [](const QString& word) { return word.size() > 4 && word.endsWith(u"er"); };
        const bool isOther = std::ranges::any_of(m_passages.pairs, [&](const QString& there) {
            const QString other = there.section(u' ', 0, 0);
            return there.endsWith(u' ' + last) && other.size() > 2
                && ((isOfPlace(first) && isOfPlace(other)) || u"aiouy"_qs.contains(first.back()));
        });
        if (isOther && !hasWord(first))
            return first;
        // "SV Lindach" for "SV Moosach"
        const bool isOtherOfKind = first.size() <= 3 && m_areSameLanguage
            && std::ranges::any_of(m_passages.pairs, [&](const QString& there) {
                   return there.startsWith(first + u' ')
                       && !m_statement.words.contains(there.section(u' ', 1, 1));
               });
        if (isOtherOfKind && !isFunctionWordIn(m_passageLanguage, first.toStdString()) && !hasWord(last))
            return last;
        const bool areApart = beginsPair(first)
            && std::ranges::any_of(m_passages.pairs,
                [&last](const QString& there) { return there.endsWith(u' ' + last); });
        const QString& letters = m_passages.squeezed;
        const auto isNear = [&letters](const QString& one, const QString& other) {
            for (qsizetype at = letters.indexOf(one); at >= 0; at = letters.indexOf(one, at + 1))
                if (QStringView(letters)
                        .mid(at + one.size(), maxBetween + other.size())
                        .contains(other))
                    return true;
            return false;
        };
        return areApart && !isNear(first, last) && !isNear(last, first) ? last : QString();
    }

    // "Göttingen" in "Partner in Göttingen" if a passage says "Partner in Kassel" and not the other.
    QString mistakenPlace(const QString& place) const
    {
        const qsizetype at = place.lastIndexOf(u' ') + 1;
        const QString name = place.mid(at), before = place.left(at);
        const bool isOther = std::ranges::any_of(m_passages.places, [&](const QString& there) {
            return there.startsWith(before) && !m_statement.words.contains(there.mid(at));
        });
        return isOther && !hasWord(name) && !isSqueezed(name, 4) ? name : QString();
    }

    // True of the name of a thing, "the room “Lavender”", if no word of it is in the passages. In another
    // language, more words than one may be a translation.
    bool isUnknownQuote(const QString& text) const
    {
        const QStringList words = toPlainText(text).toLower().split(u' ', Qt::SkipEmptyParts);
        return (m_areSameLanguage || words.size() == 1)
            && std::ranges::none_of(words, [this](const QString& word) { return hasWord(word); })
            && !isSqueezed(text, 4);
    }

    // True if enough words of the statement are in the passages for both to be in one language.
    bool sharesWords() const
    {
        qsizetype words = 0, shared = 0;
        for (const QString& word : m_statement.plainWords)
            if (word.size() > 3
                && std::ranges::none_of(
                    m_statement.names, [&word](const Name& name) { return name.folded == word; })) {
                ++words;
                shared += hasWord(word);
            }
        return shared * minShareOfLanguage >= words;
    }

    // A number of the statement that is right may lead to another one: "40 % of 43,850, 17,540".
    QList<Number> missingNumbers() const
    {
        QList<Number> missing, known, reached;
        for (const Number& number : m_statement.numbers)
            if (number.isFact && !contains(number) && !mayBeCounted(number))
                missing << number;
            else if (number.isFact && !number.isOfDate)
                known << number;
        if (!m_mayDerive)
            return missing;
        const SureNumbers sure(m_passages, m_statement);
        const DerivedNumbers derived(m_passages, m_statement);
        const RivalNumbers rivals(m_passages, m_statement, derived, m_areSameLanguage);
        const auto isDerived = [&](const Number& number) { return derived.contains(number); };
        for (qsizetype at = 0, tried = 0; at < missing.size() && tried < maxDerived; ++tried) {
            if (sure.contains(missing[at]) || isLikely(missing[at], rivals, isDerived)
                || isScaled(missing[at], rivals, isDerived) || isElliptic(missing[at], isDerived)) {
                reached << missing[at];
                known << missing.takeAt(at);
            } else {
                ++at;
            }
        }
        for (qsizetype at = 0, tried = 0; at < missing.size() && tried < maxDerived; ++tried) {
            const QList<Number> from = known.first(std::min(known.size(), maxDerived));
            if (DerivedNumbers::isOfStated(missing[at], from)
                || derived.isShareOfChange(missing[at], reached)
                || derived.isBetweenSums(missing[at], reached) || isLikely(missing[at], rivals,
                    [&](const Number& number) { return derived.containsWith(number, from); }))
                known << missing.takeAt(at), at = 0;
            else
                ++at;
        }
        missing.removeIf([&](const Number& number) {
            return isProduct(number, missing) || isYearBefore(number, reached)
                || std::ranges::any_of(reached, [&](const Number& other) {
                       return derived.areExample(number, other)
                           || derived.areExample(other, number);
                   });
        });
        CombinedNumbers combined(m_passages, m_statement);
        missing.removeIf([&, tried = 0](const Number& number) mutable {
            return ++tried <= maxDerived && rivals.rivalryOf(number) == Rivalry::None
                && combined.contains(number);
        });
        for (qsizetype one = 0; one < std::min(missing.size(), maxDerived); ++one)
            for (qsizetype other = 0; other < std::min(missing.size(), maxDerived); ++other)
                if (one != other && derived.areExample(missing[one], missing[other])) {
                    missing.remove(std::max(one, other));
                    missing.remove(std::min(one, other));
                    one = other = 0;
                }
        missing.removeIf([&](const Number& number) { return !rivals.mayStandForAnother(number); });
        return missing;
    }

    // True if a number can be derived and, if it has a rival in a passage, not most or any of about its
    // size could be, too.
    template <typename IsDerived>
    static bool isLikely(
        const Number& number, const RivalNumbers& rivals, const IsDerived& isDerived)
    {
        if (!isDerived(number))
            return false;
        const Rivalry rivalry = rivals.rivalryOf(number);
        if (rivalry == Rivalry::None)
            return true;
        const QList<Number> neighbors = neighborsOf(number);
        if (rivalry == Rivalry::Strong)
            return std::ranges::none_of(neighbors, isDerived);
        return double(std::ranges::count_if(neighbors, isDerived))
            <= (number.dimension() == 't' ? maxTimesByChance : maxShareByChance) * double(neighbors.size());
    }

    // True of the result of a product in the statement whose factors are right: "3,650 × 12 × 1.08".
    bool isProduct(const Number& number, const QList<Number>& wrong) const
    {
        double product = 0;
        std::optional<Unit> unit;
        for (const Number& each : m_statement.numbers) {
            const bool isWrong = std::ranges::any_of(
                wrong, [&each](const Number& other) { return other.begin == each.begin; });
            if (!each.isFactor)
                unit.reset();
            unit = each.unit ? each.unit : unit;
            product = isWrong ? 0 : each.isFactor ? product * each.value() : each.value();
            if (each.isFactor && product > 0 && isReached(number, product, unit))
                return true;
        }
        return false;
    }

    // True of the first one of "born in 1825 or 1826", if somebody was 71 years old in 1897.
    static bool isYearBefore(const Number& number, const QList<Number>& derived)
    {
        return number.isOfDate && !number.unit && number.value() > 1000
            && std::ranges::any_of(derived, [&number](const Number& year) {
                   return year.isOfDate && !year.unit && year.value() == number.value() + 1;
               });
    }

    // "3.2 million" are 3.2 or 3,200 in a table whose head says "million" or "thousand".
    template <typename IsDerived>
    bool isScaled(
        const Number& number, const RivalNumbers& rivals, const IsDerived& isDerived) const
    {
        const QList<double> factors = scalesOf(m_passages);
        return std::ranges::any_of(factors, [&](double factor) {
            if (number.multiplier < factor)
                return false;
            Number scaled = number;
            for (Reading& reading : scaled.readings) // not times its inverse, which isn't exact
                reading = {reading.value / factor, reading.step / factor};
            scaled.unit.reset();
            return contains(scaled)
                || (rivals.rivalryOf(number) != Rivalry::Strong && isDerived(scaled));
        });
    }

    // "1.3 million, with 2.4 from the state": millions, too.
    template <typename IsDerived>
    bool isElliptic(const Number& number, const IsDerived& isDerived) const
    {
        return !number.unit && number.readings[0].step < 1
            && std::ranges::any_of(m_statement.numbers, [&](const Number& full) {
                   if (full.multiplier <= 1 || full.begin > number.begin)
                       return false;
                   Number scaled = number;
                   scaled.multiply(full.multiplier);
                   scaled.unit = full.unit;
                   return contains(scaled) || isDerived(scaled);
               });
    }

    // True if the letters and digits of a text, at least `least`, are behind each other in a passage.
    bool isSqueezed(const QString& text, qsizetype least) const
    {
        const QString letters = squeezed(text);
        return letters.size() >= least && m_passages.squeezed.contains(letters);
    }

    // True of what names somebody in every language: "Mrs Hale", "Anna Hale" if the passages have another
    // Anna, or a single word that is no place with names in several languages.
    bool isSurelyName(const Name& name) const
    {
        return name.isTitled || (name.isAlone && m_writesNamesOnly)
            || (!name.first.isEmpty() && (name.isThird || beginsPair(name.first)));
    }

    // True if a word or another form of it is in front of another name in a passage.
    bool beginsPair(const QString& word) const
    {
        return std::ranges::any_of(m_passages.pairs, [&word](const QString& pair) {
            return pair.startsWith(word + u' ') || areForms(word, pair.section(u' ', 0, 0));
        });
    }

    bool contains(const Name& name) const
    {
        // A word that begins a sentence is a name if the next one belongs to another name in a passage.
        if (!name.last.isEmpty()
            && std::ranges::none_of(m_passages.pairs, [&](const QString& pair) {
                   const QString first = pair.section(u' ', 0, 0);
                   return pair.endsWith(u' ' + name.last) && !isCommonName(first)
                       && !m_statement.words.contains(first);
               }))
            return true;
        if (isCenturyOfYears(name.folded))
            return true;
        if (isCountry(name.folded) && (!m_hasCountries || !m_areSameLanguage))
            return true;
        // Two German nouns may follow each other. They are a name if a passage has another one there.
        if (!name.before.isEmpty() && !beginsPair(name.before)
            && (hasWord(name.before) || !name.isBehindNameStart))
            return true;
        return hasWord(name.folded) || isSqueezed(name.folded, 4)
            || (name.text.isUpper() && m_passages.initials.contains(name.folded))
            || (name.initials.size() > 1 && !isFunctionWord(name.initials.toStdString())
                && m_passages.words.contains(name.initials));
    }

    // True of "xixe" for a year such as 1879 in a passage.
    bool isCenturyOfYears(const QString& numeral) const
    {
        static const QRegularExpression form(u"^(x{0,2})(ix|iv|v?i{0,3})(?:e|eme|th)?$"_qs);
        const auto match = form.match(numeral);
        if (!match.hasMatch() || numeral.size() < 2)
            return false;
        const QString ones = match.captured(2);
        const qsizetype value = 10 * match.capturedLength(1)
            + (ones == u"ix"       ? 9
                    : ones == u"iv" ? 4
                                    : 5 * ones.count(u'v') + ones.count(u'i'));
        return std::ranges::any_of(m_passages.numbers, [value](const Number& there) {
            return there.isOfDate && !there.unit && there.value() > 1000
                && std::ceil(there.value() / 100) == double(value);
        });
    }

    // True of "hbf" for "hauptbahnhof".
    static bool isAbbreviation(const QString& letters, const QString& word)
    {
        constexpr qsizetype minLetters = 3, maxLetters = 5;
        if (letters.size() < minLetters || letters.size() > maxLetters
            || letters.size() * 2 > word.size() || letters[0] != word[0])
            return false;
        qsizetype found = 0;
        for (const QChar letter : word)
            found += found < letters.size() && letters[found] == letter;
        return found == letters.size()
            && std::ranges::none_of(letters, [](QChar letter) { return u"aeiouy"_qs.contains(letter); });
    }

    // True if a word is there in any inflection.
    bool hasWord(const QString& word) const
    {
        return std::ranges::any_of(m_passages.words, [&](const QString& there) {
            const auto common = std::ranges::mismatch(word, there).in1 - word.begin();
            return word == there || isAbbreviation(there, word)
                || (m_passages.isInflected && common >= 3
                    && common + 3 >= std::max(there.size(), word.size()))
                || (common >= 3 && common * 4 >= std::max(there.size(), word.size()) * 3)
                || (common >= 4 && common + 1 >= std::min(there.size(), word.size()) // "Parisian"
                    && std::abs(there.size() - word.size()) <= 4);
        });
    }

    bool contains(const Number& number) const
    {
        if (isSqueezed(number.text, 5) || isOfYears(number))
            return true;
        const auto isTime = [&number](double seconds) {
            return std::abs(number.value() * number.unit->factor / seconds - 1) < 0.004;
        };
        if (number.dimension() == 't' // "every 24 hours": each day
            && (std::ranges::any_of(m_passages.periods, isTime)
                || std::ranges::any_of(m_statement.periods, isTime)))
            return true;
        return std::ranges::any_of(m_passages.numbers,
            [&number](const Number& there) { return isSameNumber(number, there); });
    }

    // "In 2023" for "last year" next to 2024, and "19th century" for 1871.
    bool isOfYears(const Number& number) const
    {
        const bool isYear = number.isOfDate && !number.unit && number.value() > 1000;
        const bool isCentury = std::ranges::any_of(number.isOrdinal ? number.around : number.behind,
            [](const QString& word) { return factWords().century.match(word).hasMatch(); });
        if (!isCentury && !(isYear && m_passages.namesOtherYear))
            return false;
        return std::ranges::any_of(m_passages.numbers, [&](const Number& there) {
            if (!there.isOfDate || there.unit || there.value() < 1000)
                return false;
            return isCentury ? std::ceil(there.value() / 100) == number.value()
                             : std::abs(there.value() - number.value()) == 1;
        });
    }

    // True of a small number, unless a passage has another number of the same things: it may count
    // anything that is listed there.
    bool mayBeCounted(const Number& number) const
    {
        const bool isWhole = std::round(number.value()) == number.value();
        if (!m_mayDerive || !number.isCount() || !isWhole || number.isOfDate
            || number.value() > m_passages.listed)
            return false;
        return std::ranges::none_of(m_passages.numbers, [&](const Number& there) {
            return !there.isLoose && !there.isOfDate && !there.unit
                && there.value() <= 2.5 * number.value() && number.value() <= 2.5 * there.value()
                && std::ranges::any_of(
                    number.behind.first(std::min<qsizetype>(number.behind.size(), 2)),
                    [&](const QString& word) {
                        return word.size() > 3 && !isFunctionWord(word.toStdString())
                            && std::ranges::any_of(there.behind,
                                [&](const QString& other) { return areForms(word, other); });
                    });
        });
    }

    static bool isReached(const Number& number, double value, const std::optional<Unit>& unit)
    {
        return services::isReached(number, value, unit);
    }

    Facts m_statement;
    const Facts& m_passages;
    const Language m_passageLanguage;
    bool m_areSameLanguage = false;
    bool m_writesNamesOnly
        = false; // in capitals, as German doesn't, with which no other is confused
    bool m_hasCountries = false; // the passages
    const bool m_mayDerive;
};

// The last day of each date's month.
QList<Date> endsOfMonths(const QList<Date>& dates)
{
    QList<Date> ends;
    for (const Date& date : dates)
        if (date.month > 0 && ends.size() < maxDates / 2) {
            const int year = date.year > 0 ? date.year : 2023; // no leap year
            ends << Date{.day = QDate(year, date.month, 1).daysInMonth(),
                .month = date.month,
                .year = date.year,
                .isYearGuessed = date.isYearGuessed};
        }
    return ends;
}

} // namespace

struct PassageFacts::Content {
    Language language = Language::Unknown;
    Facts facts;
};

PassageFacts::PassageFacts(std::span<const std::string_view> passages)
{
    std::string together;
    for (const std::string_view passage : passages)
        together.append(passage).append("\n\n");
    const Language language = detectLanguage(together);
    Content content{language, readFacts(together, language)};
    for (const FactWords::Holiday& holiday : factWords().holidays)
        if (holiday.name.match(content.facts.phrase).hasMatch())
            content.facts.dates.prepend({.day = holiday.day, .month = holiday.month});
    if (factWords().yearEnd.match(content.facts.squeezed).hasMatch())
        content.facts.dates.prepend({.day = 31, .month = 12});
    if (factWords().monthEnd.match(content.facts.squeezed).hasMatch())
        content.facts.dates = endsOfMonths(content.facts.dates) + content.facts.dates;
    content.facts.dates.resize(std::min(content.facts.dates.size(), maxDates));
    m_content = std::make_unique<const Content>(std::move(content));
}

PassageFacts::PassageFacts(PassageFacts&&) noexcept = default;

PassageFacts::~PassageFacts() = default;

std::vector<std::string> PassageFacts::missing(std::string_view statement) const
{
    std::vector<std::string> missing;
    const FactCheck check(statement, m_content->facts, m_content->language, true);
    for (const QString& fact : check.missing())
        missing.push_back(fact.toStdString());
    return missing;
}

bool PassageFacts::hasValue(std::string_view value) const
{
    const FactCheck check(value, m_content->facts, m_content->language, false);
    return check.hasAllWords() && check.missing().isEmpty();
}

std::vector<std::string> missingFacts(
    std::string_view statement, std::span<const std::string_view> passages)
{
    return PassageFacts(passages).missing(statement);
}

bool hasValue(std::string_view passage, std::string_view value)
{
    return PassageFacts({&passage, 1}).hasValue(value);
}

} // namespace services
