#include "runtime/prompt/passage_text.h"

#include <algorithm>

namespace runtime {

namespace {

// A fence of more backticks than stand together anywhere in the text.
std::string fenceFor(const std::string& text)
{
    size_t longest = 2, current = 0;
    for (const char letter : text) {
        current = letter == '`' ? current + 1 : 0;
        longest = std::max(longest, current);
    }
    return std::string(longest + 1, '`');
}

} // namespace

std::string fenced(const std::string& text)
{
    const std::string fence = fenceFor(text);
    return fence + '\n' + text + (text.ends_with('\n') ? "" : "\n") + fence + '\n';
}

std::string passageText(const Passage& passage)
{
    const Source& source = passage.source;
    return source.name + (source.place.empty() ? "" : ", " + source.place) + '\n'
        + fenced(passage.text) + '\n';
}

} // namespace runtime
