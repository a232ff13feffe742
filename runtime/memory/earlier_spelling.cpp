#include "runtime/memory/earlier_spelling.h"

#include "kernels/error.h"

#include <optional>
#include <string>

namespace runtime {

using engine::ContentKey;

namespace {

using Keys = std::span<const ContentKey>;

// Ends of two runs of ordinary tokens with the same bytes.
struct Runs {
    size_t first = 0, second = 0;
};

// One side of a comparison: the bytes of its next tokens.
class Speller {
public:
    Speller(const engine::Tokenizer& tokenizer, Keys keys, size_t start)
        : m_tokenizer(tokenizer)
        , m_keys(keys)
        , m_next(start)
    {
    }

    const std::string& text() const { return m_text; }
    size_t next() const { return m_next; }

    /// False if none is left, or the next one is a special token or the row of a picture.
    bool addToken()
    {
        if (m_next == m_keys.size() || m_keys[m_next] >= ContentKey(m_tokenizer.vocabularySize()))
            return false;
        const auto id = engine::TokenId(m_keys[m_next]);
        if (m_tokenizer.isSpecial(id))
            return false;
        m_text += m_tokenizer.bytes(id);
        ++m_next;
        return true;
    }

private:
    const engine::Tokenizer& m_tokenizer;
    Keys m_keys;
    size_t m_next;
    std::string m_text;
};

std::optional<Runs> runsOfSameBytes(const engine::Tokenizer& tokenizer, Keys first,
    size_t firstStart, Keys second, size_t secondStart)
{
    Speller a(tokenizer, first, firstStart), b(tokenizer, second, secondStart);
    do {
        Speller& shorter = a.text().size() <= b.text().size() ? a : b;
        if (!shorter.addToken())
            return std::nullopt;
        if (!a.text().starts_with(b.text()) && !b.text().starts_with(a.text()))
            return std::nullopt;
    } while (a.text().empty() || a.text() != b.text());
    return Runs{a.next(), b.next()};
}

} // namespace

KeyedPrompt spelledAsBefore(
    const engine::Tokenizer& tokenizer, const KeyedPrompt& prompt, Keys before)
{
    CHECK(prompt.ids.size() == prompt.keys.size());
    KeyedPrompt spelled;
    size_t here = 0, there = 0;
    while (here < prompt.keys.size() && there < before.size()) {
        if (prompt.keys[here] == before[there]) {
            spelled.ids.push_back(prompt.ids[here]);
            spelled.keys.push_back(prompt.keys[here]);
            ++here, ++there;
            continue;
        }
        const auto runs = runsOfSameBytes(tokenizer, prompt.keys, here, before, there);
        if (!runs)
            break;
        for (; there < runs->second; ++there) {
            spelled.ids.push_back(engine::TokenId(before[there]));
            spelled.keys.push_back(before[there]);
        }
        here = runs->first;
    }
    spelled.ids.insert(spelled.ids.end(), prompt.ids.begin() + ptrdiff_t(here), prompt.ids.end());
    spelled.keys.insert(
        spelled.keys.end(), prompt.keys.begin() + ptrdiff_t(here), prompt.keys.end());
    return spelled;
}

} // namespace runtime
