#include "base/ascii.h"
#include "base/error.h"
#include "base/utf8.h"
#include "engine/config/json_fields.h"
#include "engine/convert/tokenizer_settings.h"
#include "engine/files/json_text.h"
#include "engine/tokenizers/tokenizer_json.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

namespace engine {

using base::Error;
using base::ErrorKind;
using nlohmann::json;

namespace {

constexpr uintmax_t maxTokenizerBytes = uintmax_t(64) << 20;

constexpr int32_t normalToken = 1, unknownToken = 2, controlToken = 3, userDefinedToken = 4,
                  unusedToken = 5, byteToken = 6;

// Scores that llama.cpp's files give to tokens that are never made by merging.
constexpr float addedScore = -1000, unusedScore = -10000;

// An object: an absent file is an empty one.
json readIfThere(const std::filesystem::path& path)
{
    std::error_code ignored;
    json values = std::filesystem::exists(path, ignored) ? readJsonFile(path, maxTokenizerBytes)
                                                         : json::object();
    const JsonFields isObject(values, path.filename().string());
    return values;
}

// Every id is an unused token until it gets another.
ConvertedVocabulary emptyVocabulary(const std::string& model, const std::string& pre, int64_t size)
{
    ConvertedVocabulary vocabulary;
    vocabulary.model = model;
    vocabulary.pre = pre;
    for (int64_t token = 0; token < size; ++token)
        vocabulary.tokens.push_back("[PAD" + std::to_string(token) + "]");
    vocabulary.types.assign(size_t(size), unusedToken);
    return vocabulary;
}

size_t checkedIndex(const ConvertedVocabulary& vocabulary, int64_t id, const std::string& source)
{
    if (id < 0 || id >= int64_t(vocabulary.tokens.size()))
        throw Error(ErrorKind::BadFile,
            source + " has a token " + std::to_string(id) + ", but the model has "
                + std::to_string(vocabulary.tokens.size()) + " tokens");
    return size_t(id);
}

// What users may define is compared with texts before their spaces become SentencePiece's sign.
std::string withSpaces(std::string text)
{
    constexpr std::string_view sign = "\u2581";
    for (size_t at = 0; (at = text.find(sign, at)) != std::string::npos; ++at)
        text.replace(at, sign.size(), " ");
    return text;
}

// Tokenizers may add more than the model has embeddings for; it cannot know those.
void addToken(ConvertedVocabulary& vocabulary, const JsonFields& token, int64_t id)
{
    if (id >= int64_t(vocabulary.tokens.size()))
        return;
    const size_t position = checkedIndex(vocabulary, id, token.source());
    const auto content = token.text("content");
    if (!content)
        token.refuse("content", "a text for every added token");
    const bool isControl = token.boolean("special").value_or(false);
    const bool isPiece = !vocabulary.scores.empty(); // of SentencePiece
    vocabulary.tokens[position] = isPiece && !isControl ? withSpaces(*content) : *content;
    vocabulary.types[position] = isControl ? controlToken : userDefinedToken;
    if (isPiece)
        vocabulary.scores[position] = addedScore;
}

// tokenizer_config.json: {"added_tokens_decoder": {"32000": {"content": …, "special": …}}}
void addDecoderTokens(ConvertedVocabulary& vocabulary, const json& config)
{
    if (!config.contains("added_tokens_decoder"))
        return;
    for (const auto& [key, value] : config["added_tokens_decoder"].items()) {
        const bool isNumber
            = !key.empty() && key.size() < 10 && std::ranges::all_of(key, base::isDigit);
        addToken(vocabulary, JsonFields(value, "tokenizer_config.json"),
            isNumber ? std::stoll(key) : -1);
    }
}

// tokenizer.json: {"added_tokens": [{"id": …, "content": …, "special": …}]}
void addListedTokens(ConvertedVocabulary& vocabulary, const json& tokenizer)
{
    if (!tokenizer.contains("added_tokens"))
        return;
    for (const json& value : tokenizer["added_tokens"]) {
        const JsonFields token(value, "tokenizer.json");
        addToken(vocabulary, token, token.integer("id").value_or(-1));
    }
}

ConvertedVocabulary fromSentencePiece(const std::filesystem::path& folder, int64_t size)
{
    const SentencePieceModel model = readSentencePieceModel(folder / "tokenizer.model");
    if (model.isUnigram)
        throw Error(ErrorKind::Unsupported,
            "tokenizer.model is a unigram model; only byte-pair models can be converted");
    ConvertedVocabulary vocabulary = emptyVocabulary("llama", "default", size);
    vocabulary.scores.assign(size_t(size), unusedScore);
    for (size_t piece = 0; piece < model.pieces.size(); ++piece) {
        const size_t position = checkedIndex(vocabulary, int64_t(piece), "tokenizer.model");
        vocabulary.tokens[position] = model.pieces[piece].text;
        vocabulary.types[position] = model.pieces[piece].type;
        vocabulary.scores[position] = model.pieces[piece].score;
    }
    vocabulary.addsSpacePrefix = model.addsDummyPrefix;
    addListedTokens(vocabulary, readIfThere(folder / "tokenizer.json"));
    addDecoderTokens(vocabulary, readIfThere(folder / "tokenizer_config.json"));
    return vocabulary;
}

// The regular expressions of the Splits among the pre-tokenizers, and whether digits are alone:
// enough to tell apart the ones that are known here.
struct PreTokenizer {
    std::vector<std::string> regexes;
    bool splitsDigits = false;
    bool isByteLevel = false;
};

void addStep(PreTokenizer& pre, const JsonFields& step)
{
    const std::string type = step.text("type").value_or("");
    if (type == "Split")
        pre.regexes.push_back(step.object("pattern").text("Regex").value_or(""));
    pre.splitsDigits |= type == "Digits" && step.boolean("individual_digits").value_or(false);
    pre.isByteLevel |= type == "ByteLevel";
}

PreTokenizer readPreTokenizer(const json& tokenizer)
{
    PreTokenizer pre;
    const json step = tokenizer.value("pre_tokenizer", json());
    if (!step.is_object())
        return pre;
    if (!step.contains("pretokenizers")) {
        addStep(pre, JsonFields(step, "tokenizer.json"));
        return pre;
    }
    for (const json& each : step["pretokenizers"])
        addStep(pre, JsonFields(each, "tokenizer.json"));
    return pre;
}

// Escapes line breaks and quotation marks, which only some files do.
std::string withEscapes(const std::string& regex)
{
    std::string escaped;
    for (const char c : regex) {
        if (c == '"' && !escaped.ends_with('\\'))
            escaped += '\\';
        escaped += c == '\r' ? "\\r" : c == '\n' ? "\\n" : std::string(1, c);
    }
    return escaped;
}

// What files call it if their tokenizers have one of these first regular expressions, or several as
// DeepSeek's and Falcon's.
std::string nameOfRegexes(const std::vector<std::string>& regexes)
{
    static const std::vector<std::string> deepSeek3{"\\p{N}{1,3}",
        "[\u4e00-\u9fa5\u3040-\u309f\u30a0-\u30ff]+",
        "[!\\\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\\r\\n\\p{L}\\p{P}\\p{S}]?"
        "[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"};
    std::vector<std::string> escaped;
    std::ranges::transform(regexes, std::back_inserter(escaped), withEscapes);
    if (escaped == deepSeek3)
        return "deepseek-v3";
    static const std::vector<std::string> falcon{"[\\p{P}\\$\\+<=>\\^~\\|`]+",
        "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)",
        "[0-9][0-9][0-9]"};
    if (regexes == falcon)
        return "falcon";
    if (escaped.size() > 1 && escaped.front() == "[\\r\\n]") {
        if (escaped[1] == "\\s?\\p{L}+")
            return "deepseek-coder";
        return escaped[1].starts_with("\\s?[A-Za-z") ? "deepseek-llm" : "";
    }

    const std::string suffixes = "(?i:'s|'t|'re|'ve|'m|'ll|'d)", lead = "[^\\r\\n\\p{L}\\p{N}]?";
    const std::string upper = "[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]";
    const std::string lower = "[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]", few = "{1,3}";
    const std::string spaces = "|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
    const std::string signs = "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n";
    const auto words = [&](const std::string& ending) {
        return lead + upper + "*" + lower + "+" + ending + "|" + lead + upper + "+" + lower + "*"
            + ending + "|\\p{N}";
    };
    const std::string numbersAfterWords = suffixes + "|" + lead + "\\p{L}+|\\p{N}";
    const std::pair<std::string, const char*> known[] = {
        {numbersAfterWords + few + signs + "]*" + spaces, "llama-bpe"},
        {numbersAfterWords + signs + "]*" + spaces, "qwen2"},
        {numbersAfterWords + "{1}| ?[^\\s\\p{L}\\p{N}\\r\\n]+" + spaces, "seed-coder"},
        {suffixes + "|" + lead + "[\\p{L}\\p{M}]+|\\p{N}| ?[^\\s\\p{L}\\p{M}\\p{N}]+[\\r\\n]*"
                + spaces,
            "qwen35"},
        {words("") + signs + "/]*" + spaces, "tekken"},
        {words(suffixes + "?") + few + signs + "/]*" + spaces, "gpt-4o"},
    };
    for (const auto& [pattern, name] : known)
        if (regexes.front() == pattern)
            return name;
    return "";
}

std::string preTokenizerName(const PreTokenizer& pre)
{
    std::string name = pre.splitsDigits ? "smollm" : "gpt-2";
    if (!pre.regexes.empty())
        name = nameOfRegexes(pre.regexes);
    if (!pre.isByteLevel || name.empty())
        throw Error(ErrorKind::Unsupported,
            "tokenizer.json uses a pre-tokenizer that GGUF doesn't support");
    return name;
}

// The name that the family's files use, if it means the same.
std::string preTokenizerName(const PreTokenizer& pre, std::string_view ofFamily)
{
    struct Synonym {
        std::string_view name, other;
    };
    static constexpr Synonym synonyms[] = {{"deepseek-v3", "hunyuan-dense"}, {"llama-bpe", "dbrx"},
        {"llama-bpe", "glm4"}, {"llama-bpe", "lfm2"}, {"llama-bpe", "smaug-bpe"},
        {"smollm", "command-r"}, {"smollm", "refact"}, {"smollm", "starcoder"}};
    const std::string name = preTokenizerName(pre);
    for (const Synonym& synonym : synonyms)
        if (synonym.name == name && synonym.other == ofFamily)
            return std::string(ofFamily);
    return name;
}

std::string readMerge(const json& merge)
{
    if (merge.is_string())
        return merge.get<std::string>();
    if (merge.is_array() && merge.size() == 2 && merge[0].is_string() && merge[1].is_string())
        return merge[0].get<std::string>() + " " + merge[1].get<std::string>();
    throw Error(ErrorKind::BadFile, "tokenizer.json must have pairs of texts as merges");
}

// <0x0A>
bool isByte(std::string_view token)
{
    const auto isDigit = [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; };
    return token.size() == 6 && token.starts_with("<0x") && token.ends_with('>')
        && isDigit(token[3]) && isDigit(token[4]);
}

// llama.cpp shows some of the control tokens. What users may define is found in texts before their
// spaces become SentencePiece's sign, so that merges alone make tokens of several spaces.
void finishGemma4(ConvertedVocabulary& vocabulary)
{
    constexpr std::string_view shown[] = {"<|channel>", "<channel|>", "<|tool_call>",
        "<tool_call|>", "<|tool_response>", "<tool_response|>", "<|\"|>"};
    for (size_t token = 0; token < vocabulary.tokens.size(); ++token) {
        const std::string& text = vocabulary.tokens[token];
        int32_t& type = vocabulary.types[token];
        if (std::ranges::find(shown, text) != std::end(shown))
            type = userDefinedToken;
        else if (type == userDefinedToken && text.find("\u2581") != std::string::npos)
            type = normalToken;
        else if (isByte(text))
            type = byteToken;
    }
    vocabulary.scores.assign(vocabulary.tokens.size(), addedScore);
    vocabulary.addsSpacePrefix = false;
}

// WordPiece marks pieces that continue a word; files mark those that begin one.
ConvertedVocabulary fromWordPiece(const json& tokenizer, int64_t size)
{
    ConvertedVocabulary vocabulary = emptyVocabulary("bert", "default", size);
    for (const auto& [token, id] : tokenizer.at("model").at("vocab").items()) {
        const size_t position = checkedIndex(
            vocabulary, id.is_number_integer() ? id.get<int64_t>() : -1, "tokenizer.json");
        vocabulary.tokens[position] = token.starts_with("##") ? token.substr(2) : "\u2581" + token;
        vocabulary.types[position] = normalToken;
    }
    addListedTokens(vocabulary, tokenizer);
    const json normalizer = tokenizer.value("normalizer", json::object());
    vocabulary.lowercases = normalizer.is_object() && normalizer.value("lowercase", true);
    return vocabulary;
}

// The table of a Precompiled normalizer, alone or among others; empty if there is none.
std::string findCharsmap(const json& normalizer)
{
    if (!normalizer.is_object())
        return "";
    if (normalizer.value("type", "") == "Precompiled")
        return decodeCharsmap(normalizer);
    for (const json& each : normalizer.value("normalizers", json::array()))
        if (const std::string found = findCharsmap(each); !found.empty())
            return found;
    return "";
}

ConvertedVocabulary fromUnigram(const json& tokenizer, int64_t size)
{
    const json& model = tokenizer.at("model");
    ConvertedVocabulary vocabulary = emptyVocabulary("t5", "default", size);
    vocabulary.scores.assign(size_t(size), unusedScore);
    int64_t id = 0;
    for (const json& piece : model.at("vocab")) {
        const size_t position = checkedIndex(vocabulary, id++, "tokenizer.json");
        vocabulary.tokens[position] = piece.at(0).get<std::string>();
        vocabulary.scores[position] = piece.at(1).get<float>();
        vocabulary.types[position] = normalToken;
    }
    addListedTokens(vocabulary, tokenizer);
    const int64_t unknown = JsonFields(model, "tokenizer.json").integer("unk_id").value_or(-1);
    if (unknown >= 0)
        vocabulary.types[checkedIndex(vocabulary, unknown, "tokenizer.json")] = unknownToken;
    vocabulary.charsmap = findCharsmap(tokenizer.value("normalizer", json()));
    return vocabulary;
}

ConvertedVocabulary fromTokenizerJson(
    const std::filesystem::path& folder, int64_t size, const ConvertPlan& plan)
{
    const json tokenizer = readJsonFile(folder / "tokenizer.json", maxTokenizerBytes);
    if (plan.vocabulary == "bert" || plan.vocabulary == "t5") {
        try {
            return plan.vocabulary == "bert" ? fromWordPiece(tokenizer, size)
                                             : fromUnigram(tokenizer, size);
        } catch (const json::exception&) {
            throw Error(ErrorKind::BadFile,
                "tokenizer.json isn't valid: a value is missing or has the wrong type");
        }
    }
    const json model = JsonFields(tokenizer, "tokenizer.json").has("model") ? tokenizer["model"]
                                                                            : json::object();
    const JsonFields fields(model, "tokenizer.json");
    if (fields.text("type").value_or("BPE") != "BPE" || !model.contains("vocab")
        || !model["vocab"].is_object() || !model.contains("merges"))
        throw Error(ErrorKind::Unsupported,
            "tokenizer.json contains no byte-pair vocabulary; only those can be converted");

    const bool isGemma4 = plan.vocabulary == "gemma4";
    ConvertedVocabulary vocabulary = isGemma4
        ? emptyVocabulary("gemma4", "", size)
        : emptyVocabulary(
            "gpt2", preTokenizerName(readPreTokenizer(tokenizer), plan.splitter), size);
    for (const auto& [token, id] : model["vocab"].items()) {
        const size_t position = checkedIndex(
            vocabulary, id.is_number_integer() ? id.get<int64_t>() : -1, "tokenizer.json");
        vocabulary.tokens[position] = token;
        vocabulary.types[position] = normalToken;
    }
    for (const json& merge : model["merges"])
        vocabulary.merges.push_back(readMerge(merge));
    addListedTokens(vocabulary, tokenizer);
    if (isGemma4)
        finishGemma4(vocabulary);
    return vocabulary;
}

} // namespace

ConvertedVocabulary readVocabulary(
    const std::filesystem::path& folder, int64_t size, const ConvertPlan& plan)
{
    std::error_code ignored;
    const bool isOfEncoder = plan.vocabulary == "bert" || plan.vocabulary == "t5";
    return !isOfEncoder && std::filesystem::exists(folder / "tokenizer.model", ignored)
        ? fromSentencePiece(folder, size)
        : fromTokenizerJson(folder, size, plan);
}

} // namespace engine
