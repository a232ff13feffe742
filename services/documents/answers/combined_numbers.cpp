#include "services/documents/answers/combined_numbers.h"

#include "services/documents/answers/derived_numbers.h"

#include <algorithm>
#include <cmath>

namespace services {

namespace {

constexpr size_t maxTerms = 24; // of each dimension
constexpr size_t maxFactors = 16;
constexpr size_t maxClocks = 10, maxDateSpans = 8;
constexpr qsizetype maxNearby = 90; // characters between a price and its count
constexpr double maxFactor = 1000;
constexpr size_t maxReached = 0; // other numbers of the same size
constexpr char timeOfDay = 'T'; // the dimension of a number that is a time of day, in hours

bool isWhole(double value)
{
    return std::abs(value - std::round(value)) < 1e-9;
}

double baseValue(const Number& number)
{
    return number.value() * (number.unit ? number.unit->factor : 1);
}

} // namespace

CombinedNumbers::CombinedNumbers(const Facts& passages, const Facts& statement)
{
    const auto addFactor = [this](const Term& term) {
        if (term.written > 1 && term.written <= maxFactor && m_factors.size() < maxFactors
            && std::ranges::none_of(m_factors, [&](const Term& each) {
                   return each.written == term.written && each.dimension == term.dimension
                       && each.begin == term.begin;
               }))
            m_factors.push_back(term);
    };
    for (const Number& number : passages.numbers) {
        const Term term{baseValue(number), number.value(), number.dimension(), number.begin};
        if (const auto clock = number.clock(); clock && m_clocks.size() < maxClocks)
            m_clocks.push_back(*clock);
        if (number.isOfDate || number.value() <= 0 || number.dimension() == 'c')
            continue;
        if (number.isLoose) {
            if (number.value() < 1)
                m_shares.push_back(number.value());
            else if (isWhole(number.value()))
                addFactor(term);
            continue;
        }
        if (number.dimension() == '%') {
            m_shares.push_back(number.value() / 100);
            m_shares.push_back(1 - number.value() / 100);
        }
        if (auto& terms = m_terms[number.dimension()]; terms.size() < maxTerms)
            terms.push_back(term);
        if (!number.isMoney() && number.dimension() != '%' && isWhole(number.value()))
            addFactor(term);
    }
    for (const Number& number : statement.numbers)
        if (!number.isOfDate && !number.isLoose && !number.isMoney() && number.dimension() != '%'
            && number.value() <= 12 && isWhole(number.value())) {
            if (number.value() > 1 && !std::ranges::count(m_stated, number.value()))
                m_stated.push_back(number.value());
            addFactor({number.value(), number.value(), number.dimension(), -1});
        }
    for (const Date& one : passages.dates)
        for (const Date& other : passages.dates)
            if (const auto days = double(other.toJulianDay() - one.toJulianDay());
                one.day > 0 && other.day > 0 && days > 0 && m_days.size() < maxDateSpans)
                m_days.push_back(days);
}

// "Two adults and two children pay £17 less", "450 GB are twice 100 GB more than the basic 250 GB".
CombinedNumbers::Values CombinedNumbers::statedCounts(char dimension) const
{
    Values values;
    const auto terms = m_terms.find(dimension);
    if (terms == m_terms.end() || !dimension)
        return values;
    for (const double count : m_stated)
        for (const Term& one : terms->second)
            for (const Term& other : terms->second) {
                if (one.begin == other.begin)
                    continue;
                values.push_back(std::abs(count * one.value + other.value));
                values.push_back(std::abs(count * one.value - other.value));
                if (one.begin < other.begin)
                    for (const Term& third : terms->second)
                        if (third.begin != one.begin && third.begin != other.begin)
                            values.push_back(std::abs(count * (one.value + other.value) - third.value));
            }
    return values;
}

// Two mats at £64 and a tent for £310 are £438.
CombinedNumbers::Values CombinedNumbers::productsWithSums(char dimension) const
{
    Values values;
    const auto terms = m_terms.find(dimension);
    if (terms == m_terms.end())
        return values;
    for (const Term& one : terms->second)
        for (const Term& count : m_factors) {
            const bool isNear
                = count.begin < 0 || std::abs(count.begin - one.begin) < maxNearby;
            if (count.begin == one.begin || !isNear || count.dimension == dimension)
                continue;
            for (const Term& other : terms->second)
                if (other.begin != one.begin && other.begin != count.begin)
                    for (const double sign : {1.0, -1.0})
                        values.push_back(std::abs(one.value * count.written + sign * other.value));
        }
    return values;
}

// The sum or difference of two, for each of several or for all of them.
CombinedNumbers::Values CombinedNumbers::sumsByCounts(char dimension) const
{
    Values values;
    const auto terms = m_terms.find(dimension);
    if (terms == m_terms.end())
        return values;
    for (const Term& one : terms->second)
        for (const Term& other : terms->second)
            for (const Term& count : m_factors) {
                if (one.begin >= other.begin || count.begin == one.begin
                    || count.begin == other.begin || (dimension && count.dimension == dimension))
                    continue;
                for (const double sum : {one.value + other.value, std::abs(one.value - other.value)}) {
                    values.push_back(sum * count.written);
                    values.push_back(sum / count.written);
                }
            }
    return values;
}

CombinedNumbers::Values CombinedNumbers::sumsOfThree(char dimension) const
{
    Values values;
    const auto terms = m_terms.find(dimension);
    if (terms == m_terms.end())
        return values;
    for (const Term& one : terms->second)
        for (const Term& other : terms->second)
            for (const Term& third : terms->second) {
                if (one.begin >= other.begin || third.begin == one.begin
                    || third.begin == other.begin)
                    continue;
                values.push_back(one.value + other.value + third.value);
                values.push_back(std::abs(one.value + other.value - third.value));
            }
    return values;
}

CombinedNumbers::Values CombinedNumbers::productsOfThree(char dimension) const
{
    Values values;
    const auto terms = m_terms.find(dimension);
    if (terms == m_terms.end())
        return values;
    for (const Term& one : terms->second)
        for (const Term& count : m_factors)
            for (const Term& other : m_factors) {
                if (count.begin == one.begin || other.begin == one.begin || &count == &other)
                    continue;
                if (&count < &other)
                    values.push_back(one.value * count.written * other.written);
                values.push_back(one.value * count.written / other.written);
            }
    return values;
}

// A share of a sum, and of what is counted several times: 8 % of three bundles.
CombinedNumbers::Values CombinedNumbers::sharesOfResults(char dimension) const
{
    Values values;
    const auto terms = m_terms.find(dimension);
    if (terms == m_terms.end() || dimension == '%')
        return values;
    for (const double share : m_shares)
        for (const Term& one : terms->second) {
            for (const Term& other : terms->second)
                if (one.begin != other.begin) {
                    values.push_back(one.value + other.value * share);
                    values.push_back(std::abs(one.value - other.value * share));
                    values.push_back((one.value + other.value) * share);
                    values.push_back(std::abs(one.value - other.value) * share);
                }
            for (const Term& count : m_factors)
                if (count.begin != one.begin) {
                    values.push_back(one.value * share * count.written);
                    values.push_back(one.value * share / count.written);
                }
            for (const double second : m_shares)
                values.push_back(one.value * share * second);
        }
    return values;
}

// Percentages and ratios of sums: the women among all members, 20 of 60 + 30.
CombinedNumbers::Values CombinedNumbers::ratiosOfSums(char dimension) const
{
    Values values;
    if (dimension != '%' && dimension != '\0')
        return values;
    const double factor = dimension == '%' ? 100 : 1;
    for (const auto& [kind, terms] : m_terms) {
        if (kind == '%')
            continue;
        double total = 0;
        for (const Term& one : terms)
            total += one.value;
        for (const Term& one : terms) {
            values.push_back(factor * one.value / total);
            for (const Term& other : terms) {
                if (one.begin == other.begin)
                    continue;
                values.push_back(factor * one.value / (one.value + other.value));
                for (const Term& third : terms) {
                    if (third.begin == one.begin || third.begin == other.begin)
                        continue;
                    values.push_back(factor * (one.value + other.value) / third.value);
                    values.push_back(factor * std::abs(one.value - other.value) / third.value);
                    values.push_back(
                        factor * one.value / (one.value + other.value + third.value));
                }
            }
        }
    }
    return values;
}

// Times between times of day or dates, several of them, and without a break.
CombinedNumbers::Values CombinedNumbers::spansOfTime(char dimension) const
{
    Values values, spans;
    if (dimension != 't')
        return values;
    for (const double from : m_clocks)
        for (const double to : m_clocks)
            if (const double hours = std::fmod(to - from + 24, 24); hours > 0)
                spans.push_back(hours * secondsPerHour);
    const auto terms = m_terms.find('t');
    for (const double span : spans) {
        for (const Term& count : m_factors)
            values.push_back(span * count.written);
        for (const double days : m_days)
            values.push_back(span * days);
        for (const double other : spans)
            values.push_back(span + other);
        if (terms != m_terms.end())
            for (const Term& other : terms->second) {
                values.push_back(span + other.value);
                values.push_back(std::abs(span - other.value));
            }
    }
    for (const double days : m_days)
        for (const Term& count : m_factors) {
            values.push_back(days * secondsPerDay * count.written);
            values.push_back(days * secondsPerDay / count.written);
        }
    return values;
}

// A time of day to which two durations or several equal ones lead.
CombinedNumbers::Values CombinedNumbers::timesOfDay(char dimension) const
{
    Values values, spans;
    const auto terms = m_terms.find('t');
    if (dimension != timeOfDay || terms == m_terms.end())
        return values;
    for (const Term& one : terms->second) {
        for (const Term& count : m_factors)
            if (count.begin != one.begin)
                spans.push_back(one.value * count.written / secondsPerHour);
        for (const Term& other : terms->second)
            if (one.begin != other.begin) {
                spans.push_back((one.value + other.value) / secondsPerHour);
                spans.push_back((one.value - other.value) / secondsPerHour);
            }
    }
    for (const double clock : m_clocks)
        for (const double span : spans)
            if (std::abs(span) < 24) {
                values.push_back(std::fmod(clock + span + 48, 24));
                values.push_back(std::fmod(clock - span + 48, 24));
            }
    return values;
}

std::span<const CombinedNumbers::Way> CombinedNumbers::ways()
{
    static constexpr Way ways[] = {&CombinedNumbers::statedCounts,
        &CombinedNumbers::productsWithSums, &CombinedNumbers::spansOfTime,
        &CombinedNumbers::timesOfDay, &CombinedNumbers::sumsByCounts,
        &CombinedNumbers::sharesOfResults, &CombinedNumbers::ratiosOfSums,
        &CombinedNumbers::productsOfThree, &CombinedNumbers::sumsOfThree};
    return ways;
}

const CombinedNumbers::Values& CombinedNumbers::valuesOf(size_t way, char dimension)
{
    const auto [at, isNew] = m_values.try_emplace({way, dimension});
    if (isNew) {
        at->second = (this->*ways()[way])(dimension);
        std::ranges::sort(at->second);
    }
    return at->second;
}

bool CombinedNumbers::isFound(const Number& number, char dimension)
{
    const double factor = dimension == timeOfDay || !number.unit ? 1 : number.unit->factor;
    std::vector<std::pair<Number, bool>> neighbors; // and whether they are reached
    for (const Number& neighbor : neighborsOf(number))
        neighbors.push_back({neighbor, false});
    for (size_t way = 0; way < ways().size(); ++way) {
        const Values& values = valuesOf(way, dimension);
        const auto isReached = [&](const Number& each) {
            const double slack
                = std::max(each.readings[0].step, each.isApproximate ? each.value() / 10 : 0);
            const auto end = std::ranges::upper_bound(values, (each.value() + slack) * factor);
            for (auto at = std::ranges::lower_bound(values, (each.value() - slack) * factor);
                 at != end; ++at)
                if (each.shows(*at / factor))
                    return true;
            return false;
        };
        if (values.empty())
            continue;
        size_t reached = 0;
        for (auto& [neighbor, isHit] : neighbors)
            reached += isHit = isHit || isReached(neighbor);
        if (reached > maxReached)
            return false;
        if (isReached(number))
            return true;
    }
    return false;
}

bool CombinedNumbers::contains(const Number& number)
{
    if (number.readings.isEmpty() || number.value() <= 0 || number.dimension() == 'c')
        return false;
    if (number.isOfDate)
        return number.clock() && isFound(number, timeOfDay);
    return isFound(number, number.dimension());
}

} // namespace services
