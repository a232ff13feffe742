#include "services/documents/readers/hidden_classes.h"

#include "base/ascii.h"

#include <algorithm>

namespace services {

namespace {

std::string withoutComments(std::string_view css)
{
    std::string kept;
    while (!css.empty()) {
        const size_t open = std::min(css.find("/*"), css.size());
        kept += css.substr(0, open);
        const size_t close = css.find("*/", std::min(open + 2, css.size()));
        css.remove_prefix(close == std::string_view::npos ? css.size() : close + 2);
    }
    return kept;
}

// The brace that ends the block that begins at `open`.
size_t endOfBlock(std::string_view css, size_t open)
{
    int depth = 0;
    for (size_t at = open; at < css.size(); ++at) {
        depth += css[at] == '{' ? 1 : css[at] == '}' ? -1 : 0;
        if (depth == 0)
            return at;
    }
    return css.size();
}

// The first word, which it is taken from.
std::string_view takeWord(std::string_view& words)
{
    const size_t length = std::min(words.find_first_of(base::whitespace), words.size());
    const std::string_view word = words.substr(0, length);
    words = base::trimmed(words.substr(length));
    return word;
}

} // namespace

bool hidesElement(std::string_view declarations)
{
    std::string plain = base::toLowerAscii(declarations);
    std::erase_if(plain, [](char c) { return base::whitespace.find(c) != std::string_view::npos; });
    return plain.find("display:none") != std::string::npos
        || plain.find("visibility:hidden") != std::string::npos
        || plain.find("mso-hide:all") != std::string::npos;
}

void HiddenClasses::add(std::string css)
{
    css = withoutComments(css);
    std::string_view rest = css;
    while (!rest.empty()) {
        const size_t open = rest.find('{');
        if (open == std::string_view::npos)
            return;
        const size_t close = endOfBlock(rest, open);
        const std::string_view selectors = base::trimmed(rest.substr(0, open));
        if (!selectors.starts_with('@')) // which may hold for printing only
            addRule(selectors, rest.substr(open, close - open));
        rest.remove_prefix(std::min(close + 1, rest.size()));
    }
}

void HiddenClasses::addRule(std::string_view selectors, std::string_view declarations)
{
    const bool isHiding = hidesElement(declarations);
    if (!isHiding && base::toLowerAscii(declarations).find("display") == std::string::npos)
        return;
    while (!selectors.empty()) {
        const size_t length = std::min(selectors.find(','), selectors.size());
        const std::string_view selector = base::trimmed(selectors.substr(0, length));
        selectors.remove_prefix(std::min(length + 1, selectors.size()));
        const bool isClass = selector.size() > 1 && selector[0] == '.'
            && selector.find_first_of(" .:#[>+~*", 1) == std::string_view::npos;
        if (isClass && isHiding)
            m_names.emplace(selector.substr(1));
        else if (isClass)
            m_names.erase(std::string(selector.substr(1)));
    }
}

bool HiddenClasses::hide(std::string_view classes) const
{
    classes = m_names.empty() ? std::string_view() : base::trimmed(classes);
    while (!classes.empty())
        if (m_names.contains(takeWord(classes)))
            return true;
    return false;
}

} // namespace services
