#include "engine/templates/template_text.h"

#include <algorithm>
#include <utf8proc.h>

namespace engine {

void TemplateText::append(std::string_view bytes, Origin origin)
{
    if (bytes.empty())
        return;
    const size_t begin = m_bytes.size();
    m_bytes += bytes;
    if (origin == Origin::Template)
        return;
    if (!m_data.empty() && m_data.back().end == begin)
        m_data.back().end = m_bytes.size();
    else
        m_data.push_back({begin, m_bytes.size()});
}

void TemplateText::append(const TemplateText& other)
{
    const size_t offset = m_bytes.size();
    m_bytes += other.m_bytes;
    for (const TextRange& range : other.m_data) {
        if (!m_data.empty() && m_data.back().end == range.begin + offset)
            m_data.back().end = range.end + offset;
        else
            m_data.push_back({range.begin + offset, range.end + offset});
    }
}

TemplateText TemplateText::slice(size_t begin, size_t end) const
{
    TemplateText part;
    part.m_bytes = m_bytes.substr(begin, end - begin);
    const auto endsAfter = [](size_t at, const TextRange& range) { return at < range.end; };
    auto range = std::upper_bound(m_data.begin(), m_data.end(), begin, endsAfter);
    for (; range != m_data.end() && range->begin < end; ++range)
        part.m_data.push_back(
            {std::max(range->begin, begin) - begin, std::min(range->end, end) - begin});
    return part;
}

TemplateText::Origin TemplateText::originAt(size_t byte) const
{
    const auto endsAfter = [](size_t at, const TextRange& range) { return at < range.end; };
    const auto range = std::upper_bound(m_data.begin(), m_data.end(), byte, endsAfter);
    return range != m_data.end() && range->begin <= byte ? Origin::Data : Origin::Template;
}

size_t characterLength(std::string_view text, size_t at)
{
    if (static_cast<unsigned char>(text[at]) < 0x80)
        return 1;
    utf8proc_int32_t unused = 0;
    const auto length
        = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data() + at),
            utf8proc_ssize_t(text.size() - at), &unused);
    return length > 0 ? size_t(length) : 1;
}

std::vector<size_t> characterStarts(std::string_view text)
{
    std::vector<size_t> starts;
    for (size_t at = 0; at < text.size(); at += characterLength(text, at))
        starts.push_back(at);
    starts.push_back(text.size());
    return starts;
}

size_t countCharacters(std::string_view text)
{
    size_t count = 0;
    for (size_t at = 0; at < text.size(); at += characterLength(text, at))
        ++count;
    return count;
}

char32_t codePoint(std::string_view character)
{
    utf8proc_int32_t point = 0;
    const auto length
        = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(character.data()),
            utf8proc_ssize_t(character.size()), &point);
    return length > 0 ? char32_t(point) : U'\uFFFD';
}

void appendCodePoint(std::string& text, char32_t codePoint)
{
    utf8proc_uint8_t bytes[4];
    const auto length = utf8proc_encode_char(utf8proc_int32_t(codePoint), bytes);
    text.append(
        reinterpret_cast<const char*>(bytes), size_t(std::max<utf8proc_ssize_t>(length, 0)));
}

bool isTemplateSpace(char32_t point)
{
    return (point >= 0x09 && point <= 0x0d) || (point >= 0x1c && point <= 0x20) || point == 0x85
        || point == 0xa0 || point == 0x1680 || (point >= 0x2000 && point <= 0x200a)
        || point == 0x2028 || point == 0x2029 || point == 0x202f || point == 0x205f
        || point == 0x3000;
}

} // namespace engine
