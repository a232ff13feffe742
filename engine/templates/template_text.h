#pragma once

#include "engine/tokenizers/tokenizer.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// A string of the template language that remembers which of its bytes came from the caller's data
/// and which from the template itself, whatever is done to it. UTF-8; broken bytes count as one
/// character each.
class TemplateText {
public:
    enum class Origin { Template, Data };

    TemplateText() = default;
    explicit TemplateText(std::string_view bytes, Origin origin = Origin::Template)
    {
        append(bytes, origin);
    }

    const std::string& bytes() const { return m_bytes; }
    const std::vector<TextRange>& data() const { return m_data; } ///< ascending, disjoint
    bool empty() const { return m_bytes.empty(); }
    size_t size() const { return m_bytes.size(); } ///< bytes

    void append(std::string_view bytes, Origin origin = Origin::Template);
    void append(const TemplateText& other);

    /// Bytes [begin, end).
    TemplateText slice(size_t begin, size_t end) const;

    Origin originAt(size_t byte) const;

    /// Data if any byte is.
    Origin anyOrigin() const { return m_data.empty() ? Origin::Template : Origin::Data; }

    friend bool operator==(const TemplateText& left, const TemplateText& right)
    {
        return left.m_bytes == right.m_bytes;
    }

private:
    std::string m_bytes;
    std::vector<TextRange> m_data;
};

/// Bytes of the character that begins at `at`.
size_t characterLength(std::string_view text, size_t at);

/// Where each character begins, and the end: number of characters + 1 entries.
std::vector<size_t> characterStarts(std::string_view text);

size_t countCharacters(std::string_view text);

/// The code point of one character, U+FFFD for a broken byte.
char32_t codePoint(std::string_view character);

void appendCodePoint(std::string& text, char32_t codePoint);

/// What Python's str.isspace calls space.
bool isTemplateSpace(char32_t codePoint);

} // namespace engine
