#include "engine/tokenizers/byte_letters.h"
#include "engine/tokenizers/regex.h"
#include "engine/tokenizers/tokenizer_json.h"
#include "engine/tokenizers/vocabulary.h"
#include "kernels/error.h"

#include <nlohmann/json.hpp>

namespace engine {
namespace {

using nlohmann::json;

SplitBehaviour behaviourNamed(const std::string& name)
{
    if (name == "Removed")
        return SplitBehaviour::Removed;
    if (name == "Isolated")
        return SplitBehaviour::Isolated;
    if (name == "MergedWithPrevious")
        return SplitBehaviour::MergedWithPrevious;
    if (name == "MergedWithNext")
        return SplitBehaviour::MergedWithNext;
    if (name == "Contiguous")
        return SplitBehaviour::Contiguous;
    refuseType(name, "split behaviour");
}

PreTokenizer readSplit(const json& section)
{
    const TextPattern pattern = readPattern(section.at("pattern"));
    const SplitBehaviour behaviour = behaviourNamed(section.at("behavior"));
    const bool inverted = section.value("invert", false);
    return pattern.regex ? splitAt(pattern.regex, behaviour, inverted)
                         : splitAtText(pattern.text, behaviour, inverted);
}

PreTokenizer readByteLevel(const json& section)
{
    std::vector<PreTokenizer> steps;
    if (section.value("add_prefix_space", true))
        steps.push_back(prefixSpace());
    if (section.value("use_regex", true))
        steps.push_back(
            splitAt(std::make_shared<const Regex>(gpt2Pattern), SplitBehaviour::Isolated));
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

std::string replacementOf(const json& section)
{
    return section.value("replacement", std::string(blockSpace));
}

bool isBertPunctuation(char32_t c)
{
    return isPunctuation(c) || (c < 128 && isSymbol(c));
}

PreTokenizer readSequence(const json& sections)
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
        return readSequence(section.at("pretokenizers"));
    if (type == "Split")
        return readSplit(section);
    if (type == "ByteLevel")
        return readByteLevel(section);
    if (type == "Metaspace")
        return metaspace(
            replacementOf(section), readPrependScheme(section), section.value("split", true));
    if (type == "WhitespaceSplit")
        return splitAtCharacters(isWhitespace, SplitBehaviour::Removed);
    if (type == "Whitespace")
        return splitAt(
            std::make_shared<const Regex>(R"(\w+|[^\w\s]+)"), SplitBehaviour::Removed, true);
    if (type == "Digits")
        return splitAtCharacters(isNumber,
            section.value("individual_digits", false) ? SplitBehaviour::Isolated
                                                      : SplitBehaviour::Contiguous);
    if (type == "Punctuation")
        return splitAtCharacters(
            isBertPunctuation, behaviourNamed(section.value("behavior", "Isolated")));
    if (type == "BertPreTokenizer")
        return inSequence(
            std::vector<PreTokenizer>{splitAtCharacters(isWhitespace, SplitBehaviour::Removed),
                splitAtCharacters(isBertPunctuation, SplitBehaviour::Isolated)});
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
        return {replaceText(replacementOf(section), " "),
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
