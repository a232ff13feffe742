#include "engine/filters/schema/schema_text_set.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace engine {

namespace {

constexpr char32_t surrogates = 0xD800, afterSurrogates = 0xE000, afterLast = 0x110000;

// The same function from characters to states with no piece twice and surrogates leading nowhere.
std::vector<TextSet::Piece> tidied(const std::vector<TextSet::Piece>& pieces)
{
    std::vector<TextSet::Piece> tidy;
    const auto append = [&](char32_t first, TextSet::State target) {
        if (tidy.empty() || tidy.back().target != target)
            tidy.push_back({first, target});
    };
    append(0, TextSet::dead);
    for (size_t index = 0; index < pieces.size(); ++index) {
        const char32_t first = pieces[index].first;
        const char32_t end = index + 1 < pieces.size() ? pieces[index + 1].first : afterLast;
        const TextSet::State target = pieces[index].target;
        if (first >= end)
            continue;
        if (first == 0)
            tidy.clear();
        if (end <= surrogates || first >= afterSurrogates) {
            append(first, target);
            continue;
        }
        if (first < surrogates)
            append(first, target);
        append(std::max(first, surrogates), TextSet::dead);
        if (end > afterSurrogates)
            append(afterSurrogates, target);
    }
    return tidy;
}

} // namespace

TextSetTooLarge::TextSetTooLarge()
    : std::runtime_error(
        "its texts take more than " + std::to_string(TextSet::maxStates) + " states")
{
}

TextSet::State TextSet::Builder::addState(bool accepting)
{
    if (m_states.size() >= maxStates)
        throw TextSetTooLarge();
    m_states.push_back({accepting, {{0, dead}}});
    return State(m_states.size() - 1);
}

void TextSet::Builder::connect(State state, std::vector<Piece> pieces)
{
    m_states[state].pieces = tidied(pieces);
}

// A state is alive if an accepting one can be reached from it.
std::vector<uint8_t> TextSet::Builder::liveStates() const
{
    std::vector<std::vector<State>> sources(m_states.size());
    std::vector<uint8_t> live(m_states.size());
    std::vector<State> open;
    for (State state = 0; state < m_states.size(); ++state) {
        for (const Piece& piece : m_states[state].pieces)
            if (piece.target != dead)
                sources[piece.target].push_back(state);
        if (m_states[state].accepting) {
            live[state] = 1;
            open.push_back(state);
        }
    }
    while (!open.empty()) {
        const State target = open.back();
        open.pop_back();
        for (const State source : sources[target])
            if (!live[source]) {
                live[source] = 1;
                open.push_back(source);
            }
    }
    return live;
}

TextSet TextSet::Builder::build() &&
{
    const std::vector<uint8_t> live = liveStates();
    if (live.empty() || !live[start])
        return {};
    std::vector<State> renamed(m_states.size(), dead);
    State count = 0;
    for (State state = 0; state < m_states.size(); ++state)
        if (live[state])
            renamed[state] = count++;

    auto automaton = std::make_shared<Automaton>();
    automaton->begins.reserve(count + 1);
    automaton->accepting.reserve(count);
    for (State state = 0; state < m_states.size(); ++state) {
        if (!live[state])
            continue;
        automaton->begins.push_back(uint32_t(automaton->pieces.size()));
        automaton->accepting.push_back(m_states[state].accepting);
        State last = dead - 1;
        for (const Piece& piece : m_states[state].pieces) {
            const State target = piece.target == dead ? dead : renamed[piece.target];
            if (target != last)
                automaton->pieces.push_back({piece.first, target});
            last = target;
        }
    }
    automaton->begins.push_back(uint32_t(automaton->pieces.size()));
    TextSet set;
    set.m_automaton = std::move(automaton);
    return set;
}

TextSet::TextSet()
{
    static const auto nothing = std::make_shared<const Automaton>(Automaton{{}, {0}, {}});
    m_automaton = nothing;
}

TextSet TextSet::everything()
{
    static const TextSet all = [] {
        Builder builder;
        builder.addState(true);
        builder.connect(start, {{0, start}});
        return std::move(builder).build();
    }();
    return all;
}

TextSet TextSet::exactly(std::span<const std::u32string> texts)
{
    struct Node {
        std::map<char32_t, State> next;
        bool ends = false;
    };
    std::vector<Node> trie(1);
    for (const std::u32string& text : texts) {
        State at = start;
        for (const char32_t character : text) {
            const auto [found, isNew] = trie[at].next.try_emplace(character, State(trie.size()));
            at = found->second;
            if (!isNew)
                continue;
            if (trie.size() >= maxStates) // before the rest of them takes room
                throw TextSetTooLarge();
            trie.emplace_back();
        }
        trie[at].ends = true;
    }
    Builder builder;
    for (const Node& node : trie)
        builder.addState(node.ends);
    for (State state = 0; state < trie.size(); ++state) {
        std::vector<Piece> pieces;
        for (const auto& [character, target] : trie[state].next) {
            if (!pieces.empty() && pieces.back().first == character)
                pieces.pop_back();
            pieces.push_back({character, target});
            pieces.push_back({character + 1, dead});
        }
        builder.connect(state, std::move(pieces));
    }
    if (texts.empty())
        return {};
    return std::move(builder).build();
}

TextSet TextSet::exactly(std::u32string_view text)
{
    const std::u32string one(text);
    return exactly(std::span(&one, 1));
}

TextSet TextSet::ofLength(uint64_t min, std::optional<uint64_t> max)
{
    if (max && *max < min)
        return {};
    const uint64_t last = std::min<uint64_t>(max.value_or(min), maxStates);
    Builder builder;
    for (uint64_t length = 0; length <= last; ++length)
        builder.addState(length >= min);
    for (uint64_t length = 0; length < last; ++length)
        builder.connect(State(length), {{0, State(length + 1)}});
    if (!max)
        builder.connect(State(last), {{0, State(last)}});
    return std::move(builder).build();
}

// Follows two automata at once. `dead` stands for one that has no text left.
class TextSet::Pairing {
public:
    Pairing(const TextSet& first, const TextSet& second, Keep keep)
        : m_first(first)
        , m_second(second)
        , m_keep(keep)
    {
    }

    TextSet run()
    {
        const State none = dead;
        findState(m_first.isEmpty() ? none : start, m_second.isEmpty() ? none : start);
        for (State state = 0; state < m_pairs.size(); ++state) {
            const auto [first, second] = m_pairs[state];
            connect(state, splitPieces(m_first, first), splitPieces(m_second, second));
        }
        return std::move(m_builder).build();
    }

private:
    static std::span<const Piece> splitPieces(const TextSet& set, State state)
    {
        static constexpr Piece nowhere[] = {{0, dead}};
        return state == dead ? std::span<const Piece>(nowhere) : set.pieces(state);
    }

    bool accepts(State first, State second) const
    {
        const bool inFirst = first != dead && m_first.accepts(first);
        const bool inSecond = second != dead && m_second.accepts(second);
        if (m_keep == Keep::Either)
            return inFirst || inSecond;
        return inFirst && inSecond == (m_keep == Keep::Both);
    }

    bool isHopeless(State first, State second) const
    {
        if (m_keep == Keep::Either)
            return first == dead && second == dead;
        return first == dead || (m_keep == Keep::Both && second == dead);
    }

    State findState(State first, State second)
    {
        if (isHopeless(first, second))
            return dead;
        const uint64_t key = uint64_t(first) << 32 | second;
        const auto [found, isNew] = m_known.try_emplace(key, State(m_pairs.size()));
        if (isNew) {
            m_pairs.emplace_back(first, second);
            m_builder.addState(accepts(first, second));
        }
        return found->second;
    }

    void connect(State state, std::span<const Piece> first, std::span<const Piece> second)
    {
        const auto pieceEnd = [](std::span<const Piece> pieces, size_t index) {
            return index + 1 < pieces.size() ? pieces[index + 1].first : afterLast;
        };
        std::vector<Piece> pieces;
        for (size_t a = 0, b = 0; a < first.size() && b < second.size();) {
            const char32_t from = std::max(first[a].first, second[b].first);
            pieces.push_back({from, findState(first[a].target, second[b].target)});
            const char32_t firstEnd = pieceEnd(first, a), secondEnd = pieceEnd(second, b);
            a += firstEnd <= secondEnd;
            b += secondEnd <= firstEnd;
        }
        m_builder.connect(state, std::move(pieces));
    }

    const TextSet& m_first;
    const TextSet& m_second;
    Keep m_keep;
    Builder m_builder;
    std::unordered_map<uint64_t, State> m_known;
    std::vector<std::pair<State, State>> m_pairs; // by state
};

TextSet TextSet::operator&(const TextSet& other) const
{
    if (isEverything())
        return other;
    if (other.isEverything())
        return *this;
    return Pairing(*this, other, Keep::Both).run();
}

TextSet TextSet::operator|(const TextSet& other) const
{
    if (isEmpty())
        return other;
    if (other.isEmpty())
        return *this;
    return Pairing(*this, other, Keep::Either).run();
}

TextSet TextSet::operator-(const TextSet& other) const
{
    return other.isEmpty() ? *this : Pairing(*this, other, Keep::OnlyFirst).run();
}

bool TextSet::isEmpty() const
{
    return m_automaton->accepting.empty();
}

bool TextSet::isEverything() const
{
    if (m_automaton == everything().m_automaton)
        return true;
    if (isEmpty())
        return false;
    for (State state = 0; state < states(); ++state) {
        const auto all = pieces(state);
        const bool total = all.size() >= 3 || (all.size() == 1 && all[0].target != dead);
        if (!accepts(state) || !total)
            return false;
        for (const Piece& piece : all)
            if (piece.target == dead && piece.first != surrogates)
                return false;
    }
    return true;
}

std::span<const TextSet::Piece> TextSet::pieces(State state) const
{
    const uint32_t begin = m_automaton->begins[state], end = m_automaton->begins[state + 1];
    return std::span(m_automaton->pieces).subspan(begin, end - begin);
}

TextSet::State TextSet::next(State state, char32_t character) const
{
    const auto all = pieces(state);
    const auto after = std::upper_bound(all.begin(), all.end(), character,
        [](char32_t value, const Piece& piece) { return value < piece.first; });
    return after == all.begin() ? dead : std::prev(after)->target;
}

bool TextSet::contains(std::u32string_view text) const
{
    State state = isEmpty() ? dead : start;
    for (const char32_t character : text) {
        if (state == dead)
            return false;
        state = next(state, character);
    }
    return state != dead && accepts(state);
}

// Level by level: after as many levels as states without an end, there is a cycle.
TextSet::Lengths TextSet::lengths() const
{
    Lengths lengths{~uint64_t(0), 0};
    std::vector<State> level{start};
    std::vector<uint64_t> seenAt(states(), ~uint64_t(0));
    for (uint64_t length = 0; !level.empty(); ++length) {
        if (length > states()) {
            lengths.max = std::nullopt;
            break;
        }
        std::vector<State> following;
        for (const State state : level) {
            if (accepts(state)) {
                lengths.min = std::min(lengths.min, length);
                lengths.max = length;
            }
            for (const Piece& piece : pieces(state))
                if (piece.target != dead && seenAt[piece.target] != length) {
                    seenAt[piece.target] = length;
                    following.push_back(piece.target);
                }
        }
        level = std::move(following);
    }
    return lengths;
}

std::optional<std::vector<std::u32string>> TextSet::list(size_t limit) const
{
    std::vector<std::u32string> texts;
    if (isEmpty())
        return texts;
    std::vector<std::pair<State, std::u32string>> level{{start, {}}};
    while (!level.empty()) {
        std::vector<std::pair<State, std::u32string>> following;
        for (const auto& [state, text] : level) {
            if (accepts(state))
                texts.push_back(text);
            const auto all = pieces(state);
            for (size_t index = 0; index < all.size(); ++index) {
                if (all[index].target == dead)
                    continue;
                const char32_t end = index + 1 < all.size() ? all[index + 1].first : afterLast;
                if (following.size() + (end - all[index].first) > limit)
                    return std::nullopt;
                for (char32_t character = all[index].first; character < end; ++character)
                    following.emplace_back(all[index].target, text + character);
            }
        }
        // Every live state leads to another text, so a long list of beginnings is a long list.
        if (texts.size() > limit || (!level.empty() && level.front().second.size() > states()))
            return std::nullopt;
        level = std::move(following);
    }
    return texts;
}

} // namespace engine
