#include "engine/tokenizers/normalizer.h"

#include "base/error.h"
#include "base/utf8.h"
#include "engine/tokenizers/regex.h"
#include "engine/tokenizers/unicode.h"

#include <cstring>

namespace engine {

namespace {

uint32_t unitOffset(uint32_t unit)
{
    return (unit >> 10) << ((unit & 0x200) >> 6);
}
uint32_t unitLabel(uint32_t unit)
{
    return unit & 0x800000FF;
}
bool hasValue(uint32_t unit)
{
    return unit & 0x100;
}
uint32_t unitValue(uint32_t unit)
{
    return unit & 0x7FFFFFFF;
}

[[noreturn]] void refuse(const char* reason)
{
    throw base::Error(
        base::ErrorKind::BadFile, std::string("the vocabulary's normalization table ") + reason);
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
        const size_t position = open.back();
        open.pop_back();
        if (seen[position])
            continue;
        seen[position] = true;
        const size_t base = position ^ unitOffset(m_units[position]);
        if ((base | 0xFF) >= m_units.size())
            refuse("leads outside of itself");
        if (hasValue(m_units[position]) && unitValue(m_units[base]) >= m_replacements.size())
            refuse("names a replacement outside of itself");
        for (uint32_t byte = 1; byte < 256; ++byte)
            if (unitLabel(m_units[base ^ byte]) == byte)
                open.push_back(base ^ byte);
    }
}

std::optional<Charsmap::Replacement> Charsmap::find(std::string_view text) const
{
    std::optional<Replacement> best;
    size_t base = unitOffset(m_units[0]);
    for (size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const size_t position = base ^ byte;
        if (byte == 0 || unitLabel(m_units[position]) != byte)
            break;
        base = position ^ unitOffset(m_units[position]);
        if (hasValue(m_units[position]))
            best = Replacement{m_replacements.data() + unitValue(m_units[base]), i + 1};
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
        const base::Utf8Character character = base::utf8At(text, at);
        result += character.state == base::Utf8Character::State::Whole
            ? text.substr(at, character.length)
            : base::replacementCharacter;
        at += character.length;
    }
    return result;
}

namespace {

template <typename Keep>
std::string filtered(std::string_view text, Keep keep)
{
    std::string kept;
    kept.reserve(text.size());
    for (size_t at = 0; at < text.size();) {
        const base::Utf8Character character = base::utf8At(text, at);
        if (keep(character.value))
            kept += text.substr(at, character.length);
        at += character.length;
    }
    return kept;
}

std::string cleaned(std::string_view text)
{
    std::string clean;
    clean.reserve(text.size());
    for (size_t at = 0; at < text.size();) {
        const base::Utf8Character character = base::utf8At(text, at);
        const char32_t value = character.value;
        if (isWhitespace(value))
            clean += ' ';
        else if (value != 0 && value != 0xFFFD && !isControl(value))
            clean += text.substr(at, character.length);
        at += character.length;
    }
    return clean;
}

std::string withSpacedIdeographs(std::string_view text)
{
    std::string spaced;
    spaced.reserve(text.size());
    for (size_t at = 0; at < text.size();) {
        const base::Utf8Character character = base::utf8At(text, at);
        const bool ideograph = isCjkIdeograph(character.value);
        spaced += ideograph ? " " : "";
        spaced += text.substr(at, character.length);
        spaced += ideograph ? " " : "";
        at += character.length;
    }
    return spaced;
}

std::string withoutMarks(std::string_view text)
{
    return filtered(text, [](char32_t c) { return !isNonspacingMark(c); });
}

std::string basesOnly(std::string_view text)
{
    std::string bases;
    bases.reserve(text.size());
    for (size_t at = 0; at < text.size();) {
        const base::Utf8Character character = base::utf8At(text, at);
        const char32_t base = baseCharacter(character.value);
        if (!isMark(base))
            base::appendUtf8(bases, base);
        at += character.length;
    }
    return bases;
}

bool isSpaceByte(std::string_view text, size_t at)
{
    return isWhitespace(base::utf8At(text, at).value);
}

std::string stripped(std::string_view text, bool left, bool right)
{
    while (left && !text.empty() && isSpaceByte(text, 0))
        text.remove_prefix(base::utf8At(text, 0).length);
    while (right && !text.empty()) {
        const size_t last = base::characterStart(text, text.size() - 1);
        if (!isSpaceByte(text, last))
            break;
        text = text.substr(0, last);
    }
    return std::string(text);
}

} // namespace

std::string replaced(std::string_view text, std::string_view what, std::string_view by)
{
    if (what.empty())
        return std::string(text);
    std::string result;
    result.reserve(text.size());
    size_t done = 0;
    for (size_t at; (at = text.find(what, done)) != std::string_view::npos;
         done = at + what.size()) {
        result += text.substr(done, at - done);
        result += by;
    }
    result += text.substr(done);
    return result;
}

Normalizer toNormalForm(NormalForm form)
{
    return [form](std::string text) { return normalized(text, form); };
}

Normalizer toLowercase()
{
    return [](std::string text) { return lowercased(text); };
}

Normalizer prepend(std::string prefix)
{
    return [prefix = std::move(prefix)](
               std::string text) { return text.empty() ? std::move(text) : prefix + text; };
}

Normalizer replaceText(std::string what, std::string by)
{
    return [what = std::move(what), by = std::move(by)](
               std::string text) { return replaced(text, what, by); };
}

Normalizer replaceMatches(std::shared_ptr<const Regex> what, std::string by)
{
    return [what = std::move(what), by = std::move(by)](std::string text) {
        std::string result;
        size_t done = 0;
        for (const TextRange& match : what->matches(text)) {
            result += std::string_view(text).substr(done, match.begin - done);
            result += by;
            done = match.end;
        }
        return result + text.substr(done);
    };
}

Normalizer stripWhitespace(bool left, bool right)
{
    return [left, right](std::string text) { return stripped(text, left, right); };
}

Normalizer stripAccents()
{
    return [](std::string text) { return withoutMarks(text); };
}

Normalizer toLetters()
{
    return [](std::string text) { return toByteLetters(text); };
}

Normalizer replaceByCharsmap(std::shared_ptr<const Charsmap> charsmap)
{
    return [charsmap = std::move(charsmap)](std::string text) { return charsmap->apply(text); };
}

Normalizer inSequence(std::vector<Normalizer> steps)
{
    return [steps = std::move(steps)](std::string text) {
        for (const Normalizer& step : steps)
            text = step(std::move(text));
        return text;
    };
}

Normalizer normalizeForBert(BertRules rules)
{
    return [rules](std::string text) {
        if (rules.cleanText)
            text = cleaned(text);
        if (rules.separateIdeographs)
            text = withSpacedIdeographs(text);
        if (rules.stripAccents && rules.keepOnlyBase)
            text = basesOnly(text);
        else if (rules.stripAccents)
            text = withoutMarks(normalized(text, NormalForm::Nfd));
        return rules.lowercase ? lowercased(text) : text;
    };
}

Normalizer spacesToBlocks(SpaceRules rules)
{
    return [rules](std::string text) {
        std::string result;
        bool inWord = false, prefixed = false;
        for (const char byte : text) {
            const bool wordBegins = byte != ' ' && !inWord;
            inWord = byte != ' ';
            if (wordBegins && ((rules.prefix && !prefixed) || rules.merge)) {
                result += blockSpace;
                prefixed = true;
            }
            if (inWord)
                result += byte;
            else if (!rules.merge)
                result += blockSpace;
        }
        return result;
    };
}

} // namespace engine
