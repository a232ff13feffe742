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

std::string passageText(const Passage& passage)
{
    const std::string fence = fenceFor(passage.text);
    const Source& source = passage.source;
    return source.name + (source.place.empty() ? "" : ", " + source.place) + '\n' + fence + '\n'
        + passage.text + (passage.text.ends_with('\n') ? "" : "\n") + fence + "\n\n";
}

} // namespace runtime
