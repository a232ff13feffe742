#include "engine/templates/rendered_text.h"

#include <algorithm>

namespace engine {

namespace {

bool isPlain(const RenderedPrompt& prompt, size_t at)
{
    return std::any_of(prompt.plain.begin(), prompt.plain.end(),
        [at](const TextRange& range) { return range.begin <= at && at < range.end; });
}

// Whether the template has written this text there.
bool stands(const RenderedPrompt& prompt, const std::string& text, size_t at)
{
    return at + text.size() <= prompt.text.size() && prompt.text.compare(at, text.size(), text) == 0
        && !isPlain(prompt, at);
}

} // namespace

std::vector<size_t> placesOf(
    const RenderedPrompt& prompt, const std::string& mark, WrittenBy writer)
{
    std::vector<size_t> places;
    for (size_t at = prompt.text.find(mark); at != std::string::npos;
         at = prompt.text.find(mark, at + mark.size())) {
        if (isPlain(prompt, at) == (writer == WrittenBy::Message))
            places.push_back(at);
    }
    return places;
}

Replacement withoutRepeating(
    const RenderedPrompt& prompt, Replacement replacement, const std::string& row, size_t least)
{
    const std::string& spelling = replacement.text;
    const size_t first = row.empty() ? spelling.npos : spelling.find(row);
    if (first == spelling.npos)
        return replacement;
    const std::string before = spelling.substr(0, first);
    const std::string behind = spelling.substr(spelling.rfind(row) + row.size());
    const size_t end = replacement.begin + replacement.length;
    const size_t nearest = std::min(before.rfind('<'), before.size());
    for (const std::string& mark : {before, before.substr(nearest)}) {
        const bool areThere = mark.empty() == before.empty()
            && replacement.begin >= least + mark.size()
            && stands(prompt, mark, replacement.begin - mark.size()) && stands(prompt, behind, end);
        if (areThere)
            return {replacement.begin - mark.size(),
                mark.size() + replacement.length + behind.size(), spelling};
    }
    return replacement;
}

RenderedPrompt replaced(const RenderedPrompt& prompt, const std::vector<Replacement>& all)
{
    RenderedPrompt result;
    size_t from = 0;
    auto copyUntil = [&](size_t end) {
        for (const TextRange& range : prompt.plain) {
            const size_t begin = std::max(range.begin, from);
            const size_t stop = std::min(range.end, end);
            const size_t moved = result.text.size() - from;
            if (begin < stop)
                result.plain.push_back({begin + moved, stop + moved});
        }
        result.text.append(prompt.text, from, end - from);
    };
    for (const Replacement& replacement : all) {
        copyUntil(replacement.begin);
        result.text += replacement.text;
        from = replacement.begin + replacement.length;
    }
    copyUntil(prompt.text.size());
    return result;
}

} // namespace engine
