#include "engine/tokenizers/tokenizer_json.h"

#include "base/error.h"
#include "base/utf8.h"
#include "engine/tokenizers/normalizer.h"
#include "engine/tokenizers/regex.h"
#include "engine/tokenizers/unicode.h"
#include "engine/tokenizers/vocabulary.h"

#include <nlohmann/json.hpp>
#include <optional>

namespace engine {

namespace {

using base::Error;
using base::ErrorKind;
using nlohmann::json;

int base64Value(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    if (c == '+')
        return 62;
    return c == '/' ? 63 : -1;
}

std::string fromBase64(std::string_view text)
{
    std::string bytes;
    uint32_t buffer = 0;
    int bits = 0;
    for (const char c : text) {
        const int value = base64Value(c);
        if (value < 0 && c != '=')
            throw Error(ErrorKind::BadFile, "the charsmap in the tokenizer is not base64");
        if (value < 0)
            break;
        buffer = buffer << 6 | static_cast<uint32_t>(value);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes += static_cast<char>(buffer >> bits);
        }
    }
    return bytes;
}

Normalizer readReplace(const json& section)
{
    const TextPattern pattern = readPattern(section.at("pattern"));
    const std::string content = section.at("content");
    return pattern.regex ? replaceMatches(pattern.regex, content)
                         : replaceText(pattern.text, content);
}

Normalizer readBert(const json& section)
{
    BertRules rules;
    rules.cleanText = section.value("clean_text", true);
    rules.separateIdeographs = section.value("handle_chinese_chars", true);
    rules.lowercase = section.value("lowercase", true);
    const auto accents = section.find("strip_accents");
    const bool said = accents != section.end() && !accents->is_null();
    rules.stripAccents = said ? accents->get<bool>() : rules.lowercase;
    return normalizeForBert(rules);
}

Normalizer readNormalizerSequence(const json& sections)
{
    std::vector<Normalizer> steps;
    for (const json& section : sections)
        if (Normalizer step = readNormalizer(section))
            steps.push_back(std::move(step));
    return inSequence(std::move(steps));
}

std::optional<NormalForm> normalFormNamed(std::string_view name)
{
    if (name == "NFC")
        return NormalForm::Nfc;
    if (name == "NFD")
        return NormalForm::Nfd;
    if (name == "NFKC")
        return NormalForm::Nfkc;
    if (name == "NFKD")
        return NormalForm::Nfkd;
    return std::nullopt;
}

} // namespace

std::string readType(const json& section, std::string_view what)
{
    const auto type = section.is_object() ? section.find("type") : section.end();
    if (!section.is_object() || type == section.end() || !type->is_string())
        throw Error(
            ErrorKind::BadFile, "the tokenizer has a " + std::string(what) + " without a type");
    return *type;
}

void refuseType(const std::string& type, std::string_view what)
{
    throw Error(ErrorKind::Unsupported,
        "the tokenizer's " + std::string(what) + " \"" + base::printable(type, 60)
            + "\" is not supported");
}

TextPattern readPattern(const json& object)
{
    if (const auto text = object.find("String"); text != object.end())
        return {text->get<std::string>(), nullptr};
    return {"", std::make_shared<const Regex>(object.at("Regex").get<std::string>())};
}

std::string decodeCharsmap(const json& section)
{
    return fromBase64(section.at("precompiled_charsmap").get<std::string>());
}

Normalizer readNormalizer(const json& section)
{
    if (section.is_null())
        return {};
    const std::string type = readType(section, "normalizer");
    if (const std::optional<NormalForm> form = normalFormNamed(type))
        return toNormalForm(*form);
    if (type == "Sequence")
        return readNormalizerSequence(section.at("normalizers"));
    if (type == "Lowercase")
        return toLowercase();
    if (type == "Prepend")
        return prepend(section.at("prepend"));
    if (type == "Replace")
        return readReplace(section);
    if (type == "Strip")
        return stripWhitespace(
            section.value("strip_left", true), section.value("strip_right", true));
    if (type == "StripAccents")
        return stripAccents();
    if (type == "ByteLevel")
        return toLetters();
    if (type == "BertNormalizer")
        return readBert(section);
    if (type == "Precompiled") {
        const std::string table = decodeCharsmap(section);
        return table.empty() ? Normalizer()
                             : replaceByCharsmap(std::make_shared<const Charsmap>(table));
    }
    refuseType(type, "normalizer");
}

namespace {

SplitBehavior behaviorNamed(const std::string& name)
{
    if (name == "Removed")
        return SplitBehavior::Removed;
    if (name == "Isolated")
        return SplitBehavior::Isolated;
    if (name == "MergedWithPrevious")
        return SplitBehavior::MergedWithPrevious;
    if (name == "MergedWithNext")
        return SplitBehavior::MergedWithNext;
    if (name == "Contiguous")
        return SplitBehavior::Contiguous;
    refuseType(name, "split behavior");
}

PreTokenizer readSplit(const json& section)
{
    const TextPattern pattern = readPattern(section.at("pattern"));
    const SplitBehavior behavior = behaviorNamed(section.at("behavior"));
    const bool inverted = section.value("invert", false);
    return pattern.regex ? splitAt(pattern.regex, behavior, inverted)
                         : splitAtText(pattern.text, behavior, inverted);
}

PreTokenizer readByteLevel(const json& section)
{
    std::vector<PreTokenizer> steps;
    if (section.value("add_prefix_space", true))
        steps.push_back(prefixSpace());
    if (section.value("use_regex", true))
        steps.push_back(
            splitAt(std::make_shared<const Regex>(gpt2Pattern), SplitBehavior::Isolated));
    steps.push_back(spellBytes());
    return inSequence(std::move(steps));
}

// Older files say only whether a space is put before.
PrependScheme readPrependScheme(const json& section)
{
    if (!section.contains("prepend_scheme"))
        return section.value("add_prefix_space", true) ? PrependScheme::Always
                                                       : PrependScheme::Never;
    const std::string name = section.at("prepend_scheme");
    if (name == "always")
        return PrependScheme::Always;
    if (name == "first")
        return PrependScheme::First;
    if (name == "never")
        return PrependScheme::Never;
    refuseType(name, "prepend scheme");
}

std::string readReplacement(const json& section)
{
    return section.value("replacement", std::string(blockSpace));
}

bool isBertPunctuation(char32_t c)
{
    return isPunctuation(c) || (c < 128 && isSymbol(c));
}

PreTokenizer readPreTokenizerSequence(const json& sections)
{
    std::vector<PreTokenizer> steps;
    for (const json& section : sections)
        if (PreTokenizer step = readPreTokenizer(section))
            steps.push_back(std::move(step));
    return inSequence(std::move(steps));
}

using Step = std::function<std::string(std::string)>;

Step readReplaceStep(const json& section)
{
    const Normalizer replace = readNormalizer(section);
    return [replace](std::string piece) { return replace(std::move(piece)); };
}

std::string decodeByteFallback(std::string piece)
{
    const int byte = byteOfPiece(piece);
    return byte < 0 ? piece : std::string(1, static_cast<char>(byte));
}

PieceDecoder readSequenceDecoder(const json& sections)
{
    std::vector<Step> steps;
    PieceDecoder decoder;
    for (const json& section : sections) {
        PieceDecoder part = readDecoder(section);
        decoder.dropsLeadingSpace |= part.dropsLeadingSpace;
        if (part.decode)
            steps.push_back(std::move(part.decode));
    }
    decoder.decode = [steps](std::string piece) {
        for (const Step& step : steps)
            piece = step(std::move(piece));
        return piece;
    };
    return decoder;
}

PieceDecoder wordPieceDecoder(std::string prefix)
{
    return {[prefix = std::move(prefix)](std::string piece) {
                return piece.starts_with(prefix) ? piece.substr(prefix.size()) : ' ' + piece;
            },
        true};
}

} // namespace

PreTokenizer readPreTokenizer(const json& section)
{
    if (section.is_null())
        return {};
    const std::string type = readType(section, "pre-tokenizer");
    if (type == "Sequence")
        return readPreTokenizerSequence(section.at("pretokenizers"));
    if (type == "Split")
        return readSplit(section);
    if (type == "ByteLevel")
        return readByteLevel(section);
    if (type == "Metaspace")
        return metaspace(
            readReplacement(section), readPrependScheme(section), section.value("split", true));
    if (type == "WhitespaceSplit")
        return splitAtCharacters(isWhitespace, SplitBehavior::Removed);
    if (type == "Whitespace")
        return splitAt(
            std::make_shared<const Regex>(R"(\w+|[^\w\s]+)"), SplitBehavior::Removed, true);
    if (type == "Digits")
        return splitAtCharacters(isNumber,
            section.value("individual_digits", false) ? SplitBehavior::Isolated
                                                      : SplitBehavior::Contiguous);
    if (type == "Punctuation")
        return splitAtCharacters(
            isBertPunctuation, behaviorNamed(section.value("behavior", "Isolated")));
    if (type == "BertPreTokenizer")
        return inSequence(
            std::vector<PreTokenizer>{splitAtCharacters(isWhitespace, SplitBehavior::Removed),
                splitAtCharacters(isBertPunctuation, SplitBehavior::Isolated)});
    refuseType(type, "pre-tokenizer");
}

PieceDecoder readDecoder(const json& section)
{
    if (section.is_null())
        return {};
    const std::string type = readType(section, "decoder");
    if (type == "Sequence")
        return readSequenceDecoder(section.at("decoders"));
    if (type == "ByteLevel")
        return {[](std::string piece) { return fromByteLetters(piece); }, false};
    if (type == "Replace")
        return {readReplaceStep(section), false};
    if (type == "ByteFallback")
        return {decodeByteFallback, false};
    if (type == "Metaspace")
        return {replaceText(readReplacement(section), " "),
            readPrependScheme(section) != PrependScheme::Never};
    if (type == "Strip")
        return {{}, section.value("content", " ") == " " && section.value("start", 0) > 0};
    if (type == "WordPiece")
        return wordPieceDecoder(section.value("prefix", "##"));
    if (type == "BPEDecoder")
        return {replaceText(section.value("suffix", "</w>"), " "), false};
    if (type == "Fuse")
        return {};
    refuseType(type, "decoder");
}

} // namespace engine
