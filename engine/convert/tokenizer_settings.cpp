#include "engine/convert/tokenizer_settings.h"

#include "engine/config/json_fields.h"
#include "engine/files/json_text.h"
#include "engine/models/families/families.h"
#include "engine/templates/load_chat_template.h"

#include <algorithm>
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

int64_t idOf(const Vocabulary& vocabulary, std::string_view token)
{
    const auto& tokens = vocabulary.tokens;
    const auto place = std::find(tokens.begin(), tokens.end(), token);
    return token.empty() || place == tokens.end() ? -1 : place - tokens.begin();
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
std::optional<std::string> beginningOf(const json& tokenizer)
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

void setBoundaries(
    GgufWriter& writer, const JsonFields& config, const std::optional<std::string>& beginning)
{
    auto addsBos = config.boolean("add_bos_token");
    if (!addsBos && beginning)
        addsBos = !beginning->empty();
    if (addsBos)
        writer.set("tokenizer.ggml.add_bos_token", *addsBos);
    if (const auto addsEos = config.boolean("add_eos_token"))
        writer.set("tokenizer.ggml.add_eos_token", *addsEos);
}

void setChatTemplate(GgufWriter& writer, const std::filesystem::path& folder)
{
    const auto source = chatTemplateSource(folder);
    if (!source)
        return;
    writer.set("tokenizer.chat_template", source->usual);
    if (source->withTools.empty())
        return;
    writer.set("tokenizer.chat_templates", std::vector<std::string>{"tool_use"});
    writer.set("tokenizer.chat_template.tool_use", source->withTools);
}

void setVocabulary(GgufWriter& writer, const Vocabulary& vocabulary)
{
    writer.set("tokenizer.ggml.model", vocabulary.model);
    if (!vocabulary.pre.empty())
        writer.set("tokenizer.ggml.pre", vocabulary.pre);
    writer.set("tokenizer.ggml.tokens", vocabulary.tokens);
    if (!vocabulary.scores.empty())
        writer.set("tokenizer.ggml.scores", vocabulary.scores);
    writer.set("tokenizer.ggml.token_type", vocabulary.types);
    if (vocabulary.model != "llama") // readers ask for the list even where it is empty
        writer.set("tokenizer.ggml.merges", vocabulary.merges);
}

} // namespace

void setTokenizerMetadata(
    GgufWriter& writer, const ModelConfig& config, const std::filesystem::path& folder)
{
    const Family& family = familyOf(config);
    const Vocabulary vocabulary = readVocabulary(folder, config.vocabulary, family.convert);
    setVocabulary(writer, vocabulary);

    const json tokenizerConfig = readIfThere(folder / "tokenizer_config.json");
    const JsonFields fields(tokenizerConfig, "tokenizer_config.json");
    const auto beginning = beginningOf(readIfThere(folder / "tokenizer.json"));
    const auto spelled
        = [&](const char* key) { return idOf(vocabulary, spelling(tokenizerConfig, key)); };
    setId(writer, "tokenizer.ggml.bos_token_id", spelled("bos_token"),
        config.bos >= 0 ? config.bos : idOf(vocabulary, beginning.value_or("")));
    setId(writer, "tokenizer.ggml.eos_token_id", spelled("eos_token"), config.eos);
    if (family.turnEnds.size() > 0)
        setId(
            writer, "tokenizer.ggml.eot_token_id", idOf(vocabulary, *family.turnEnds.begin()), -1);
    setId(writer, "tokenizer.ggml.unknown_token_id", spelled("unk_token"), -1);
    setId(writer, "tokenizer.ggml.padding_token_id", spelled("pad_token"), config.pad);
    setBoundaries(writer, fields, beginning);
    if (!vocabulary.scores.empty())
        writer.set("tokenizer.ggml.add_space_prefix",
            fields.boolean("add_prefix_space").value_or(vocabulary.addsSpacePrefix));
    setChatTemplate(writer, folder);
}

} // namespace engine
