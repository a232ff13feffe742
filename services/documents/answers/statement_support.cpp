#include "services/documents/answers/statement_support.h"

#include "services/documents/answers/said_words.h"
#include "services/documents/answers/word_kinds.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

namespace services {

namespace {

using Kind = SaidWord::Kind;
using Words = std::vector<SaidWord>;

constexpr double leastShare = 0.41; // of the weight of a statement's words
constexpr double leastShareOfSigns = 0.33; // of pairs, many of which are across words
constexpr double leastShareBesides = 0.95; // of the rest, where one word was replaced
constexpr double likeness = 0.8; // of words that have most of their letters in common
constexpr double signLikeness = 0.5; // of pairs of signs of which each is there
constexpr size_t leastLetters = 4; // of those
constexpr double halfDistance = 5; // places at which a word counts half for another
// The margin by which another number or name must fit better than that of the statement.
constexpr double rivalMargin = 1.2;
constexpr double unlikeMargin = 1.5; // and one that is no such thing for certain
constexpr size_t mostWords = 100, mostPassageWords = 1000; // that are compared
constexpr size_t mostPlaces = 24; // of a word in a passage
constexpr int phrasePlaces = 6; // as far as the words around a word go

constexpr int nearPlaces = 6; // of words that belong together
constexpr int clauseGap = 3; // places

double weightOf(const SaidWord& word)
{
    switch (word.kind) {
    case Kind::Function:
        return 0;
    case Kind::Number:
    case Kind::Name:
        return 1.5;
    case Kind::Usual:
        break;
    }
    return isComparing(word.term) ? 0.3 : 1;
}

bool haveSameBeginning(const std::string& one, const std::string& other)
{
    const auto [end, otherEnd] = std::ranges::mismatch(one, other);
    const auto common = size_t(end - one.begin());
    return common > leastLetters && common * 4 >= std::max(one.size(), other.size()) * 3;
}

// "month" and "monthly", "Granit" and "Granitplatte"
bool areAlike(const std::string& one, const std::string& other)
{
    const std::string& shorter = one.size() < other.size() ? one : other;
    const std::string& longer = one.size() < other.size() ? other : one;
    if (shorter.size() < leastLetters)
        return false;
    return longer.find(shorter) != std::string::npos || haveSameBeginning(one, other);
}

bool meansNumber(const SaidWord& word, const SaidWord& number)
{
    return number.kind == Kind::Number
        && std::ranges::find(word.others, number.term) != word.others.end();
}

bool areSame(const SaidWord& one, const SaidWord& other)
{
    return one.term == other.term || meansNumber(one, other) || meansNumber(other, one);
}

// How far two words say the same, 0 … 1.
double matchOf(const SaidWord& one, const SaidWord& other)
{
    if (areSame(one, other))
        return 1;
    if (one.isOfSigns != other.isOfSigns)
        return 0;
    const bool canBeAlike = !one.isOfSigns && one.kind != Kind::Number && other.kind != Kind::Number
        && one.kind != Kind::Function && other.kind != Kind::Function;
    const bool areNames = one.kind == Kind::Name || other.kind == Kind::Name;
    if (!canBeAlike || excludes(one.term, other.term))
        return 0;
    return (areNames ? haveSameBeginning(one.term, other.term) : areAlike(one.term, other.term))
        ? likeness
        : 0;
}

// How near two words of a text are, 0 … 1. A cell of a table is near the head of its column.
double nearness(const SaidWord& one, const SaidWord& other)
{
    double distance = std::abs(one.place - other.place);
    distance += one.clause != other.clause ? clauseGap : 0;
    const bool isHead = one.row >= 0 && other.row >= 0 && one.column == other.column
        && (one.isHeader || other.isHeader);
    if (isHead)
        distance = std::min(distance, 3.0);
    return 1 / (1 + distance / halfDistance);
}

class Comparison {
public:
    Comparison(const Words& statement, const Words& passage)
        : m_statement(statement)
        , m_passage(passage)
    {
        for (const SaidWord& word : m_statement) {
            std::vector<size_t> places;
            double sum = 0;
            for (size_t place = 0; place < m_passage.size(); ++place) {
                const double match = matchOf(word, m_passage[place]);
                if (match > 0 && places.size() < mostPlaces)
                    places.push_back(place);
                sum += match;
            }
            m_matches.push_back(std::move(places));
            m_rarity.push_back(1 / std::sqrt(std::max(sum, 1.0)));
        }
        findWindow();
    }

    bool isSupported() const
    {
        const double least = m_statement.back().isOfSigns ? leastShareOfSigns : leastShare;
        return share() >= least && !lacksNumber() && !lacksName() && !isDenied() && !isExcluded()
            && !isTurnedRound() && !isSaidOfAnother() && !hasOtherNumber();
    }

    double share() const
    {
        double found = 0, all = 1e-9;
        for (size_t word = 0; word < m_statement.size(); ++word) {
            const double weight = weightOf(m_statement[word]);
            double best = 0;
            for (const size_t place : m_matches[word])
                best = std::max(best, matchOf(m_statement[word], m_passage[place]));
            if (best == 0 && m_statement[word].isOfSigns && hasSignsOf(m_statement[word].term))
                best = signLikeness;
            all += weight;
            found += weight * best;
        }
        return found / all;
    }

private:
    // Both signs of a pair, wherever.
    bool hasSignsOf(const std::string& pair) const
    {
        const size_t half = pair.size() / 2;
        const auto has = [this](const std::string& sign) {
            return std::ranges::any_of(m_passage, [&sign](const SaidWord& word) {
                return word.isOfSigns && word.term.find(sign) != std::string::npos;
            });
        };
        return has(pair.substr(0, half)) && has(pair.substr(half));
    }

    bool lacksNumber() const
    {
        for (size_t word = 0; word < m_statement.size(); ++word)
            if (m_statement[word].kind == Kind::Number && m_statement[word].term != "1"
                && m_matches[word].empty())
                return true;
        return false;
    }

    bool lacksName() const
    {
        for (size_t word = 0; word < m_statement.size(); ++word)
            if (m_matches[word].empty()
                && (m_statement[word].kind == Kind::Name || hasAnotherSubject(word)))
                return true;
        return false;
    }

    // "Omar lowered it" for "Walter lowered it": all of it is there but the first word, which may be a
    // name.
    bool hasAnotherSubject(size_t word) const
    {
        const SaidWord& said = m_statement[word];
        const double all = share();
        if (said.kind != Kind::Usual || said.isOfSigns || isComparing(said.term)
            || all < leastShareBesides * (1 - weightOf(said) / totalWeight()))
            return false;
        for (size_t place = m_from; place < m_to; ++place)
            if (m_passage[place].kind != Kind::Function && !isSaid(m_passage[place])
                && (canBeName(said) && canBeName(m_passage[place])
                        ? haveNearWord(word, place)
                        : standsBetweenSame(word, place)))
                return true;
        return false;
    }

    bool standsBetweenSame(size_t word, size_t place) const
    {
        if (word == 0 || place == 0 || m_statement[word - 1].kind == Kind::Function
            || !areSame(m_statement[word - 1], m_passage[place - 1]))
            return false;
        const bool isLast = word + 1 == m_statement.size();
        const bool isLastThere = place + 1 == m_passage.size()
            || m_passage[place + 1].clause != m_passage[place].clause;
        if (isLast || isLastThere)
            return isLast && isLastThere;
        return areSame(m_statement[word + 1], m_passage[place + 1]);
    }

    double totalWeight() const
    {
        double sum = 1e-9;
        for (const SaidWord& word : m_statement)
            sum += weightOf(word);
        return sum;
    }

    // The part of the passage that has most of the statement, and the words around it.
    void findWindow()
    {
        const int length
            = m_statement.empty() ? 0 : m_statement.back().place - m_statement.front().place;
        const int span = length + length / 2 + 6;
        double best = -1;
        size_t begin = 0;
        for (size_t from = 0; from < m_passage.size(); ++from) {
            const double found = foundIn(from, endOf(from, span));
            if (found > best + 1e-6) {
                best = found;
                begin = from;
            }
        }
        widen(begin, endOf(begin, span));
    }

    // Widens the range from the first word of the statement in it to the last, and up to the end of
    // a phrase.
    void widen(size_t from, size_t to)
    {
        size_t first = to, last = from;
        for (const auto& places : m_matches)
            for (const size_t place : places)
                if (place >= from && place < to) {
                    first = std::min(first, place);
                    last = std::max(last, place);
                }
        m_from = from;
        m_to = to;
        if (first > last)
            return;
        const auto isNear = [this](size_t one, size_t other) {
            return std::abs(m_passage[one].place - m_passage[other].place) <= phrasePlaces;
        };
        for (m_from = first; m_from > 0 && isNear(m_from - 1, first);)
            --m_from;
        for (m_to = std::max(last, first); m_to < m_passage.size() && isNear(m_to, last);)
            ++m_to;
    }

    size_t endOf(size_t from, int span) const
    {
        size_t to = from;
        while (to < m_passage.size() && m_passage[to].place <= m_passage[from].place + span)
            ++to;
        return to;
    }

    double foundIn(size_t from, size_t to) const
    {
        double found = 0;
        for (size_t word = 0; word < m_statement.size(); ++word) {
            double match = 0;
            for (const size_t place : m_matches[word])
                if (place >= from && place < to)
                    match = std::max(match, matchOf(m_statement[word], m_passage[place]));
            found += match * (weightOf(m_statement[word]) + 0.05);
        }
        return found;
    }

    bool isInWindow(size_t place) const { return place >= m_from && place < m_to; }

    // The positions in the window of the word's matches that are used most like it.
    std::vector<size_t> bestMatches(size_t word) const
    {
        std::vector<size_t> best;
        double most = 0;
        for (const size_t place : m_matches[word]) {
            const double found = isInWindow(place) ? fit(word, place) + 1e-6 : 0;
            if (found > most + 1e-9)
                best.clear();
            if (found > 0 && found >= most - 1e-9)
                best.push_back(place);
            most = std::max(most, found);
        }
        return best;
    }

    // An even number of denials of what the passage says is none.
    bool isDenied() const
    {
        std::set<int> conflicts; // clauses
        bool agrees = false, turns = false;
        for (size_t word = 0; word < m_statement.size(); ++word) {
            const SaidWord& said = m_statement[word];
            if (said.kind == Kind::Function)
                continue;
            bool isThere = false, canAgree = false;
            for (const size_t place : bestMatches(word)) {
                const SaidWord& there = m_passage[place];
                isThere = true;
                agrees |= said.denial == Denial::Yes && there.denial == Denial::Yes;
                canAgree |= said.denial == there.denial || said.denial == Denial::Perhaps
                    || there.denial == Denial::Perhaps;
                turns ^= said.deniesItself != there.deniesItself;
            }
            if (isThere && !canAgree)
                conflicts.insert(said.clause);
        }
        const bool isNone = std::ranges::any_of(m_passage, [](const SaidWord& word) {
            return word.kind == Kind::Number && word.term == "0";
        }); // "no free places" is 0
        return !isNone && (conflicts.size() + (turns ? 1 : 0)) % 2 == 1 && !agrees;
    }

    bool isExcluded() const
    {
        for (size_t word = 0; word < m_statement.size(); ++word) {
            const SaidWord& said = m_statement[word];
            if (std::ranges::any_of(m_matches[word], [this](size_t p) { return isInWindow(p); }))
                continue;
            for (size_t place = m_from; place < m_to; ++place) {
                const SaidWord& other = m_passage[place];
                if (excludes(said.term, other.term) && isUsedAlike(word, place) && !isSaid(other)
                    && haveNearWord(word, place) && haveSameNumber(word, place)
                    && (said.denial == Denial::Yes) == (other.denial == Denial::Yes))
                    return true;
            }
        }
        return false;
    }

    // "on" excludes "off" behind "switch" only.
    bool isUsedAlike(size_t word, size_t place) const
    {
        const bool isFunction = m_statement[word].kind == Kind::Function;
        return !isFunction
            || (word > 0 && place > 0 && areSame(m_statement[word - 1], m_passage[place - 1]));
    }

    // "an hour" excludes no "60 minutes".
    bool haveSameNumber(size_t word, size_t place) const
    {
        if (place == 0 || m_passage[place - 1].kind != Kind::Number)
            return true;
        return word > 0 && m_statement[word - 1].kind == Kind::Number
            && areSame(m_statement[word - 1], m_passage[place - 1]);
    }

    // "Rest it before you add salt" is "add salt after it has rested".
    bool isTurnedRound() const
    {
        for (size_t word = 0; word < m_statement.size(); ++word) {
            const int order = orderOf(m_statement[word].term);
            for (size_t place = m_from;
                 place < m_to && order != 0 && !m_statement[word].beginsSentence; ++place) {
                const int there = orderOf(m_passage[place].term);
                const int crossing
                    = there == 0 || m_passage[place].beginsSentence ? 0 : crossingOf(word, place);
                if (crossing != 0 && (crossing > 0) == (order == there))
                    return true;
            }
        }
        return false;
    }

    // The number of words on the other side of "before" or "after", less those on the same side.
    int crossingOf(size_t word, size_t place) const
    {
        int crossing = 0;
        for (size_t other = 0; other < m_statement.size(); ++other) {
            if (m_statement[other].kind == Kind::Function || other == word)
                continue;
            bool isLeft = false, isRight = false;
            for (const size_t there : m_matches[other])
                if (isInWindow(there) && there != place)
                    (isBehind(m_passage[there], m_passage[place]) ? isRight : isLeft) = true;
            if (isLeft == isRight)
                continue;
            crossing += isRight == isBehind(m_statement[other], m_statement[word]) ? -1 : 1;
        }
        return crossing;
    }

    // What is not in the clause that a "before" begins is what was before.
    static bool isBehind(const SaidWord& word, const SaidWord& order)
    {
        return word.place > order.place && word.clause == order.clause;
    }

    // True if a word is near both.
    bool haveNearWord(size_t word, size_t place) const
    {
        for (size_t other = 0; other < m_statement.size(); ++other) {
            if (other == word || m_statement[other].kind == Kind::Function
                || std::abs(m_statement[other].place - m_statement[word].place) > nearPlaces)
                continue;
            for (const size_t there : m_matches[other])
                if (std::abs(m_passage[there].place - m_passage[place].place) <= nearPlaces)
                    return true;
        }
        return false;
    }

    bool isSaid(const SaidWord& other) const
    {
        return std::ranges::any_of(
            m_statement, [&other](const SaidWord& word) { return areSame(word, other); });
    }

    // "52 dB by day, 46 dB in night mode": the words behind a number say what it counts. Another
    // number that has all of it and more is the one that is meant.
    bool hasOtherNumber() const
    {
        for (size_t word = 0; word < m_statement.size(); ++word) {
            if (m_statement[word].kind != Kind::Number || m_matches[word].size() != 1)
                continue;
            const auto own = saidBehind(m_matches[word].front());
            for (size_t place = m_from; place < m_to; ++place) {
                const SaidWord& other = m_passage[place];
                if (other.kind != Kind::Number || isSaid(other) || own.empty())
                    continue;
                const auto others = saidBehind(place);
                if (others.size() > own.size() && std::ranges::includes(others, own))
                    return true;
            }
        }
        return false;
    }

    // The words of the statement that are behind a number, before the next one or its clause ends.
    std::set<size_t> saidBehind(size_t number) const
    {
        std::set<size_t> said;
        for (size_t place = number + 1;
             place < m_passage.size() && m_passage[place].clause == m_passage[number].clause
             && m_passage[place].kind != Kind::Number;
             ++place)
            for (size_t word = 0; word < m_statement.size(); ++word)
                if (m_statement[word].kind != Kind::Function
                    && areSame(m_statement[word], m_passage[place]))
                    said.insert(word);
        return said;
    }

    // Only the first number of "ten minutes or twenty" has a unit.
    bool isUnit(size_t other, size_t word) const
    {
        return m_statement[word].kind == Kind::Number && other == word + 1;
    }

    // "Martha Wren"
    bool isSameName(size_t one, size_t other) const
    {
        return m_statement[one].kind == Kind::Name && m_statement[other].isCapital
            && std::abs(m_statement[one].place - m_statement[other].place) == 1;
    }

    // How well a word of the passage fits where this one is in the statement.
    double fit(size_t word, size_t place) const
    {
        double sum = 0;
        for (size_t other = 0; other < m_statement.size(); ++other) {
            if (other == word || isSameName(other, word) || isUnit(other, word))
                continue;
            double best = 0;
            for (const size_t there : m_matches[other])
                if (there != place)
                    best = std::max(best,
                        matchOf(m_statement[other], m_passage[there])
                            * nearness(m_passage[there], m_passage[place]));
            sum += best * (weightOf(m_statement[other]) + 0.1) * m_rarity[other]
                * nearness(m_statement[other], m_statement[word]);
        }
        return sum;
    }

    // A word at the beginning of a sentence may be a name.
    static bool canBeName(const SaidWord& word)
    {
        return word.kind == Kind::Name
            || (word.kind == Kind::Usual && word.beginsSentence && word.isCapital);
    }

    bool canStandFor(size_t place, size_t word, bool isName) const
    {
        const SaidWord& other = m_passage[place];
        if (isSaid(other))
            return false;
        const SaidWord& said = m_statement[word];
        if (said.kind == Kind::Number)
            return other.kind == Kind::Number && isOfSameColumn(place, word);
        return isName ? canBeName(other) : isSibling(place, word);
    }

    // "placebo" is one of "drug", if the passage has both before "group".
    bool isSibling(size_t place, size_t word) const
    {
        if (m_passage[place].kind == Kind::Function || m_passage[place].kind == Kind::Number)
            return false;
        return std::ranges::any_of(
            m_matches[word], [&](size_t own) { return haveSameNeighbour(place, own); });
    }

    bool haveSameNeighbour(size_t one, size_t other) const
    {
        const size_t there = one + 1, here = other + 1;
        return there < m_passage.size() && here < m_passage.size()
            && m_passage[here].kind != Kind::Function && m_passage[here].kind != Kind::Number
            && m_passage[there].clause == m_passage[one].clause
            && m_passage[here].clause == m_passage[other].clause
            && areSame(m_passage[there], m_passage[here]) && isSaid(m_passage[here]);
    }

    bool isSaidOfAnother() const
    {
        for (size_t word = 0; word < m_statement.size(); ++word)
            if (m_statement[word].kind != Kind::Function && !m_statement[word].isOfSigns
                && hasRival(word))
                return true;
        return false;
    }

    bool hasRival(size_t word) const
    {
        const SaidWord& said = m_statement[word];
        double own = 0;
        bool isName = said.kind == Kind::Name;
        for (const size_t place : m_matches[word]) {
            own = std::max(own, fit(word, place));
            isName |= canBeName(said) && m_passage[place].kind == Kind::Name;
        }
        if (own == 0)
            return false;
        for (size_t place = 0; place < m_passage.size(); ++place)
            if (canStandFor(place, word, isName)
                && fit(word, place)
                    > own * (isAlikeAround(place, word, isName) ? rivalMargin : unlikeMargin))
                return true;
        return false;
    }

    bool isOfSameColumn(size_t place, size_t word) const
    {
        return std::ranges::all_of(m_matches[word],
            [&](size_t own) { return m_passage[own].column == m_passage[place].column; });
    }

    // True if a rival is surely of the same kind: a name, or a number of the same unit or column.
    bool isAlikeAround(size_t place, size_t word, bool isName) const
    {
        if (isName || m_passage[place].column >= 0)
            return true;
        if (m_statement[word].kind != Kind::Number || place + 1 >= m_passage.size())
            return false;
        return std::ranges::any_of(m_matches[word], [&](size_t own) {
            return own + 1 < m_passage.size() && areSame(m_passage[own + 1], m_passage[place + 1]);
        });
    }

    const Words& m_statement;
    const Words& m_passage;
    std::vector<std::vector<size_t>> m_matches; // of each word, in the passage
    std::vector<double> m_rarity; // of each word, there
    size_t m_from = 0, m_to = 0; // the window
};

// Then every noun has a capital.
bool isGerman(const Words& words)
{
    const std::set<std::string_view> german{"der", "das", "und", "ist", "den", "dem", "ein", "eine",
        "wird", "mit", "von", "zu", "auf", "im", "werden", "dies", "sie", "es", "bei"};
    const std::set<std::string_view> english{"the", "of", "and", "to", "is", "a", "at", "for"};
    ptrdiff_t balance = 0;
    for (const SaidWord& word : words)
        balance += ptrdiff_t(german.contains(word.term)) - ptrdiff_t(english.contains(word.term));
    return balance > 0;
}

Words firstOf(Words words, size_t most)
{
    words.resize(std::min(words.size(), most));
    return words;
}

void unname(Words& words)
{
    for (SaidWord& word : words)
        if (word.kind == Kind::Name && word.isCapital)
            word.kind = Kind::Usual;
}

bool isContent(const SaidWord& word)
{
    return word.kind != Kind::Function;
}

} // namespace

bool saysAnything(std::string_view text)
{
    return std::ranges::count_if(saidWordsOf(text), isContent) >= 2;
}

std::vector<bool> areSupporting(
    std::string_view statement, const std::vector<std::string_view>& passages)
{
    Words words = firstOf(saidWordsOf(statement), mostWords);
    if (std::ranges::none_of(words, isContent))
        return std::vector<bool>(passages.size(), true);
    Words together;
    std::vector<Words> each;
    for (const std::string_view passage : passages) {
        each.push_back(firstOf(saidWordsOf(passage), mostPassageWords));
        if (isGerman(each.back())) {
            unname(each.back());
            unname(words);
        }
        const int places = together.empty() ? 0 : together.back().place + 20;
        for (SaidWord word : each.back()) {
            word.place += places;
            together.push_back(std::move(word));
        }
    }
    const bool isTogether = passages.size() > 1 && Comparison(words, together).isSupported();
    std::vector<bool> supports;
    for (const Words& passage : each) {
        const Comparison comparison(words, passage);
        supports.push_back(comparison.isSupported() || (isTogether && comparison.share() > 0.25));
    }
    return supports;
}

} // namespace services
