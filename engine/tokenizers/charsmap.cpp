#include "engine/tokenizers/charsmap.h"

#include "engine/tokenizers/utf8.h"
#include "kernels/error.h"

#include <cstring>

namespace engine {
namespace {

uint32_t offsetOf(uint32_t unit)
{
    return (unit >> 10) << ((unit & 0x200) >> 6);
}
uint32_t labelOf(uint32_t unit)
{
    return unit & 0x800000FF;
}
bool hasValue(uint32_t unit)
{
    return unit & 0x100;
}
uint32_t valueOf(uint32_t unit)
{
    return unit & 0x7FFFFFFF;
}

[[noreturn]] void refuse(const char* reason)
{
    throw kernels::Error(
        kernels::ErrorKind::BadFile, std::string("the vocabulary's normalization table ") + reason);
}

} // namespace

Charsmap::Charsmap(std::string_view compiled)
{
    uint32_t trieSize = 0;
    if (compiled.size() < sizeof trieSize)
        refuse("is too short");
    std::memcpy(&trieSize, compiled.data(), sizeof trieSize);
    compiled.remove_prefix(sizeof trieSize);
    if (trieSize > compiled.size() || trieSize < 1024 || trieSize % sizeof(uint32_t) != 0)
        refuse("has a trie of a wrong size");
    m_units.resize(trieSize / sizeof(uint32_t));
    std::memcpy(m_units.data(), compiled.data(), trieSize);
    m_replacements = compiled.substr(trieSize);
    if (m_replacements.empty() || m_replacements.back() != '\0')
        refuse("does not end in a zero byte");
    check();
}

void Charsmap::check() const
{
    std::vector<bool> seen(m_units.size());
    std::vector<size_t> open{0};
    while (!open.empty()) {
        const size_t place = open.back();
        open.pop_back();
        if (seen[place])
            continue;
        seen[place] = true;
        const size_t base = place ^ offsetOf(m_units[place]);
        if ((base | 0xFF) >= m_units.size())
            refuse("leads outside of itself");
        if (hasValue(m_units[place]) && valueOf(m_units[base]) >= m_replacements.size())
            refuse("names a replacement outside of itself");
        for (uint32_t byte = 1; byte < 256; ++byte)
            if (labelOf(m_units[base ^ byte]) == byte)
                open.push_back(base ^ byte);
    }
}

std::optional<Charsmap::Replacement> Charsmap::find(std::string_view text) const
{
    std::optional<Replacement> best;
    size_t base = offsetOf(m_units[0]);
    for (size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const size_t place = base ^ byte;
        if (byte == 0 || labelOf(m_units[place]) != byte)
            break;
        base = place ^ offsetOf(m_units[place]);
        if (hasValue(m_units[place]))
            best = Replacement{m_replacements.data() + valueOf(m_units[base]), i + 1};
    }
    return best;
}

std::string Charsmap::apply(std::string_view text) const
{
    std::string result;
    result.reserve(text.size());
    for (size_t at = 0; at < text.size();) {
        if (const auto replacement = find(text.substr(at))) {
            result += replacement->text;
            at += replacement->length;
            continue;
        }
        const Utf8Character character = utf8At(text, at);
        result += character.state == Utf8Character::State::Whole ? text.substr(at, character.length)
                                                                 : replacementCharacter;
        at += character.length;
    }
    return result;
}

} // namespace engine
