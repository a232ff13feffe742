#include "engine/filters/schema/schema_numbers.h"

#include <algorithm>
#include <cstdlib>

namespace engine {

namespace {

using State = TextSet::State;
using Piece = TextSet::Piece;

constexpr long maxDigits = 1000;

// The results of comparing a number with a bound, as bits to choose from.
enum Order : uint8_t { Less = 1, Equal = 2, Greater = 4 };

Order mirrored(Order order)
{
    return order == Less ? Greater : order == Greater ? Less : Equal;
}

uint8_t mirroredChoice(uint8_t choice)
{
    uint8_t mirror = 0;
    for (const Order order : {Less, Equal, Greater})
        if (choice & order)
            mirror |= mirrored(order);
    return mirror;
}

// Ten targets for the digits, one for the point.
void connectDigits(TextSet::Builder& builder, State from, const std::vector<State>& digits,
    State point = TextSet::dead)
{
    std::vector<Piece> pieces{{'.', point}, {'.' + 1, TextSet::dead}};
    for (size_t digit = 0; digit < digits.size(); ++digit)
        pieces.push_back({char32_t('0' + digit), digits[digit]});
    pieces.push_back({'9' + 1, TextSet::dead});
    builder.connect(from, std::move(pieces));
}

// The unsigned numbers that compare with `bound` in one of the ways of `choice`.
//
// Digits before the point are counted and compared with those of the bound one by one; the first
// that differs decides if there turn out to be equally many. After the point the first that differs
// decides at once.
class MagnitudeComparison {
public:
    MagnitudeComparison(const Decimal& bound, uint8_t choice)
        : m_bound(bound)
        , m_choice(choice)
    {
    }

    TextSet build()
    {
        const size_t length = m_bound.whole.size();
        const State begin = m_builder.addState(false);
        for (const Order order : {Less, Greater}) {
            m_decided[order] = m_builder.addState(m_choice & order);
            connectDigits(m_builder, m_decided[order], std::vector<State>(10, m_decided[order]));
            m_afterPoint[order] = m_builder.addState(false);
            connectDigits(m_builder, m_afterPoint[order], std::vector<State>(10, m_decided[order]));
        }
        m_afterPoint[Equal] = addFraction();
        const State longer = addWhole(length + 1, Greater);
        connectDigits(m_builder, longer, std::vector<State>(10, longer), m_afterPoint[Greater]);

        std::vector<State> before[8];
        for (size_t count = length; count >= 1; --count) {
            std::vector<State> states[8];
            for (const Order order : {Less, Equal, Greater}) {
                const State state = addWhole(count, order);
                states[order].push_back(state);
                connectDigits(m_builder, state, digitTargets(count, order, before, longer),
                    m_afterPoint[result(count, order)]);
            }
            for (const Order order : {Less, Equal, Greater})
                before[order] = states[order];
        }
        connectBegin(begin, before);
        return std::move(m_builder).build();
    }

private:
    Order result(size_t count, Order order) const
    {
        const size_t length = m_bound.whole.size();
        return count < length ? Less : count > length ? Greater : order;
    }

    // Adds the state that is reached after `count` digits before the point.
    State addWhole(size_t count, Order order)
    {
        Order ends = result(count, order);
        if (ends == Equal && !m_bound.fraction.empty())
            ends = Less;
        return m_builder.addState(m_choice & ends);
    }

    std::vector<State> digitTargets(
        size_t count, Order order, const std::vector<State>* following, State longer) const
    {
        std::vector<State> targets;
        for (char digit = '0'; digit <= '9'; ++digit) {
            if (count == m_bound.whole.size()) {
                targets.push_back(longer);
                continue;
            }
            const char other = m_bound.whole[count];
            const Order now = order != Equal ? order
                : digit < other              ? Less
                : digit > other              ? Greater
                                             : Equal;
            targets.push_back(following[now].front());
        }
        return targets;
    }

    // A zero is alone before the point.
    void connectBegin(State begin, const std::vector<State>* first)
    {
        std::vector<State> targets = digitTargets(0, Equal, first, TextSet::dead);
        const char leading = m_bound.whole[0];
        const Order zero = leading == '0' ? Equal : Less;
        const State alone = addWhole(1, zero);
        connectDigits(m_builder, alone, {}, m_afterPoint[result(1, zero)]);
        targets[0] = alone;
        connectDigits(m_builder, begin, targets);
    }

    // The state right after the point if the digits before it are those of the bound.
    State addFraction()
    {
        const std::string& fraction = m_bound.fraction;
        const State equal = m_builder.addState(m_choice & Equal); // all of it, then zeros
        std::vector<State> more(10, m_decided[Greater]);
        more[0] = equal;
        connectDigits(m_builder, equal, more);
        State following = equal;
        for (size_t position = fraction.size(); position-- > 0;) {
            const State state = m_builder.addState(position > 0 && (m_choice & Less));
            std::vector<State> targets;
            for (char digit = '0'; digit <= '9'; ++digit)
                targets.push_back(digit < fraction[position] ? m_decided[Less]
                        : digit > fraction[position]         ? m_decided[Greater]
                                                             : following);
            connectDigits(m_builder, state, targets);
            following = state;
        }
        if (!fraction.empty())
            return following;
        const State begin = m_builder.addState(false);
        connectDigits(m_builder, begin, more);
        return begin;
    }

    const Decimal& m_bound;
    uint8_t m_choice;
    TextSet::Builder m_builder;
    State m_decided[8] = {}; // within the fraction, by Order
    State m_afterPoint[8] = {};
};

// Copies the set's automaton behind what the builder has; gives where it begins.
State append(TextSet::Builder& builder, const TextSet& set)
{
    if (set.isEmpty())
        return TextSet::dead;
    const State first = State(builder.states());
    for (State state = 0; state < set.states(); ++state)
        builder.addState(set.accepts(state));
    for (State state = 0; state < set.states(); ++state) {
        std::vector<Piece> pieces(set.pieces(state).begin(), set.pieces(state).end());
        for (Piece& piece : pieces)
            piece.target = piece.target == TextSet::dead ? TextSet::dead : piece.target + first;
        builder.connect(first + state, std::move(pieces));
    }
    return first;
}

// Texts of `plain`, and those of `negated` after a minus.
TextSet withSign(const TextSet& plain, const TextSet& negated)
{
    if (plain.isEmpty() && negated.isEmpty())
        return {};
    TextSet::Builder builder;
    builder.addState(false);
    const State positive = append(builder, plain);
    const State negative = append(builder, negated);
    std::vector<Piece> pieces{{'-', negative}, {'-' + 1, TextSet::dead}};
    if (positive != TextSet::dead)
        for (const Piece& piece : plain.pieces(TextSet::start))
            if (piece.first > '-')
                pieces.push_back({piece.first,
                    piece.target == TextSet::dead ? TextSet::dead : piece.target + positive});
    builder.connect(TextSet::start, std::move(pieces));
    return std::move(builder).build();
}

TextSet comparing(const Decimal& bound, uint8_t choice)
{
    const Decimal size{false, bound.whole, bound.fraction};
    const auto magnitudes = [&](uint8_t ways) { return MagnitudeComparison(size, ways).build(); };
    const auto all
        = [&](bool wanted) { return wanted ? magnitudes(Less | Equal | Greater) : TextSet(); };
    if (bound.isZero())
        return withSign(magnitudes(choice), magnitudes(mirroredChoice(choice)));
    if (bound.negative)
        return withSign(all(choice & Greater), magnitudes(mirroredChoice(choice)));
    // Minus zero is less than what is above zero, too.
    return withSign(magnitudes(choice), all(choice & Less));
}

// Unsigned numbers by whether there is something other than zeros after the point.
TextSet unsignedWhole(bool whole)
{
    TextSet::Builder builder;
    const State begin = builder.addState(false);
    const State zero = builder.addState(whole), digits = builder.addState(whole);
    if (!whole) {
        const State zeros = builder.addState(false), other = builder.addState(true);
        std::vector<State> targets(10, other);
        connectDigits(builder, other, targets);
        targets[0] = zeros;
        connectDigits(builder, zeros, targets);
        connectDigits(builder, zero, {}, zeros);
        connectDigits(builder, digits, std::vector<State>(10, digits), zeros);
    } else {
        connectDigits(builder, digits, std::vector<State>(10, digits));
    }
    std::vector<State> first(10, digits);
    first[0] = zero;
    connectDigits(builder, begin, first);
    return std::move(builder).build();
}

// The number, counted in units of the divisor's last place, goes through the remainders. As many
// digits after the point as the divisor has count; what follows them must be zeros.
class Multiples {
public:
    Multiples(uint32_t units, size_t positions, bool wanted)
        : m_units(units)
        , m_positions(positions)
        , m_wanted(wanted)
    {
    }

    TextSet build()
    {
        const State begin = m_builder.addState(false), zero = m_builder.addState(m_wanted);
        const State whole = addLayer(0, true), point = addLayer(0, false);
        std::vector<State> layers{point};
        for (size_t position = 1; position <= m_positions; ++position)
            layers.push_back(addLayer(position, true));
        const State zeros = addLayer(m_positions, true), off = m_builder.addState(!m_wanted);

        connectDigits(m_builder, off, std::vector<State>(10, off));
        for (uint32_t remainder = 0; remainder < m_units; ++remainder) {
            connectDigits(
                m_builder, whole + remainder, shifted(whole, remainder), point + remainder);
            for (size_t position = 0; position < m_positions; ++position)
                connectDigits(m_builder, layers[position] + remainder,
                    shifted(layers[position + 1], remainder));
            std::vector<State> onlyZeros(10, off);
            onlyZeros[0] = zeros + remainder;
            connectDigits(m_builder, layers[m_positions] + remainder, onlyZeros);
            connectDigits(m_builder, zeros + remainder, onlyZeros);
        }
        connectDigits(m_builder, zero, {}, point);
        std::vector<State> first = shifted(whole, 0);
        first[0] = zero;
        connectDigits(m_builder, begin, first);
        return std::move(m_builder).build();
    }

private:
    // A state for every remainder after `positionsRead` digits behind the point.
    State addLayer(size_t positionsRead, bool mayEnd)
    {
        const State first = State(m_builder.states());
        for (uint32_t remainder = 0; remainder < m_units; ++remainder) {
            uint64_t left = remainder;
            for (size_t position = positionsRead; position < m_positions; ++position)
                left = left * 10 % m_units;
            m_builder.addState(mayEnd && (left == 0) == m_wanted);
        }
        return first;
    }

    // The target of each digit within a layer.
    std::vector<State> shifted(State layer, uint64_t remainder) const
    {
        std::vector<State> targets;
        for (uint64_t digit = 0; digit < 10; ++digit)
            targets.push_back(State(layer + (remainder * 10 + digit) % m_units));
        return targets;
    }

    uint32_t m_units;
    size_t m_positions;
    bool m_wanted;
    TextSet::Builder m_builder;
};

TextSet numbersPassing(const NumberTest& test)
{
    using Kind = NumberTest::Kind;
    const auto compared = [&](uint8_t choice) {
        return comparing(
            test.operand, test.holds ? choice : uint8_t((Less | Equal | Greater) & ~choice));
    };
    switch (test.kind) {
    case Kind::AtLeast:
        return compared(Equal | Greater);
    case Kind::Above:
        return compared(Greater);
    case Kind::AtMost:
        return compared(Less | Equal);
    case Kind::Below:
        return compared(Less);
    case Kind::Equals:
        return compared(Equal);
    case Kind::Whole: {
        const TextSet numbers = unsignedWhole(test.holds);
        return withSign(numbers, numbers);
    }
    case Kind::MultipleOf:
        break;
    }
    const uint32_t units = divisorUnits(test.operand).value_or(1);
    const TextSet multiples = Multiples(units, test.operand.fraction.size(), test.holds).build();
    return withSign(multiples, multiples);
}

} // namespace

std::string Decimal::text() const
{
    return (negative ? "-" : "") + whole + (fraction.empty() ? "" : "." + fraction);
}

std::optional<Decimal> parseDecimal(std::string_view jsonNumber)
{
    Decimal decimal;
    decimal.negative = jsonNumber.starts_with('-');
    std::string digits;
    long pointAt = -1, exponent = 0;
    size_t at = decimal.negative;
    for (; at < jsonNumber.size() && (jsonNumber[at] | 0x20) != 'e'; ++at) {
        if (jsonNumber[at] == '.')
            pointAt = long(digits.size());
        else
            digits += jsonNumber[at];
    }
    if (at < jsonNumber.size()) {
        const std::string written(jsonNumber.substr(at + 1));
        exponent
            = std::clamp(std::strtol(written.c_str(), nullptr, 10), -4 * maxDigits, 4 * maxDigits);
    }
    if (digits.find_first_not_of('0') == std::string::npos)
        return Decimal{};
    if (long(digits.size()) > maxDigits)
        return std::nullopt;
    long point = (pointAt < 0 ? long(digits.size()) : pointAt) + exponent;
    if (point > maxDigits || point < -maxDigits)
        return std::nullopt;
    if (point <= 0) {
        digits.insert(0, size_t(1 - point), '0');
        point = 1;
    }
    if (point > long(digits.size()))
        digits.append(size_t(point) - digits.size(), '0');
    decimal.whole = digits.substr(0, size_t(point));
    decimal.whole.erase(
        0, std::min(decimal.whole.find_first_not_of('0'), decimal.whole.size() - 1));
    decimal.fraction = digits.substr(size_t(point));
    decimal.fraction.erase(decimal.fraction.find_last_not_of('0') + 1);
    return decimal;
}

std::optional<uint32_t> divisorUnits(const Decimal& divisor)
{
    uint64_t units = 0;
    for (const char digit : divisor.whole + divisor.fraction) {
        units = units * 10 + uint64_t(digit - '0');
        if (units > maxDivisorUnits)
            return std::nullopt;
    }
    // Every decimal position takes a layer of remainders.
    if (units * (divisor.fraction.size() + 3) > TextSet::maxStates / 2)
        return std::nullopt;
    return uint32_t(units);
}

TextSet numbersPassing(const std::vector<NumberTest>& tests)
{
    TextSet numbers = numbersPassing(tests.front());
    for (size_t index = 1; index < tests.size(); ++index)
        numbers = numbers & numbersPassing(tests[index]);
    return numbers;
}

} // namespace engine
