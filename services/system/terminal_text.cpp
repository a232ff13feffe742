#include "services/system/terminal_text.h"

#include "base/utf8.h"

#include <cstdio>
#include <utility>

namespace services {

namespace {

bool isUnsafe(char32_t character)
{
    const bool isControl = character < 0x20 || (character >= 0x7f && character < 0xa0);
    const bool changesDirection = (character >= 0x202a && character <= 0x202e)
        || (character >= 0x2066 && character <= 0x2069);
    return changesDirection || (isControl && character != U'\n' && character != U'\t');
}

std::string jsonEscape(char32_t character) // of the first 65,536
{
    char escape[8];
    std::snprintf(escape, sizeof escape, "\\u%04x", unsigned(character));
    return escape;
}

} // namespace

std::string TerminalEncoder::encode(const std::string& chunk)
{
    using State = base::Utf8Character::State;
    const std::string text = std::exchange(m_rest, {}) + chunk;
    std::string encoded;
    encoded.reserve(text.size());
    for (size_t at = 0; at < text.size();) {
        const base::Utf8Character character = base::utf8At(text, at);
        const bool isReturn = text[at] == '\r';
        if (character.state == State::Unfinished || (isReturn && at + 1 == text.size())) {
            m_rest = text.substr(at);
            break;
        }
        if (character.state == State::Broken)
            encoded += base::replacementCharacter;
        else if (!isUnsafe(character.value))
            encoded.append(text, at, character.length);
        else if (!isReturn || text[at + 1] != '\n')
            encoded += jsonEscape(character.value);
        at += character.length;
    }
    return encoded;
}

QString escapedForTerminal(const QString& text)
{
    return QString::fromStdString(TerminalEncoder().encode(text.toStdString()));
}

} // namespace services
