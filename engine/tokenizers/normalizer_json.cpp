#include "engine/files/printable.h"
#include "engine/tokenizers/charsmap.h"
#include "engine/tokenizers/regex.h"
#include "engine/tokenizers/tokenizer_json.h"
#include "kernels/error.h"

#include <nlohmann/json.hpp>
#include <optional>

namespace engine {
namespace {

using kernels::Error;
using kernels::ErrorKind;
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

Normalizer readSequence(const json& sections)
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
        "the tokenizer's " + std::string(what) + " \"" + printable(type, 60)
            + "\" is not supported");
}

TextPattern readPattern(const json& object)
{
    if (const auto text = object.find("String"); text != object.end())
        return {text->get<std::string>(), nullptr};
    return {"", std::make_shared<const Regex>(object.at("Regex").get<std::string>())};
}

Normalizer readNormalizer(const json& section)
{
    if (section.is_null())
        return {};
    const std::string type = readType(section, "normalizer");
    if (const std::optional<NormalForm> form = normalFormNamed(type))
        return toNormalForm(*form);
    if (type == "Sequence")
        return readSequence(section.at("normalizers"));
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
        const std::string table = fromBase64(section.at("precompiled_charsmap").get<std::string>());
        return table.empty() ? Normalizer()
                             : replaceByCharsmap(std::make_shared<const Charsmap>(table));
    }
    refuseType(type, "normalizer");
}

} // namespace engine
