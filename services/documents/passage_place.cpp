#include "services/documents/passage_place.h"

#include "base/utf8.h"

#include <algorithm>
#include <string>

namespace services {

namespace {

bool isSpace(char byte)
{
    return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r' || byte == '\f';
}

std::string withoutSpace(std::string_view text)
{
    std::string kept;
    std::ranges::copy_if(text, std::back_inserter(kept), [](char byte) { return !isSpace(byte); });
    return kept;
}

// The occurrence that begins nearest to `wanted`.
std::optional<size_t> nearest(std::string_view text, std::string_view words, size_t wanted)
{
    const size_t before = text.rfind(words, wanted);
    const size_t behind = text.find(words, wanted);
    if (before == std::string_view::npos && behind == std::string_view::npos)
        return std::nullopt;
    if (before == std::string_view::npos)
        return behind;
    if (behind == std::string_view::npos)
        return before;
    return wanted - before <= behind - wanted ? before : behind;
}

// Byte by byte of a text, those that are space passed over: where its n-th byte is.
size_t placeWithSpace(std::string_view text, size_t count)
{
    size_t at = 0;
    for (; at < text.size(); ++at)
        if (!isSpace(text[at]) && count-- == 0)
            break;
    return at;
}

// The end of a part that begins at `from` and may be so long.
size_t endOfPart(const Document& document, ByteRange page, size_t from, size_t most)
{
    if (page.to - from <= most)
        return page.to;
    const size_t latest = from + most;
    const auto after = std::ranges::upper_bound(
        document.blocks, latest, {}, [](const Block& block) { return block.bytes.from; });
    if (after != document.blocks.begin() && std::prev(after)->bytes.from > from)
        return std::prev(after)->bytes.from;
    return std::max(from + 1, base::characterStart(document.text, latest));
}

} // namespace

std::optional<ByteRange> findPassage(
    const Document& document, std::string_view passage, ByteRange stoodAt)
{
    const std::string_view text = document.text;
    const size_t wanted = std::min(stoodAt.from, text.size());
    if (passage.empty())
        return std::nullopt;
    if (const auto at = nearest(text, passage, wanted))
        return ByteRange{*at, *at + passage.size()};

    const std::string words = withoutSpace(passage), all = withoutSpace(text);
    if (words.empty())
        return std::nullopt;
    const auto at = nearest(all, words, withoutSpace(text.substr(0, wanted)).size());
    if (!at)
        return std::nullopt;
    return ByteRange{placeWithSpace(text, *at), placeWithSpace(text, *at + words.size() - 1) + 1};
}

std::vector<TextPart> splitIntoParts(const Document& document, size_t most)
{
    std::vector<TextPart> parts;
    for (size_t page = 0; page < document.pages.size(); ++page) {
        const ByteRange bytes = document.pages[page].bytes;
        size_t from = bytes.from;
        do {
            const size_t to = endOfPart(document, bytes, from, most);
            parts.push_back({page, {from, to}});
            from = to;
        } while (from < bytes.to);
    }
    if (parts.empty())
        parts.push_back({0, {0, document.text.size()}});
    return parts;
}

} // namespace services
