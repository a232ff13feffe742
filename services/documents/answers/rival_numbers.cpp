#include "services/documents/answers/rival_numbers.h"

#include "services/documents/answers/fact_words.h"

#include <algorithm>
#include <cmath>

namespace services {

namespace {

constexpr double maxOfStated = 2; // times another number, in whose stead one is written
constexpr qsizetype maxDigitsOfResult
    = 3; // significant ones, of a number to which such a step leads
constexpr qsizetype minToCombine = 3; // numbers of passages, to which steps unknown here may lead
constexpr double maxOfKind = 2.6; // the same, if nothing else leads to it
constexpr double maxOfSame = 5; // the same, between the same words
constexpr double minShareOfSame = 0.8; // of the words around both
constexpr qsizetype minShared = 2; // words around both
constexpr double minShareOfShared = 0.5;
constexpr qsizetype maxOperandDistance
    = 150; // characters between a number and one that it goes with

// 3 of "45,600"
qsizetype significantDigits(const Number& number)
{
    QString digits = number.text;
    digits.removeIf([](QChar each) { return !each.isDigit(); });
    while (digits.endsWith(u'0'))
        digits.chop(1);
    return digits.size();
}

// True of a word in the head of a table, "in thousands of pounds".
bool isThousands(const QString& word)
{
    return isAnyOf(word, u"thousands tausend milliers miles migliaia milhares duizenden tysiacach tusental");
}

// The words around one that are around the other one, too.
qsizetype countShared(const Number& number, const Number& there)
{
    return std::ranges::count_if(number.around, [&](const QString& word) {
        return std::ranges::any_of(
            there.around, [&](const QString& other) { return areForms(word, other); });
    });
}

} // namespace

QList<double> scalesOf(const Facts& passages)
{
    QList<double> scales;
    for (const double scale : {1e3, 1e6, 1e9})
        if (std::ranges::any_of(
                passages.numbers, [scale](const Number& each) { return each.value() == scale; })
            || (scale == 1e3 && std::ranges::any_of(passages.words, isThousands)))
            scales << scale;
    return scales;
}

RivalNumbers::RivalNumbers(const Facts& passages, const Facts& statement,
    const DerivedNumbers& derived, bool areSameLanguage)
    : m_passages(passages)
    , m_statement(statement)
    , m_derived(derived)
    , m_areSameLanguage(areSameLanguage)
{
}

Rivalry RivalNumbers::rivalryOf(const Number& number) const
{
    Rivalry most = Rivalry::None;
    for (const Number& there : m_passages.numbers) {
        if (there.isOfDate != number.isOfDate || there.isLoose)
            continue;
        most = std::max(most, rivalryOf(number, there));
        if (most == Rivalry::Strong)
            break;
    }
    return most;
}

bool RivalNumbers::mayStandForAnother(const Number& number) const
{
    const auto baseOf = [](const Number& each) {
        const bool isScaled = each.unit && each.unit->dimension != 'c';
        return each.value() * (isScaled ? each.unit->factor : 1);
    };
    const QList<double> scales = number.isMoney() ? scalesOf(m_passages) : QList<double>();
    bool hasKind = number.isOfDate;
    for (const Number& there : m_passages.numbers) {
        const bool isOfTable = !there.unit && !scales.isEmpty();
        if (there.isLoose || (there.dimension() != number.dimension() && !isOfTable)
            || there.isOfDate != number.isOfDate)
            continue;
        hasKind = true;
        const qsizetype shared = countShared(number, there);
        const bool isInPlace = shared >= minShared
            && double(shared) >= minShareOfSame * double(number.around.size());
        if (isInPlace || (number.isShare && there.isShare))
            return true;
        double ratio = baseOf(there) / baseOf(number);
        for (const double scale : scales)
            if (isOfTable && std::abs(std::log(ratio * scale)) < std::log(maxOfKind))
                ratio *= scale;
        if (number.isOfDate
            || (ratio <= maxOfKind && ratio * maxOfKind >= 1
                && std::ranges::none_of(m_statement.numbers,
                    [&](const Number& each) { return isSameNumber(each, there); })))
            return true;
    }
    return !hasKind || m_passages.numbers.size() < minToCombine
        || significantDigits(number) > maxDigitsOfResult;
}

Rivalry RivalNumbers::rivalryOf(const Number& number, const Number& there) const
{
    if (number.isShare && there.isShare)
        return isSameNumber(number, there) ? Rivalry::None : Rivalry::Strong;
    if (number.dimension() == '%' && there.dimension() == '%' // what the other one leaves of all
        && number.shows(100 - there.value()))
        return Rivalry::None;
    const double ratio = there.value() / number.value();
    if (ratio > maxOfSame || ratio * maxOfSame < 1
        || (there.unit
            && there.dimension() != number.dimension())) // units may be in a table's head
        return Rivalry::None;
    const qsizetype shared = countShared(number, there);
    const double share = double(shared) / double(number.around.size());
    const double maxRatio = share >= minShareOfSame ? maxOfSame : maxOfStated;
    const bool mayShareNone = !m_areSameLanguage && number.unit; // translated words differ
    if ((shared == 0 && !mayShareNone) || ratio > maxRatio || ratio * maxRatio < 1
        || isComputed(number, there)
        || std::ranges::any_of(
            m_statement.numbers, [&](const Number& each) { return isSameNumber(each, there); })
        || m_derived.isOfNeighbors(number, there))
        return Rivalry::None;
    if (shared >= minShared && share >= minShareOfShared)
        return Rivalry::Strong;
    const bool isOfUnit = number.unit == there.unit || (!there.unit && shared > 0);
    const bool isTime
        = number.dimension() == 't' && m_passages.dates.size() > 1; // so many lie between them
    return isOfUnit && !isTime && !isExplained(number, there) ? Rivalry::Weak : Rivalry::None;
}

// True if the statement calls the number a result, unlike the passage the other one, or has a count
// or percentage with which it may be computed and which isn't near the other one.
bool RivalNumbers::isComputed(const Number& number, const Number& there) const
{
    const auto isCue = [&there](const QString& word) {
        return factWords().result.match(word).hasMatch() && !there.around.contains(word);
    };
    const bool isPercentOfChange = number.dimension() == '%' && !there.unit
        && std::ranges::any_of(number.around,
            [](const QString& word) { return factWords().changeVerb.match(word).hasMatch(); });
    const bool isComparison // "31 minutes quicker than"
        = number.behind.size() > 1 && number.behind[0].endsWith(u"er")
        && isAnyOf(number.behind[1], u"than als dan");
    return isComparison || isPercentOfChange || std::ranges::any_of(number.around, isCue)
        || std::ranges::any_of(m_statement.numbers, [&](const Number& operand) {
               const bool isOperand = operand.begin != number.begin && operand.value() != 1
                   && !operand.isOfDate && !operand.isOrdinal
                   && (operand.dimension() == '%' || (!operand.unit && operand.value() <= 12));
               return isOperand && !isNear(operand, there);
           });
}

// True if the statement rounds the number, unlike the passage the other one, or has a number of the
// passages that isn't near the other one.
bool RivalNumbers::isExplained(const Number& number, const Number& there) const
{
    return (number.isApproximate && !there.isApproximate)
        || std::ranges::any_of(m_statement.numbers, [&](const Number& operand) {
               return operand.begin != number.begin && operand.value() != 1
                   && std::ranges::any_of(m_passages.numbers,
                       [&](const Number& each) { return each.value() == operand.value(); })
                   && !isNear(operand, there);
           });
}

// True if a number that is as large is near one of the passages.
bool RivalNumbers::isNear(const Number& operand, const Number& there) const
{
    return std::ranges::any_of(m_passages.numbers, [&](const Number& near) {
        return std::abs(near.begin - there.begin) < maxOperandDistance
            && near.value() == operand.value();
    });
}

} // namespace services
