#include "engine/tokenizers/pre_tokenizer.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "engine/tokenizers/normalizer.h"
#include "engine/tokenizers/regex.h"
#include "engine/tokenizers/unicode.h"

#include <string>

namespace engine {

const std::string_view gpt2Pattern
    = R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

namespace {

struct Part {
    TextRange range;
    bool isMatch = false;
};

// The matches, and the text between them.
std::vector<Part> splitParts(const std::vector<TextRange>& matches, size_t textSize, bool inverted)
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

std::vector<TextRange> behave(const std::vector<Part>& parts, SplitBehavior behavior)
{
    if (behavior == SplitBehavior::MergedWithPrevious)
        return mergedWithPrevious(parts);
    if (behavior == SplitBehavior::MergedWithNext)
        return mergedWithNext(parts);
    if (behavior == SplitBehavior::Contiguous)
        return contiguous(parts);
    std::vector<TextRange> ranges;
    for (const Part& part : parts)
        if (!part.isMatch || behavior == SplitBehavior::Isolated)
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
        const base::Utf8Character character = base::utf8At(text, at);
        if (test(character.value))
            found.push_back({at, at + character.length});
        at += character.length;
    }
    return found;
}

std::vector<TextRange> cutAt(const std::vector<size_t>& positions, size_t size)
{
    std::vector<TextRange> ranges;
    size_t done = 0;
    for (const size_t position : positions) {
        if (position > done)
            ranges.push_back({done, position});
        done = position;
    }
    if (done < size)
        ranges.push_back({done, size});
    return ranges;
}

// The runs of characters that pass the test; each a list of where characters begin, and the end.
std::vector<std::vector<size_t>> findRuns(std::string_view text, bool (*test)(char32_t))
{
    std::vector<std::vector<size_t>> runs;
    bool inRun = false;
    for (size_t at = 0; at < text.size();) {
        const base::Utf8Character character = base::utf8At(text, at);
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
    std::vector<size_t> positions;
    for (const std::vector<size_t>& run : findRuns(text, isNumber)) {
        const size_t digits = run.size() - 1;
        for (size_t digit = digits % 3 == 0 ? 3 : digits % 3; digit <= digits; digit += 3)
            positions.push_back(run[digit]);
    }
    return cutAt(positions, text.size());
}

std::vector<TextRange> beforeDigitTriples(const std::string& text)
{
    std::vector<size_t> positions;
    for (const std::vector<size_t>& run : findRuns(text, base::isDigit)) {
        const size_t digits = run.size() - 1;
        for (size_t digit = digits % 3; digit < digits; digit += 3)
            positions.push_back(run[digit]);
    }
    return cutAt(positions, text.size());
}

} // namespace

PreTokenizer splitAt(std::shared_ptr<const Regex> pattern, SplitBehavior behavior, bool inverted)
{
    return cutEachWord([=](const std::string& text) {
        return behave(splitParts(pattern->matches(text), text.size(), inverted), behavior);
    });
}

PreTokenizer splitAtText(std::string pattern, SplitBehavior behavior, bool inverted)
{
    return cutEachWord([=](const std::string& text) {
        return behave(splitParts(occurrences(text, pattern), text.size(), inverted), behavior);
    });
}

PreTokenizer splitAtCharacters(CharacterTest test, SplitBehavior behavior)
{
    return cutEachWord([=](const std::string& text) {
        return behave(splitParts(characterMatches(text, test), text.size(), false), behavior);
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
    const PreTokenizer cut = splitAtText(replacement, SplitBehavior::MergedWithNext);
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

namespace {

using Patterns = std::vector<std::string_view>;

// Stand for what no pattern can say in linear time.
constexpr std::string_view afterTriples = "<after groups of three digits>";
constexpr std::string_view beforeTriples = "<before groups of three digits>";

// English contractions, upper and lower case.
#define CONTRACTION "'(?:[sS]|[tT]|[rR][eE]|[vV][eE]|[mM]|[lL][lL]|[dD])"
// What most patterns since GPT-4 end in: punctuation with the line breaks after it, and whitespace.
#define MARKS_AND_SPACE R"re( ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)re"
#define MARKS_SLASHES_AND_SPACE R"re( ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)re"
#define LETTERS R"re([^\r\n\p{L}\p{N}]?\p{L}+)re"
// Letters except a to z, letters except A to Z: a capitalized word is one piece.
#define NOT_LOWER R"re([^\P{L}a-z])re"
#define NOT_UPPER R"re([^\P{L}A-Z])re"
#define MARKED_NOT_LOWER R"re((?:(?![a-z])[\p{L}\p{M}]))re"
#define MARKED_NOT_UPPER R"re((?:(?![A-Z])[\p{L}\p{M}]))re"
#define ANY_UPPER R"re([\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}])re"
#define ANY_LOWER R"re([\p{Ll}\p{Lm}\p{Lo}\p{M}])re"
#define LEAD R"re([^\r\n\p{L}\p{N}]?)re"
#define HAN \
    R"re(\x{3400}-\x{4DBF}\x{4E00}-\x{9FFF}\x{F900}-\x{FAFF}\x{20000}-\x{2A6DF}\x{2A700}-\x{2EBEF}\x{2F800}-\x{2FA1F})re"
#define DEEPSEEK_WORDS \
    R"re([!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+)re"

const Patterns gpt2{gpt2Pattern};
const Patterns digitsThenGpt2{R"(\p{N})", gpt2Pattern};
const Patterns fallback{R"([\p{P}\$\+<=>\^~\|]+)", gpt2Pattern, R"(\p{N}+)", "[0-9][0-9][0-9]"};
const Patterns falcon{R"([\p{P}\$\+<=>\^~\|`]+)", gpt2Pattern, "[0-9][0-9][0-9]"};
const Patterns llama3{CONTRACTION "|" LETTERS R"(|\p{N}{1,3}|)" MARKS_AND_SPACE};
const Patterns jais2{
    CONTRACTION "|" LETTERS R"(|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s{512}(?!\S))"
                R"(|\s{256}(?!\S)|\s{128}(?!\S)|\s{64}(?!\S)|\s{32}(?!\S)|\s{16}(?!\S))"
                R"(|\s{8}(?!\S)|\s{4}(?!\S)|\s{1,2}(?!\S)|\s{1})"};
const Patterns qwen2{CONTRACTION "|" LETTERS R"(|\p{N}|)" MARKS_AND_SPACE};
const Patterns qwen35{CONTRACTION R"(|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}|)"
                                  R"( ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)"};
const Patterns ufakzeka{LETTERS R"(|\p{N}|)" MARKS_AND_SPACE};
const Patterns minicpm5{R"(\p{N}{1,3})", CONTRACTION "|" LETTERS R"(|\p{N}+|)" MARKS_AND_SPACE};
const Patterns laguna{R"([^\n]+|[\n]+)", CONTRACTION "|" LETTERS R"(|\p{N}|)" MARKS_AND_SPACE};
const Patterns bailingMoe{R"('(?:[sSdDmMtT]|[lL][lL]|[vV][eE]|[rR][eE])|)" LETTERS
                          R"(|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+)"};
const Patterns seedCoder{
    CONTRACTION "|" LETTERS R"(|\p{N}| ?[^\s\p{L}\p{N}\r\n]+|\s*[\r\n]+|\s+(?!\S)|\s+)"};
const Patterns exaoneMoe{
    CONTRACTION R"(|[^\r\n\p{L}\p{N}]?\p{L}[\p{L}\p{M}]*+(?: \p{L}[\p{L}\p{M}]*+)*+)"
                R"(|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]?|\s*[\r\n]|\s+(?!\S)|\s+)"};
const Patterns tekken{LEAD NOT_LOWER "*" NOT_UPPER "+|" LEAD NOT_LOWER "+" NOT_UPPER
                                     R"(*|\p{N}|)" MARKS_SLASHES_AND_SPACE};
const Patterns gpt4o{
    LEAD NOT_LOWER "*" NOT_UPPER "+(?:" CONTRACTION ")?|" LEAD NOT_LOWER "+" NOT_UPPER
                   "*(?:" CONTRACTION R"()?|\p{N}{1,3}|)" MARKS_SLASHES_AND_SPACE};
const Patterns graniteMulti{LEAD MARKED_NOT_LOWER
    "*" MARKED_NOT_UPPER "+(?:" CONTRACTION ")?|" LEAD MARKED_NOT_LOWER "+" MARKED_NOT_UPPER
    "*(?:" CONTRACTION R"()?|\p{N}{1,3}|)" MARKS_SLASHES_AND_SPACE};
const Patterns tinyAya{afterTriples,
    LEAD ANY_UPPER "*" ANY_LOWER "+(?:" CONTRACTION ")?|" LEAD ANY_UPPER "+" ANY_LOWER
                   "*(?:" CONTRACTION R"()?|\p{N}{1,3}|)" MARKS_SLASHES_AND_SPACE};
const Patterns youtu{
    "[가-힣ㄱ-ㆎ]+|[！…“”‘’—：；，、-〿︰-﹏]+|[ㄅ-ㄯ]+|[一-龥぀-"
    "ゟ゠-"
    "ヿ]"
    "+",
    LEAD ANY_UPPER "*" ANY_LOWER "+(?:" CONTRACTION ")?|" LEAD ANY_UPPER "+" ANY_LOWER
                   "*(?:" CONTRACTION R"()?|\p{N}|)" MARKS_SLASHES_AND_SPACE};
const Patterns kimiK2{
    "[" HAN "]+|" LEAD R"([^\P{L})" HAN "]+(?:" CONTRACTION R"()?|\p{N}{1,3}|)" MARKS_AND_SPACE};
const Patterns deepSeekLlm{"[\r\n]",
    R"(\s?[A-Za-z\x{B5}\x{C0}-\x{D6}\x{D8}-\x{F6}\x{F8}-\x{1BA}\x{1BC}-\x{1BF}\x{1C4}-)"
    R"(\x{293}\x{295}-\x{2AF}\x{370}-\x{373}\x{376}\x{377}\x{37B}-\x{37D}\x{37F}\x{386})"
    R"(\x{388}-\x{38A}\x{38C}\x{38E}-\x{3A1}\x{3A3}-\x{3F5}\x{3F7}-\x{481}\x{48A}-)"
    R"(\x{52F}\x{531}-\x{556}\x{10A0}-\x{10C5}\x{13A0}-\x{13F5}\x{13F8}-\x{13FD})"
    R"(\x{1C90}-\x{1CBA}\x{1CBD}-\x{1CBF}\x{1D00}-\x{1D2B}\x{1D6B}-\x{1D77}\x{1D79}-)"
    R"(\x{1D9A}\x{1E00}-\x{1F15}\x{1F18}-\x{1F1D}\x{1F20}-\x{1F45}\x{1F48}-\x{1F4D})"
    R"(\x{1F50}-\x{1F57}\x{1F59}\x{1F5B}\x{1F5D}\x{1F5F}-\x{1F7D}\x{1F80}-\x{1FB4})"
    R"(\x{1FB6}-\x{1FBC}\x{1FBE}\x{1FC2}-\x{1FC4}\x{1FC6}-\x{1FCC}\x{1FD0}-\x{1FD3})"
    R"(\x{1FD6}-\x{1FDB}\x{1FE0}-\x{1FEC}\x{1FF2}-\x{1FF4}\x{1FF6}-\x{1FFC}\x{2102})"
    R"(\x{2107}\x{210A}-\x{2113}\x{2115}\x{2119}-\x{211D}\x{2124}\x{2126}\x{2128})"
    R"(\x{212A}-\x{212D}\x{212F}-\x{2134}\x{2139}\x{213C}-\x{213F}\x{2145}-\x{2149})"
    R"(\x{214E}\x{2183}\x{2184}\x{2C00}-\x{2C7B}\x{2C7E}-\x{2CE4}\x{2CEB}-\x{2CEE})"
    R"(\x{2CF2}\x{2CF3}\x{A640}-\x{A66D}\x{A680}-\x{A69B}\x{A722}-\x{A76F}\x{A771}-)"
    R"(\x{A787}\x{A78B}-\x{A78E}\x{AB70}-\x{ABBF}\x{FB00}-\x{FB06}\x{FB13}-\x{FB17})"
    R"(\x{FF21}-\x{FF3A}\x{FF41}-\x{FF5A}\x{10400}-\x{1044F}\x{104B0}-\x{104D3})"
    R"(\x{104D8}-\x{104FB}\x{10C80}-\x{10CB2}\x{10CC0}-\x{10CF2}\x{118A0}-\x{118DF})"
    R"(\x{1E900}-\x{1E943}]+)",
    R"(\s?[!-/:-~\x{FF01}-\x{FF0F}\x{FF1A}-\x{FF5E}\x{2018}-\x{201F}\x{3000}-\x{3002}]+)",
    R"(\s+$)", R"([\x{4E00}-\x{9FA5}\x{800}-\x{4E00}\x{AC00}-\x{D7FF}]+)", R"(\p{N}+)"};
const Patterns deepSeekCoder{
    "[\r\n]", R"(\s?\p{L}+)", R"(\s?\p{P}+)", "[一-龥ࠀ-一가-퟿]+", R"(\p{N})"};
const Patterns deepSeek3{R"(\p{N}{1,3})", "[一-龥぀-ゟ゠-ヿ]+",
    DEEPSEEK_WORDS R"([\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)"};
const Patterns spark{R"(\p{N}{1,3})", "[一-龥぀-ゟ゠-ヿ]+",
    DEEPSEEK_WORDS R"(|[\r\n]|\s+(?!\S)|\s+)", R"(\p{N})"};
const Patterns afmoe{afterTriples,
    "[一-鿿㐀-䶿豈-﫿぀-ゟ゠-ヿ･-ﾟ⼀-⿟เ-๿຀-໿ក-៿က-႟ꩠ-ꩿꧠ-"
    "꧿가-"
    "힯ᄀ-"
    "ᇿ]"
    "+",
    DEEPSEEK_WORDS R"([\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)"};
const Patterns bloom{R"( ?[^(\s|.,!?…。，、।۔،)]+)"};
const Patterns viking{R"( ?[^(\s|.,!?…。，、।۔،)]+)", R"(\p{N})"};
const Patterns chameleon{"<sentinel:[0-9]+>", "IMGIMG[A-I]{1,4}Z", R"([\t\n]|    |  )", R"(\p{N})",
    R"([\p{P}!-/:-@\[-`{-~])", gpt2Pattern};
const Patterns superBpe{R"(\p{N}+)", beforeTriples};
const Patterns lines{R"([^\n]+|[\n]+)"};
const Patterns words{R"(\S+)"};

const std::vector<NamedPreTokenizer> table{
    {.name = "default", .patterns = &fallback},
    {.name = "llama3", .patterns = &llama3, .ignoreMerges = true, .addBos = true},
    {.name = "llama-v3", .patterns = &llama3, .ignoreMerges = true, .addBos = true},
    {.name = "llama-bpe", .patterns = &llama3, .ignoreMerges = true, .addBos = true},
    {.name = "falcon3", .patterns = &llama3, .ignoreMerges = true, .addBos = true},
    {.name = "falcon-h1", .patterns = &llama3, .ignoreMerges = true, .addBos = true},
    {.name = "pixtral", .patterns = &llama3, .ignoreMerges = true, .addBos = true},
    {.name = "midm-2.0", .patterns = &llama3, .ignoreMerges = true, .addBos = true},
    {.name = "lfm2", .patterns = &llama3, .ignoreMerges = true, .addBos = true},
    {.name = "jina-v5-nano", .patterns = &llama3, .ignoreMerges = true, .addBos = true},
    {.name = "minicpm5", .patterns = &minicpm5, .ignoreMerges = true},
    {.name = "deepseek-llm", .patterns = &deepSeekLlm},
    {.name = "deepseek-coder", .patterns = &deepSeekCoder},
    {.name = "deepseek-v3", .patterns = &deepSeek3},
    {.name = "hunyuan-dense", .patterns = &deepSeek3},
    {.name = "hy_v4", .patterns = &deepSeek3},
    {.name = "joyai-llm", .patterns = &deepSeek3},
    {.name = "spark2_5", .patterns = &spark},
    {.name = "youtu", .patterns = &youtu, .ignoreMerges = true},
    {.name = "falcon", .patterns = &falcon},
    {.name = "starcoder", .patterns = &digitsThenGpt2},
    {.name = "refact", .patterns = &digitsThenGpt2},
    {.name = "command-r", .patterns = &digitsThenGpt2},
    {.name = "smollm", .patterns = &digitsThenGpt2},
    {.name = "codeshell", .patterns = &digitsThenGpt2},
    {.name = "exaone", .patterns = &digitsThenGpt2},
    {.name = "minerva-7b", .patterns = &digitsThenGpt2},
    {.name = "mellum2", .patterns = &digitsThenGpt2},
    {.name = "gpt-2", .patterns = &gpt2},
    {.name = "phi-2", .patterns = &gpt2},
    {.name = "mpt", .patterns = &gpt2},
    {.name = "olmo", .patterns = &gpt2},
    {.name = "jais", .patterns = &gpt2},
    {.name = "trillion", .patterns = &gpt2},
    {.name = "granite-docling", .patterns = &gpt2},
    {.name = "exaone4", .patterns = &gpt2},
    {.name = "jina-es", .patterns = &gpt2},
    {.name = "jina-de", .patterns = &gpt2},
    {.name = "jina-v2-es", .patterns = &gpt2},
    {.name = "jina-v2-de", .patterns = &gpt2},
    {.name = "gigachat", .patterns = &gpt2},
    {.name = "a.x-4.0", .patterns = &gpt2},
    {.name = "mellum", .patterns = &gpt2},
    {.name = "modern-bert", .patterns = &gpt2},
    {.name = "jina-v1-en", .patterns = &gpt2, .addSeparator = true},
    {.name = "jina-v2-code", .patterns = &gpt2, .addSeparator = true},
    {.name = "roberta-bpe", .patterns = &gpt2, .addSeparator = true},
    {.name = "jais-2", .patterns = &jais2},
    {.name = "gemma4",
        .patterns = &lines,
        .addBos = true,
        .spellsBytes = false,
        .blockSpaces = true},
    {.name = "granite-embed-multi-311m",
        .patterns = &lines,
        .addBos = true,
        .spellsBytes = false,
        .blockSpaces = true},
    {.name = "sarvam-moe", .patterns = &lines, .spellsBytes = false, .blockSpaces = true},
    {.name = "whitespace", .patterns = &words, .spellsBytes = false},
    {.name = "qwen2", .patterns = &qwen2},
    {.name = "deepseek-r1-qwen", .patterns = &qwen2},
    {.name = "kormo", .patterns = &qwen2},
    {.name = "f2llmv2", .patterns = &qwen2},
    {.name = "megrez", .patterns = &qwen2},
    {.name = "stablelm2", .patterns = &qwen2},
    {.name = "hunyuan", .patterns = &qwen2},
    {.name = "solar-open", .patterns = &qwen2},
    {.name = "grok-2", .patterns = &qwen2},
    {.name = "qwen35", .patterns = &qwen35},
    {.name = "dbrx", .patterns = &llama3},
    {.name = "smaug-bpe", .patterns = &llama3},
    {.name = "chatglm-bpe", .patterns = &llama3, .hasBos = false},
    {.name = "glm4", .patterns = &llama3, .ignoreMerges = true, .hasBos = false},
    {.name = "glm5", .patterns = &llama3, .ignoreMerges = true, .hasBos = false},
    {.name = "poro-chat", .patterns = &bloom},
    {.name = "bloom", .patterns = &bloom},
    {.name = "gpt3-finnish", .patterns = &bloom},
    {.name = "viking", .patterns = &viking},
    {.name = "tekken", .patterns = &tekken, .ignoreMerges = true, .addBos = true},
    {.name = "exaone-moe", .patterns = &exaoneMoe},
    {.name = "chameleon", .patterns = &chameleon, .addBos = true},
    {.name = "gpt-4o", .patterns = &gpt4o},
    {.name = "llama4", .patterns = &gpt4o},
    {.name = "kanana2", .patterns = &gpt4o},
    {.name = "talkie", .patterns = &gpt4o},
    {.name = "minimax-m2", .patterns = &gpt4o},
    {.name = "granite-embed-multi-97m", .patterns = &graniteMulti, .ignoreMerges = true},
    {.name = "tiny_aya", .patterns = &tinyAya},
    {.name = "cohere2moe", .patterns = &tinyAya},
    {.name = "superbpe", .patterns = &superBpe},
    {.name = "bailingmoe", .patterns = &bailingMoe},
    {.name = "bailingmoe2", .patterns = &bailingMoe},
    {.name = "llada-moe", .patterns = &bailingMoe},
    {.name = "seed-coder", .patterns = &seedCoder},
    {.name = "kimi-k2", .patterns = &kimiK2},
    {.name = "ufakzeka", .patterns = &ufakzeka},
    {.name = "afmoe", .patterns = &afmoe},
    {.name = "laguna", .patterns = &laguna},
};

PreTokenizer stepFor(std::string_view pattern)
{
    if (pattern == afterTriples)
        return splitAfterDigitTriples();
    if (pattern == beforeTriples)
        return splitBeforeDigitTriples();
    return splitAt(std::make_shared<const Regex>(pattern), SplitBehavior::Isolated);
}

} // namespace

const NamedPreTokenizer* findPreTokenizer(std::string_view name)
{
    for (const NamedPreTokenizer& entry : table)
        if (entry.name == name)
            return &entry;
    return nullptr;
}

PreTokenizer makePreTokenizer(const NamedPreTokenizer& named)
{
    std::vector<PreTokenizer> steps;
    for (const std::string_view pattern : *named.patterns)
        steps.push_back(stepFor(pattern));
    if (named.spellsBytes)
        steps.push_back(spellBytes());
    return inSequence(std::move(steps));
}

} // namespace engine
