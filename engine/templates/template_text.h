#pragma once

#include "engine/tokenizers/tokenizer.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// A string of the template language. It remembers which of its bytes came from the caller's data
/// and which from the template itself, through every operation. UTF-8; each byte that is not valid
/// counts as one character.
class TemplateText {
public:
    enum class Origin { Template, Data };

    TemplateText() = default;
    explicit TemplateText(std::string_view bytes, Origin origin = Origin::Template)
    {
        append(bytes, origin);
    }

    const std::string& bytes() const { return m_bytes; }
    /// The bytes that came from data, ascending, disjoint.
    const std::vector<TextRange>& data() const { return m_data; }
    bool empty() const { return m_bytes.empty(); }
    size_t size() const { return m_bytes.size(); } ///< bytes

    void append(std::string_view bytes, Origin origin = Origin::Template);
    void append(const TemplateText& other);

    /// Returns the bytes [begin, end).
    TemplateText slice(size_t begin, size_t end) const;

    Origin originAt(size_t byte) const;

    /// Data if any byte came from data.
    Origin anyOrigin() const { return m_data.empty() ? Origin::Template : Origin::Data; }

    friend bool operator==(const TemplateText& left, const TemplateText& right)
    {
        return left.m_bytes == right.m_bytes;
    }

private:
    std::string m_bytes;
    std::vector<TextRange> m_data;
};

/// The number of bytes of the character that begins at byte `at`.
size_t characterLength(std::string_view text, size_t at);

/// The byte at which each character begins, followed by the length of the text: one entry more than
/// there are characters.
std::vector<size_t> characterStarts(std::string_view text);

size_t countCharacters(std::string_view text);

/// The code point of a single character; U+FFFD for a byte that is not valid.
char32_t codePoint(std::string_view character);

void appendCodePoint(std::string& text, char32_t codePoint);

/// True for the characters that Python's str.isspace() accepts.
bool isTemplateSpace(char32_t codePoint);

} // namespace engine
