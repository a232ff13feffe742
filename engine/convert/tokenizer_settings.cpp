#include "engine/convert/tokenizer_settings.h"

#include "base/error.h"
#include "base/mapped_file.h"
#include "engine/config/json_fields.h"
#include "engine/files/byte_reader.h"
#include "engine/files/json_text.h"
#include "engine/models/families/families.h"
#include "engine/templates/load_chat_template.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace engine {

using nlohmann::json;

namespace {

bool isThere(const std::filesystem::path& path)
{
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
}

// An object: an absent file is an empty one.
json readIfThere(const std::filesystem::path& path)
{
    json values = isThere(path) ? readJsonFile(path, uintmax_t(64) << 20) : json::object();
    const JsonFields isObject(values, path.filename().string());
    return values;
}

// "bos_token": "<s>" or {"content": "<s>"}
std::string spelling(const json& config, const char* key)
{
    json token = config.value(key, json());
    if (token.is_object())
        token = json(token.value("content", json()));
    return token.is_string() ? token.get<std::string>() : "";
}

int64_t findId(const ConvertedVocabulary& vocabulary, std::string_view token)
{
    const auto& tokens = vocabulary.tokens;
    const auto position = std::find(tokens.begin(), tokens.end(), token);
    return token.empty() || position == tokens.end() ? -1 : position - tokens.begin();
}

// The tokenizer's own spelling of a special token decides; the model's id is second.
void setId(GgufWriter& writer, const char* key, int64_t spelled, int64_t configured)
{
    const int64_t id = spelled >= 0 ? spelled : configured;
    if (id >= 0)
        writer.set(key, uint32_t(id));
}

// The special token with which tokenizer.json's post-processor begins a prompt; an empty one if it
// begins with none, and nothing where there is no such post-processor.
std::optional<std::string> readBeginning(const json& tokenizer)
{
    const json processor = tokenizer.value("post_processor", json());
    if (!processor.is_object() || !processor.contains("single"))
        return std::nullopt;
    const json& single = processor["single"];
    const bool isToken = single.is_array() && !single.empty() && single[0].contains("SpecialToken");
    return isToken && single[0]["SpecialToken"].is_object()
        ? spelling(single[0]["SpecialToken"], "id")
        : "";
}

// The special token with which it ends one.
std::string readEnding(const json& tokenizer)
{
    const json processor = tokenizer.value("post_processor", json());
    if (!processor.is_object() || !processor.contains("single"))
        return "";
    const json& single = processor["single"];
    const bool isToken = single.is_array() && single.size() > 1
        && single.back().contains("SpecialToken") && single.back()["SpecialToken"].is_object();
    return isToken ? spelling(single.back()["SpecialToken"], "id") : "";
}

void setBoundaries(GgufWriter& writer, const JsonFields& config,
    const std::optional<std::string>& beginning, const std::string& ending)
{
    auto addsBos = config.boolean("add_bos_token");
    if (!addsBos && beginning)
        addsBos = !beginning->empty();
    if (addsBos)
        writer.set("tokenizer.ggml.add_bos_token", *addsBos);
    const auto addsEos = config.boolean("add_eos_token");
    if (addsEos || !ending.empty())
        writer.set("tokenizer.ggml.add_eos_token", addsEos.value_or(true));
}

void setChatTemplate(GgufWriter& writer, const std::filesystem::path& folder)
{
    const auto source = chatTemplateSource(folder);
    if (!source)
        return;
    if (!source->problem.empty())
        throw base::Error(base::ErrorKind::BadFile, source->problem);
    writer.set("tokenizer.chat_template", source->usual);
    if (source->withTools.empty())
        return;
    writer.set("tokenizer.chat_templates", std::vector<std::string>{"tool_use"});
    writer.set("tokenizer.chat_template.tool_use", source->withTools);
}

} // namespace

void setVocabulary(GgufWriter& writer, const ConvertedVocabulary& vocabulary)
{
    writer.set("tokenizer.ggml.model", vocabulary.model);
    if (!vocabulary.pre.empty())
        writer.set("tokenizer.ggml.pre", vocabulary.pre);
    writer.set("tokenizer.ggml.tokens", vocabulary.tokens);
    if (!vocabulary.scores.empty())
        writer.set("tokenizer.ggml.scores", vocabulary.scores);
    writer.set("tokenizer.ggml.token_type", vocabulary.types);
    const bool isBytePair = vocabulary.model == "gpt2" || vocabulary.model == "gemma4";
    if (isBytePair) // readers ask for the list even where it is empty
        writer.set("tokenizer.ggml.merges", vocabulary.merges);
    if (vocabulary.model == "bert")
        writer.set("tokenizer.ggml.normalizer.lowercase", vocabulary.lowercases);
    if (vocabulary.model != "t5")
        return;
    writer.set("tokenizer.ggml.add_space_prefix", vocabulary.addsSpacePrefix);
    writer.set("tokenizer.ggml.remove_extra_whitespaces", true);
    if (!vocabulary.charsmap.empty())
        writer.set("tokenizer.ggml.precompiled_charsmap",
            std::vector<uint8_t>(vocabulary.charsmap.begin(), vocabulary.charsmap.end()));
}

void setTokenizerMetadata(
    GgufWriter& writer, const ModelConfig& config, const std::filesystem::path& folder)
{
    const Family& family = requireFamily(config);
    const ConvertedVocabulary vocabulary
        = readVocabulary(folder, config.vocabulary, family.convert);
    setVocabulary(writer, vocabulary);

    const json tokenizerConfig = readIfThere(folder / "tokenizer_config.json");
    const JsonFields fields(tokenizerConfig, "tokenizer_config.json");
    const json tokenizer = readIfThere(folder / "tokenizer.json");
    const auto beginning = readBeginning(tokenizer);
    const std::string ending = readEnding(tokenizer);
    const auto spelled
        = [&](const char* key) { return findId(vocabulary, spelling(tokenizerConfig, key)); };
    setId(writer, "tokenizer.ggml.bos_token_id", spelled("bos_token"),
        config.bos >= 0 ? config.bos : findId(vocabulary, beginning.value_or("")));
    // The token that is put behind a prompt has this name, whatever the end of an answer is.
    const int64_t last = findId(vocabulary, ending);
    setId(
        writer, "tokenizer.ggml.eos_token_id", last >= 0 ? last : spelled("eos_token"), config.eos);
    if (family.turnEnds.size() > 0)
        setId(writer, "tokenizer.ggml.eot_token_id", findId(vocabulary, *family.turnEnds.begin()),
            -1);
    setId(writer, "tokenizer.ggml.unknown_token_id", spelled("unk_token"), -1);
    setId(writer, "tokenizer.ggml.padding_token_id", spelled("pad_token"), config.pad);
    setBoundaries(writer, fields, beginning, last >= 0 ? ending : "");
    if (!vocabulary.scores.empty())
        writer.set("tokenizer.ggml.add_space_prefix",
            fields.boolean("add_prefix_space").value_or(vocabulary.addsSpacePrefix));
    setChatTemplate(writer, folder);
}

namespace {

constexpr uint64_t maxPieces = 1 << 24;

// A field of a message: its number, and its value as a number or as bytes.
struct Field {
    uint64_t number = 0;
    uint64_t value = 0; // of the wire types 0 (varint), 1 and 5 (fixed)
    std::span<const std::byte> bytes; // of wire type 2
};

uint64_t readVarint(ByteReader& reader)
{
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        const auto byte = reader.number<uint8_t>("a number");
        value |= uint64_t(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return value;
    }
    reader.fail("has a number longer than 64 bits");
}

Field readField(ByteReader& reader)
{
    const uint64_t tag = readVarint(reader);
    Field field;
    field.number = tag >> 3;
    switch (tag & 7) {
    case 0:
        field.value = readVarint(reader);
        return field;
    case 1:
        field.value = reader.number<uint64_t>("a field");
        return field;
    case 2:
        field.bytes = reader.take(readVarint(reader), "a field");
        return field;
    case 5:
        field.value = reader.number<uint32_t>("a field");
        return field;
    default:
        reader.fail("is not a SentencePiece model");
    }
}

SentencePieceModel::Piece readPiece(ByteReader reader)
{
    SentencePieceModel::Piece piece;
    while (reader.remaining() > 0) {
        const Field field = readField(reader);
        if (field.number == 1)
            piece.text.assign(
                reinterpret_cast<const char*>(field.bytes.data()), field.bytes.size());
        else if (field.number == 2)
            piece.score = std::bit_cast<float>(uint32_t(field.value));
        else if (field.number == 3)
            piece.type = int32_t(field.value);
    }
    if (piece.type < 1 || piece.type > 6 || !std::isfinite(piece.score))
        reader.fail("has a piece of an unknown type or score");
    return piece;
}

// The value of a numeric field of a message.
uint64_t valueIn(ByteReader reader, uint64_t number, uint64_t otherwise)
{
    while (reader.remaining() > 0) {
        const Field field = readField(reader);
        if (field.number == number)
            otherwise = field.value;
    }
    return otherwise;
}

} // namespace

SentencePieceModel readSentencePieceModel(const std::filesystem::path& path)
{
    const base::MappedFile file(path);
    const std::string name = path.filename().string();
    ByteReader reader(file.bytes(), name);
    SentencePieceModel model;
    while (reader.remaining() > 0) {
        const Field field = readField(reader);
        const ByteReader message(field.bytes, name);
        if (field.number == 1)
            model.pieces.push_back(readPiece(message));
        else if (field.number == 2)
            model.isUnigram = valueIn(message, 3, 1) == 1;
        else if (field.number == 3)
            model.addsDummyPrefix = valueIn(message, 3, 1) != 0;
        if (model.pieces.size() > maxPieces)
            reader.fail("contains too many pieces");
    }
    if (model.pieces.empty())
        reader.fail("contains no pieces");
    return model;
}

} // namespace engine
