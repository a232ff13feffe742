#include "engine/tokenizers/pre_tokenizer.h"

#include "engine/tokenizers/byte_letters.h"
#include "engine/tokenizers/normalizer.h"
#include "engine/tokenizers/regex.h"
#include "engine/tokenizers/utf8.h"

namespace engine {

const std::string_view gpt2Pattern
    = R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

namespace {

struct Part {
    TextRange range;
    bool isMatch = false;
};

// The matches, and what lies between them.
std::vector<Part> partsOf(const std::vector<TextRange>& matches, size_t textSize, bool inverted)
{
    std::vector<Part> parts;
    size_t done = 0;
    for (const TextRange& match : matches) {
        if (done < match.begin)
            parts.push_back({{done, match.begin}, inverted});
        if (match.begin < match.end)
            parts.push_back({match, !inverted});
        done = match.end;
    }
    if (done < textSize)
        parts.push_back({{done, textSize}, inverted});
    return parts;
}

std::vector<TextRange> mergedWithPrevious(const std::vector<Part>& parts)
{
    std::vector<TextRange> ranges;
    bool previousMatched = true;
    for (const Part& part : parts) {
        if (part.isMatch && !previousMatched)
            ranges.back().end = part.range.end;
        else
            ranges.push_back(part.range);
        previousMatched = part.isMatch;
    }
    return ranges;
}

std::vector<TextRange> mergedWithNext(const std::vector<Part>& parts)
{
    std::vector<TextRange> ranges;
    bool matchWaits = false;
    for (const Part& part : parts) {
        if (matchWaits && !part.isMatch)
            ranges.back().end = part.range.end;
        else
            ranges.push_back(part.range);
        matchWaits = part.isMatch;
    }
    return ranges;
}

std::vector<TextRange> contiguous(const std::vector<Part>& parts)
{
    std::vector<TextRange> ranges;
    for (size_t i = 0; i < parts.size(); ++i) {
        if (i > 0 && parts[i].isMatch == parts[i - 1].isMatch)
            ranges.back().end = parts[i].range.end;
        else
            ranges.push_back(parts[i].range);
    }
    return ranges;
}

std::vector<TextRange> behave(const std::vector<Part>& parts, SplitBehaviour behaviour)
{
    if (behaviour == SplitBehaviour::MergedWithPrevious)
        return mergedWithPrevious(parts);
    if (behaviour == SplitBehaviour::MergedWithNext)
        return mergedWithNext(parts);
    if (behaviour == SplitBehaviour::Contiguous)
        return contiguous(parts);
    std::vector<TextRange> ranges;
    for (const Part& part : parts)
        if (!part.isMatch || behaviour == SplitBehaviour::Isolated)
            ranges.push_back(part.range);
    return ranges;
}

using Cut = std::function<std::vector<TextRange>(const std::string&)>;

PreTokenizer cutEachWord(Cut cut)
{
    return [cut = std::move(cut)](std::vector<Word> words) {
        std::vector<Word> result;
        for (Word& word : words)
            for (const TextRange& range : cut(word.text))
                result.push_back({word.text.substr(range.begin, range.end - range.begin),
                    word.beginsText && range.begin == 0});
        return result;
    };
}

std::vector<TextRange> occurrences(std::string_view text, std::string_view pattern)
{
    std::vector<TextRange> found;
    for (size_t at = 0; !pattern.empty() && (at = text.find(pattern, at)) != text.npos;
         at += pattern.size())
        found.push_back({at, at + pattern.size()});
    return found;
}

std::vector<TextRange> characterMatches(std::string_view text, const CharacterTest& test)
{
    std::vector<TextRange> found;
    for (size_t at = 0; at < text.size();) {
        const Utf8Character character = utf8At(text, at);
        if (test(character.value))
            found.push_back({at, at + character.length});
        at += character.length;
    }
    return found;
}

std::vector<TextRange> cutAt(const std::vector<size_t>& places, size_t size)
{
    std::vector<TextRange> ranges;
    size_t done = 0;
    for (const size_t place : places) {
        if (place > done)
            ranges.push_back({done, place});
        done = place;
    }
    if (done < size)
        ranges.push_back({done, size});
    return ranges;
}

// The runs of characters that pass the test; each a list of where characters begin, and the end.
std::vector<std::vector<size_t>> runsOf(std::string_view text, bool (*test)(char32_t))
{
    std::vector<std::vector<size_t>> runs;
    bool inRun = false;
    for (size_t at = 0; at < text.size();) {
        const Utf8Character character = utf8At(text, at);
        const bool passes = test(character.value);
        if (passes && !inRun)
            runs.push_back({at});
        at += character.length;
        if (passes)
            runs.back().push_back(at);
        inRun = passes;
    }
    return runs;
}

std::vector<TextRange> afterDigitTriples(const std::string& text)
{
    std::vector<size_t> places;
    for (const std::vector<size_t>& run : runsOf(text, isNumber)) {
        const size_t digits = run.size() - 1;
        for (size_t digit = digits % 3 == 0 ? 3 : digits % 3; digit <= digits; digit += 3)
            places.push_back(run[digit]);
    }
    return cutAt(places, text.size());
}

std::vector<TextRange> beforeDigitTriples(const std::string& text)
{
    std::vector<size_t> places;
    const auto isDigit = [](char32_t c) { return c >= '0' && c <= '9'; };
    for (const std::vector<size_t>& run : runsOf(text, isDigit)) {
        const size_t digits = run.size() - 1;
        for (size_t digit = digits % 3; digit < digits; digit += 3)
            places.push_back(run[digit]);
    }
    return cutAt(places, text.size());
}

} // namespace

PreTokenizer splitAt(std::shared_ptr<const Regex> pattern, SplitBehaviour behaviour, bool inverted)
{
    return cutEachWord([=](const std::string& text) {
        return behave(partsOf(pattern->matches(text), text.size(), inverted), behaviour);
    });
}

PreTokenizer splitAtText(std::string pattern, SplitBehaviour behaviour, bool inverted)
{
    return cutEachWord([=](const std::string& text) {
        return behave(partsOf(occurrences(text, pattern), text.size(), inverted), behaviour);
    });
}

PreTokenizer splitAtCharacters(CharacterTest test, SplitBehaviour behaviour)
{
    return cutEachWord([=](const std::string& text) {
        return behave(partsOf(characterMatches(text, test), text.size(), false), behaviour);
    });
}

PreTokenizer spellBytes()
{
    return [](std::vector<Word> words) {
        for (Word& word : words)
            word.text = toByteLetters(word.text);
        return words;
    };
}

PreTokenizer prefixSpace()
{
    return [](std::vector<Word> words) {
        for (Word& word : words)
            if (!word.text.starts_with(' '))
                word.text.insert(0, 1, ' ');
        return words;
    };
}

PreTokenizer metaspace(std::string replacement, PrependScheme scheme, bool split)
{
    const PreTokenizer cut = splitAtText(replacement, SplitBehaviour::MergedWithNext);
    return [=](std::vector<Word> words) {
        for (Word& word : words) {
            word.text = replaced(word.text, " ", replacement);
            const bool wanted = scheme == PrependScheme::Always
                || (scheme == PrependScheme::First && word.beginsText);
            if (wanted && !word.text.starts_with(replacement))
                word.text.insert(0, replacement);
        }
        return split ? cut(std::move(words)) : words;
    };
}

PreTokenizer splitAfterDigitTriples()
{
    return cutEachWord(afterDigitTriples);
}

PreTokenizer splitBeforeDigitTriples()
{
    return cutEachWord(beforeDigitTriples);
}

PreTokenizer inSequence(std::vector<PreTokenizer> steps)
{
    return [steps = std::move(steps)](std::vector<Word> words) {
        for (const PreTokenizer& step : steps)
            words = step(std::move(words));
        return words;
    };
}

} // namespace engine
