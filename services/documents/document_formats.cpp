#include "services/documents/document_formats.h"

#include <algorithm>
#include <string>

namespace services {

namespace {

using namespace std::string_view_literals;

constexpr DocumentFormat table[] = {
#define DOCUMENT_FORMAT(reader, ...) {__VA_ARGS__},
#include "services/documents/document_formats.def"
#undef DOCUMENT_FORMAT
};

std::string toLower(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
        [](char letter) { return letter >= 'A' && letter <= 'Z' ? char(letter + 32) : letter; });
    return lower;
}

bool contains(std::string_view list, std::string_view item)
{
    bool isThere = false;
    forEachItem(list, [&](std::string_view each) { isThere |= each == item; });
    return isThere;
}

bool matchesAt(std::string_view bytes, std::string_view magic)
{
    return bytes.size() >= magic.size()
        && std::ranges::equal(bytes.substr(0, magic.size()), magic,
            [](char byte, char wanted) { return wanted == '?' || byte == wanted; });
}

} // namespace

std::span<const DocumentFormat> documentFormats()
{
    return table;
}

void forEachItem(std::string_view list, const std::function<void(std::string_view item)>& visit)
{
    while (!list.empty()) {
        const size_t length = std::min(list.find(' '), list.size());
        visit(list.substr(0, length));
        list.remove_prefix(std::min(length + 1, list.size()));
    }
}

bool beginsLikePackage(std::string_view bytes)
{
    return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06");
}

bool beginsLikeCompoundFile(std::string_view bytes)
{
    return bytes.starts_with("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1");
}

const DocumentFormat* findFormatByMagic(std::string_view bytes)
{
    for (const DocumentFormat& format : table) {
        if (format.magic.empty())
            continue;
        const bool isThere = format.magicWithin == 0
            ? matchesAt(bytes, format.magic)
            : bytes.substr(0, format.magicWithin).find(format.magic) != std::string_view::npos;
        if (isThere)
            return &format;
    }
    return nullptr;
}

const DocumentFormat* findFormatByBeginning(std::string_view text)
{
    constexpr size_t maxHead = 4096; // bytes that are looked at
    std::string head = toLower(text.substr(0, maxHead));
    size_t start = 0;
    while (true) { // past what may be above the first tag
        start = head.find_first_not_of(" \t\r\n\xEF\xBB\xBF", start);
        if (start == std::string::npos)
            return nullptr;
        const std::string_view end = head.compare(start, 5, "<?xml") == 0 ? "?>"
            : head.compare(start, 4, "<!--") == 0                         ? "-->"
                                                                          : "";
        if (end.empty())
            break;
        const size_t at = head.find(end, start);
        start = at == std::string::npos ? head.size() : at + end.size();
    }
    std::ranges::replace(head, ' ', '_');
    for (const DocumentFormat& format : table) {
        bool isThere = false;
        forEachItem(format.beginnings,
            [&](std::string_view each) { isThere |= head.compare(start, each.size(), each) == 0; });
        if (isThere)
            return &format;
    }
    return nullptr;
}

const DocumentFormat* findFormatByName(std::string_view name)
{
    const size_t dot = name.rfind('.');
    if (dot == std::string_view::npos)
        return nullptr;
    const std::string suffix = toLower(name.substr(dot + 1));
    const auto found = std::ranges::find_if(table, [&suffix](const DocumentFormat& format) {
        return contains(format.suffixes, suffix) || contains(format.otherSuffixes, suffix);
    });
    return found == std::end(table) ? nullptr : found;
}

} // namespace services
