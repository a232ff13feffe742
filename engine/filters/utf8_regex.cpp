#include "engine/filters/utf8_regex.h"

#include <algorithm>
#include <map>

namespace engine {

namespace {

constexpr ByteSet continuationBytes = ByteSet::range(0x80, 0xBF);

// How much of the characters from `first` to `last` a set holds.
enum class Share { None, Some, All };

Share shareOf(const CharacterSet& set, char32_t first, char32_t last)
{
    const auto& ranges = set.ranges();
    const auto range = std::ranges::lower_bound(
        ranges, first, {}, [](const CharacterSet::Range& each) { return each.last; });
    if (range == ranges.end() || range->first > last)
        return Share::None;
    return range->first <= first && range->last >= last ? Share::All : Share::Some;
}

// Bytes that lead to the same rest are alternatives of one another.
class Branches {
public:
    void add(uint8_t byte, RegexId rest) { m_bytes[rest].add(byte); }

    RegexId regex(RegexPool& pool) const
    {
        std::vector<RegexId> choices;
        for (const auto& [rest, bytes] : m_bytes)
            choices.push_back(pool.sequence({pool.bytes(bytes), rest}));
        return pool.choice(choices);
    }

private:
    std::map<RegexId, ByteSet> m_bytes;
};

// The last `count` bytes of the characters from `first` on, of which there are 64^count.
RegexId trailing(RegexPool& pool, const CharacterSet& set, char32_t first, int count)
{
    const char32_t block = char32_t(1) << (6 * count);
    switch (shareOf(set, first, first + block - 1)) {
    case Share::None:
        return pool.nothing();
    case Share::All:
        return pool.repeat(pool.bytes(continuationBytes), count, count);
    case Share::Some:
        break;
    }
    Branches branches;
    for (char32_t byte = 0; byte < 64; ++byte)
        branches.add(
            uint8_t(0x80 + byte), trailing(pool, set, first + byte * (block / 64), count - 1));
    return branches.regex(pool);
}

} // namespace

RegexId utf8Regex(RegexPool& pool, const CharacterSet& all)
{
    const CharacterSet set
        = all.intersection(CharacterSet{{0, 0xD7FF}, {0xE000, CharacterSet::lastCharacter}});
    Branches branches;
    for (char32_t character = 0; character < 0x80; ++character)
        if (shareOf(set, character, character) == Share::All)
            branches.add(uint8_t(character), pool.empty());
    for (char32_t lead = 0xC2; lead <= 0xDF; ++lead)
        branches.add(uint8_t(lead), trailing(pool, set, (lead - 0xC0) << 6, 1));
    for (char32_t lead = 0xE0; lead <= 0xEF; ++lead) {
        // What E0 80 … to E0 9F … would stand for is written in two bytes.
        const CharacterSet proper = set.intersection(CharacterSet{{0x800, 0xFFFF}});
        branches.add(uint8_t(lead), trailing(pool, proper, (lead - 0xE0) << 12, 2));
    }
    for (char32_t lead = 0xF0; lead <= 0xF4; ++lead) {
        const CharacterSet proper = set.intersection(CharacterSet{{0x10000, 0x10FFFF}});
        branches.add(uint8_t(lead), trailing(pool, proper, (lead - 0xF0) << 18, 3));
    }
    return branches.regex(pool);
}

} // namespace engine
