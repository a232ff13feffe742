#include "engine/templates/template_strings.h"

#include "base/utf8.h"

#include <algorithm>
#include <utf8proc.h>

namespace engine {

namespace {

using Origin = TemplateText::Origin;

bool isCased(char32_t point)
{
    const auto category = utf8proc_category(utf8proc_int32_t(point));
    return category == UTF8PROC_CATEGORY_LU || category == UTF8PROC_CATEGORY_LL
        || category == UTF8PROC_CATEGORY_LT;
}

enum class Letters { Upper, Lower, Title };

std::string converted(std::string_view character, Letters to)
{
    const char32_t point = codePoint(character);
    if (point == U'\uFFFD')
        return std::string(character);
    if (to != Letters::Lower && point == U'ß')
        return to == Letters::Upper ? "SS" : "Ss";
    const auto given = utf8proc_int32_t(point);
    const auto changed = to == Letters::Upper ? utf8proc_toupper(given)
        : to == Letters::Title                ? utf8proc_totitle(given)
                                              : utf8proc_tolower(given);
    std::string text;
    base::appendUtf8(text, char32_t(changed));
    return text;
}

// Goes through the characters; `change` returns the bytes that take a character's position.
template <typename Change>
TemplateText mapCharacters(const TemplateText& text, Change change)
{
    TemplateText result;
    const std::string_view bytes = text.bytes();
    auto range = text.data().begin();
    for (size_t at = 0, length = 0; at < bytes.size(); at += length) {
        length = characterLength(bytes, at);
        while (range != text.data().end() && range->end <= at)
            ++range;
        const bool isData = range != text.data().end() && range->begin <= at;
        result.append(change(bytes.substr(at, length), bytes.substr(at + length)),
            isData ? Origin::Data : Origin::Template);
    }
    return result;
}

bool isRemoved(std::string_view character, const TemplateText* removed)
{
    if (!removed)
        return isTemplateSpace(codePoint(character));
    const std::string_view set = removed->bytes();
    for (size_t at = 0, length = 0; at < set.size(); at += length) {
        length = characterLength(set, at);
        if (set.substr(at, length) == character)
            return true;
    }
    return false;
}

constexpr size_t maxParts = 500'000;

void requireFewer(const std::vector<TemplateText>& parts)
{
    if (parts.size() >= maxParts)
        failRun("a text is split into too many parts");
}

// The pieces between runs of white space; after `limit` cuts the rest is left whole.
std::vector<TemplateText> splitAtSpace(const TemplateText& text, int64_t limit)
{
    std::vector<TemplateText> parts;
    const std::string_view bytes = text.bytes();
    size_t at = 0;
    const auto skipWhile = [&](bool space) {
        while (at < bytes.size()) {
            const size_t length = characterLength(bytes, at);
            if (isTemplateSpace(codePoint(bytes.substr(at, length))) != space)
                return;
            at += length;
        }
    };
    for (skipWhile(true); at < bytes.size(); skipWhile(true)) {
        const size_t begin = at;
        if (limit >= 0 && int64_t(parts.size()) == limit) {
            parts.push_back(text.slice(begin, bytes.size()));
            break;
        }
        skipWhile(false);
        requireFewer(parts);
        parts.push_back(text.slice(begin, at));
    }
    return parts;
}

std::vector<TemplateText> splitAtSpaceFromRight(const TemplateText& text, int64_t limit)
{
    std::vector<TemplateText> words = splitAtSpace(text, -1);
    if (limit < 0 || int64_t(words.size()) <= limit)
        return words;
    TemplateText head = stripText(text, TemplateSide::Right, nullptr);
    for (int64_t cut = 0; cut < limit; ++cut) {
        head = head.slice(0, head.size() - words[words.size() - 1 - size_t(cut)].size());
        head = stripText(head, TemplateSide::Right, nullptr);
    }
    std::vector<TemplateText> parts{std::move(head)};
    parts.insert(parts.end(), words.end() - limit, words.end());
    return parts;
}

void requireSeparator(const TemplateText& separator)
{
    if (separator.empty())
        failRun("empty separator");
}

} // namespace

TemplateText stripText(const TemplateText& text, TemplateSide side, const TemplateText* removed)
{
    const std::string_view bytes = text.bytes();
    size_t begin = 0, end = bytes.size();
    while (side != TemplateSide::Right && begin < end) {
        const size_t length = characterLength(bytes, begin);
        if (!isRemoved(bytes.substr(begin, length), removed))
            break;
        begin += length;
    }
    while (side != TemplateSide::Left && begin < end) {
        size_t last = std::max(begin, base::characterStart(bytes, end - 1));
        if (last + characterLength(bytes, last) != end)
            last = end - 1;
        if (!isRemoved(bytes.substr(last, end - last), removed))
            break;
        end = last;
    }
    return text.slice(begin, end);
}

TemplateText changeCase(const TemplateText& text, TemplateCase to)
{
    bool isFirst = true, insideWord = false;
    return mapCharacters(text, [&](std::string_view character, std::string_view rest) {
        const char32_t point = codePoint(character);
        const bool isLower = utf8proc_category(utf8proc_int32_t(point)) == UTF8PROC_CATEGORY_LL;
        Letters letters = Letters::Lower;
        if (to == TemplateCase::Upper || (to == TemplateCase::Swap && isLower))
            letters = Letters::Upper;
        else if ((to == TemplateCase::Capitalize && isFirst)
            || (to == TemplateCase::Title && !insideWord))
            letters = Letters::Title;
        isFirst = false;
        const bool endsWord = insideWord
            && (rest.empty() || !isCased(codePoint(rest.substr(0, characterLength(rest, 0)))));
        insideWord = isCased(point);
        if (to == TemplateCase::Fold && (point == U'ß' || point == U'ς'))
            return std::string(point == U'ß' ? "ss" : "σ");
        if (to != TemplateCase::Fold && letters == Letters::Lower && point == U'Σ' && endsWord)
            return std::string("ς");
        return converted(character, letters);
    });
}

bool isOfCase(const TemplateText& text, TemplateCase wanted)
{
    const std::string_view bytes = text.bytes();
    bool hasLetters = false, insideWord = false;
    for (size_t at = 0, length = 0; at < bytes.size(); at += length) {
        length = characterLength(bytes, at);
        const char32_t point = codePoint(bytes.substr(at, length));
        if (isCased(point)) {
            const bool isLower = utf8proc_category(utf8proc_int32_t(point)) == UTF8PROC_CATEGORY_LL;
            const bool shouldBeLower
                = wanted == TemplateCase::Lower || (wanted == TemplateCase::Title && insideWord);
            if (isLower != shouldBeLower)
                return false;
            hasLetters = true;
        }
        insideWord = isCased(point);
    }
    return hasLetters;
}

bool isPrintable(char32_t point)
{
    const auto category = utf8proc_category(utf8proc_int32_t(point));
    const bool isSeparator = category >= UTF8PROC_CATEGORY_ZS && category <= UTF8PROC_CATEGORY_ZP;
    const bool isOther = category == UTF8PROC_CATEGORY_CN
        || (category >= UTF8PROC_CATEGORY_CC && category <= UTF8PROC_CATEGORY_CO);
    return point == U' ' || (!isSeparator && !isOther);
}

TemplateText titleWords(const TemplateText& text)
{
    bool insideWord = false;
    return mapCharacters(text, [&](std::string_view character, std::string_view) {
        const std::string changed
            = converted(character, insideWord ? Letters::Lower : Letters::Upper);
        constexpr std::string_view borders = "-({[<";
        insideWord = !isTemplateSpace(codePoint(character))
            && borders.find(character[0]) == std::string_view::npos;
        return changed;
    });
}

TemplateText escapeHtml(const TemplateText& text)
{
    constexpr std::string_view special = "&<>\"'";
    static constexpr std::string_view names[]{"&amp;", "&lt;", "&gt;", "&#34;", "&#39;"};
    if (text.isMarkup())
        return text;
    TemplateText result;
    size_t at = 0;
    for (size_t next; (next = text.bytes().find_first_of(special, at)) != std::string::npos;
         at = next + 1) {
        result.append(text.slice(at, next));
        result.append(names[special.find(text.bytes()[next])], text.originAt(next));
    }
    result.append(text.slice(at, text.size()));
    return result.markedAs(true);
}

TemplateText replaceText(const TemplateText& text, const TemplateText& old,
    const TemplateText& replacement, int64_t count)
{
    const std::string& bytes = text.bytes();
    TemplateText result;
    size_t at = 0;
    while (count != 0) {
        const size_t found
            = old.empty() && at == bytes.size() ? std::string::npos : bytes.find(old.bytes(), at);
        if (found == std::string::npos)
            break;
        result.append(text.slice(at, found));
        result.append(replacement);
        at = found + old.size();
        if (old.empty()) { // between all characters
            const size_t next = at + characterLength(bytes, at);
            result.append(text.slice(at, next));
            at = next;
        }
        TemplateBudget::checkLength(result.size());
        --count;
    }
    if (old.empty() && at == bytes.size() && count != 0)
        result.append(replacement);
    result.append(text.slice(at, bytes.size()));
    return result;
}

std::vector<TemplateText> splitText(
    const TemplateText& text, const TemplateText* separator, int64_t limit)
{
    if (!separator)
        return splitAtSpace(text, limit);
    requireSeparator(*separator);
    std::vector<TemplateText> parts;
    size_t at = 0;
    while (limit < 0 || int64_t(parts.size()) < limit) {
        const size_t found = text.bytes().find(separator->bytes(), at);
        if (found == std::string::npos)
            break;
        requireFewer(parts);
        parts.push_back(text.slice(at, found));
        at = found + separator->size();
    }
    parts.push_back(text.slice(at, text.size()));
    return parts;
}

std::vector<TemplateText> splitTextFromRight(
    const TemplateText& text, const TemplateText* separator, int64_t limit)
{
    if (!separator)
        return splitAtSpaceFromRight(text, limit);
    requireSeparator(*separator);
    std::vector<TemplateText> parts;
    size_t end = text.size();
    while ((limit < 0 || int64_t(parts.size()) < limit) && end >= separator->size()) {
        const size_t found = text.bytes().rfind(separator->bytes(), end - separator->size());
        if (found == std::string::npos)
            break;
        requireFewer(parts);
        parts.push_back(text.slice(found + separator->size(), end));
        end = found;
    }
    parts.push_back(text.slice(0, end));
    std::ranges::reverse(parts);
    return parts;
}

std::vector<TemplateText> splitLines(const TemplateText& text, bool keepEnds)
{
    const auto endsLine = [](char32_t point) {
        return (point >= 0x0a && point <= 0x0d) || (point >= 0x1c && point <= 0x1e) || point == 0x85
            || point == 0x2028 || point == 0x2029;
    };
    std::vector<TemplateText> lines;
    const std::string_view bytes = text.bytes();
    for (size_t begin = 0, at = 0; at < bytes.size();) {
        size_t next = at + characterLength(bytes, at);
        const bool isEnd = endsLine(codePoint(bytes.substr(at, next - at)));
        if (bytes.substr(at, 2) == "\r\n")
            ++next;
        if (isEnd || next == bytes.size()) {
            requireFewer(lines);
            lines.push_back(text.slice(begin, isEnd && !keepEnds ? at : next));
            begin = next;
        }
        at = next;
    }
    return lines;
}

TemplateText joinTexts(const std::vector<TemplateText>& parts, const TemplateText& separator)
{
    TemplateText joined;
    for (size_t index = 0; index < parts.size(); ++index) {
        if (index > 0)
            joined.append(separator);
        joined.append(parts[index]);
        TemplateBudget::checkLength(joined.size());
    }
    return joined;
}

} // namespace engine
