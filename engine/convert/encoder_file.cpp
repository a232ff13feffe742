#include "engine/convert/encoder_file.h"

#include "base/error.h"
#include "engine/config/json_fields.h"
#include "engine/convert/decoder_file.h"
#include "engine/convert/tokenizer_settings.h"
#include "engine/encoders/encoder_head.h"
#include "engine/encoders/families/families.h"
#include "engine/files/json_text.h"
#include "engine/files/open_weights.h"
#include "engine/models/families/families.h"
#include "engine/tokenizers/tokenizer.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

namespace engine {

using kernels::DType;
using Pooling = EncoderConfig::Pooling;
using Task = EncoderConfig::Task;

namespace {

[[noreturn]] void refuse(const EncoderConfig& config, const std::string& what)
{
    throw base::Error(base::ErrorKind::Unsupported,
        "This " + config.family + " model can't be converted: GGUF files can't hold " + what + ".");
}

std::vector<int64_t> windowsByInterval(const EncoderConfig& config, int64_t interval)
{
    std::vector<int64_t> layers;
    for (int64_t layer = 0; layer < config.layers; ++layer)
        if (layer % interval != 0)
            layers.push_back(layer);
    return layers;
}

// Every layer of this number, counted from 0, has no window; 0 if there is no such number.
int64_t intervalOf(const EncoderConfig& config)
{
    for (int64_t interval = 1; interval <= config.layers; ++interval)
        if (windowsByInterval(config, interval) == config.windowedLayers)
            return interval;
    return 0;
}

const EncoderFamily& requireConvertible(const EncoderConfig& config, const EncoderPlan& plan)
{
    const EncoderFamily& family = *findEncoderFamily(config.family);
    if (family.architecture.empty())
        refuse(config, "this family");
    if (!config.dense.empty())
        refuse(config, "the dense layers of its modules.json");
    if (config.task == Task::FindAnswer || config.task == Task::TagTokens)
        refuse(config, "heads that label tokens");
    // llama.cpp drops the pooler of BERT, and has a head of two layers for RoBERTa alone.
    const bool hasPooler = family.architecture == "bert" && config.firstPosition == 0;
    if (config.task == Task::Score && plan.ofTexts.hasDense && hasPooler)
        refuse(config, "the pooler of its head");
    if (config.task == Task::Score && family.architecture == "modern-bert"
        && config.pooling != Pooling::Mean)
        refuse(config, "scores that are computed of the first token");
    if (!config.windowedLayers.empty() && intervalOf(config) == 0)
        refuse(config, "which of its layers have windows");
    return family;
}

std::string tokenizerType(const std::filesystem::path& folder)
{
    const nlohmann::json tokenizer = readJsonFile(folder / "tokenizer.json", uintmax_t(64) << 20);
    const JsonFields fields(tokenizer, "tokenizer.json");
    return fields.object("model").text("type").value_or("BPE");
}

// What is around texts comes from what the tokenizer makes of an empty one.
void setTokenizer(GgufWriter& writer, const std::filesystem::path& folder, int64_t tokens)
{
    const std::string type = tokenizerType(folder);
    const ConvertPlan plan{.architecture = "bert",
        .vocabulary = type == "WordPiece" ? "bert"
            : type == "Unigram"           ? "t5"
                                          : ""};
    setVocabulary(writer, readVocabulary(folder, tokens, plan));
    const auto tokenizer = loadTokenizer(folder);
    const TokenIds around = tokenizer->withBoundaries({});
    if (around.size() != 2)
        throw base::Error(base::ErrorKind::Unsupported,
            "The tokenizer can't be converted: GGUF files have one token before a text and one "
            "behind it, not "
                + std::to_string(around.size()) + " in all.");
    writer.set("tokenizer.ggml.bos_token_id", uint32_t(around.front()));
    writer.set("tokenizer.ggml.eos_token_id", uint32_t(around.back()));
    writer.set("tokenizer.ggml.seperator_token_id", uint32_t(around.back())); // spelled so
    writer.set("tokenizer.ggml.add_bos_token", true);
    writer.set("tokenizer.ggml.add_eos_token", true);
    // llama.cpp puts the end of a text between two of them, and then this one.
    const size_t between = tokenizer->joinPair({}, {}).ids.size() - around.size();
    writer.set("tokenizer.ggml.add_sep_token", between == 2);
    static constexpr struct {
        const char* key;
        const char* spelling;
    } specials[] = {{"unknown", "[UNK]"}, {"unknown", "<unk>"}, {"padding", "[PAD]"},
        {"padding", "<pad>"}, {"mask", "[MASK]"}, {"mask", "<mask>"}};
    for (const auto& special : specials)
        if (const TokenId id = tokenizer->find(special.spelling); id >= 0)
            writer.set("tokenizer.ggml." + std::string(special.key) + "_token_id", uint32_t(id));
}

// The positions before the first are left out.
void cutPositions(PlannedTensor& table, int64_t firstPosition)
{
    kernels::TensorView& stored = table.sources.front();
    if (firstPosition >= stored.rows)
        throw base::Error(base::ErrorKind::BadFile, "the table of positions is too short");
    stored = stored.rowRange(firstPosition, stored.rows - firstPosition);
    table.shape.front() = stored.rows;
}

std::vector<PlannedTensor> planTensors(
    const EncoderConfig& config, const EncoderPlan& plan, const TensorSource& source)
{
    std::vector<PlannedTensor> planned;
    const auto planOne = [&](const std::string& name) {
        for (PlannedTensor& tensor : planNamed(source, name, DType::F32)) {
            if (name == "position_embd")
                cutPositions(tensor, config.firstPosition);
            planned.push_back(std::move(tensor));
        }
    };
    const EncoderFamily& family = *findEncoderFamily(config.family);
    for (const TensorName& row : family.tensors)
        if (row.gguf.find('*') == row.gguf.npos && source.find(std::string(row.gguf) + ".weight"))
            planOne(std::string(row.gguf));
    for (int64_t layer = 0; layer < config.layers; ++layer)
        for (const TensorName& row : family.tensors)
            if (row.gguf.find('*') != row.gguf.npos
                && (row.gguf != "blk.*.attn_norm"
                    || plan.model.blocks[size_t(layer)].norms.hasAttentionNorm))
                planOne(inBlock(row.gguf, layer));
    if (config.task != Task::Score)
        return planned;
    if (plan.ofTexts.hasDense)
        planOne("cls");
    if (plan.ofTexts.hasNorm)
        planOne("cls.norm");
    planOne("cls.output");
    return planned;
}

// What llama.cpp replaces in it are {query} and {document}.
std::string rerankTemplate(const RerankPrompt& prompt)
{
    return prompt.before + "<Instruct>: " + prompt.instruction
        + "\n<Query>: {query}\n<Document>: {document}" + prompt.after;
}

void setSizes(
    GgufWriter& writer, const std::string& prefix, const EncoderConfig& config, int64_t positions)
{
    const auto count
        = [&](const char* key, int64_t value) { writer.set(prefix + key, uint32_t(value)); };
    const auto number
        = [&](const char* key, double value) { writer.set(prefix + key, float(value)); };
    count("block_count", config.layers);
    count("context_length", positions);
    count("embedding_length", config.hidden);
    count("feed_forward_length", config.feedForward);
    count("attention.head_count", config.heads);
    number("attention.layer_norm_epsilon", config.normEpsilon);
    writer.set(prefix + "attention.causal", false);
    if (config.ropeTheta != 0)
        number("rope.freq_base", config.ropeTheta);
    if (config.windowedLayers.empty())
        return;
    number("rope.freq_base_swa", config.localRopeTheta);
    count("attention.sliding_window", config.window);
    count("attention.sliding_window_pattern", intervalOf(config));
}

} // namespace

PlannedFile planEncoderFile(const std::filesystem::path& folder, const EncoderConfig& config,
    const std::filesystem::path& output, const ConvertOptions& options)
{
    const EncoderFamily* known = findEncoderFamily(config.family);
    const EncoderPlan plan = known->plan(config);
    const EncoderFamily& family = requireConvertible(config, plan);
    PlannedFile file;
    file.path = output;
    file.fileType = options.type.fileType;
    file.kind = "model";
    file.weights = openWeights(folder);
    file.architecture = family.architecture;
    static constexpr std::string_view headPrefixes[] = {"", "bert.", "roberta.", "model."};
    const TensorSource source(file.weights, FileLayout::HuggingFace,
        {{family.prefixes, family.tensors}, {headPrefixes, headTensorNames()}});
    file.tensors = planTensors(config, plan, source);
    chooseTypes(file.tensors, options.type,
        {.layers = config.layers, .hasImportance = options.importance != nullptr});
    int64_t positions = config.maxTokens, tokens = 0, types = 0;
    for (PlannedTensor& tensor : file.tensors) {
        if (tensor.name == "position_embd.weight")
            positions = tensor.shape.front();
        if (tensor.name == "token_embd.weight")
            tokens = tensor.shape.front();
        if (tensor.name == "token_types.weight")
            types = tensor.shape.front();
        if (tensor.name.starts_with("cls"))
            tensor.dtype = DType::F32;
    }
    file.setMetadata = [=, architecture = file.architecture](GgufWriter& writer) {
        setSizes(writer, architecture + ".", config, positions);
        setPoolingMetadata(writer, architecture, config);
        if (types > 0)
            writer.set("tokenizer.ggml.token_type_count", uint32_t(types));
        setTokenizer(writer, folder, tokens);
    };
    return file;
}

std::string encoderArchitecture(const EncoderConfig& config)
{
    const bool isGemma = findFamily(familyTable, config.family) == &gemma3Family;
    if (isGemma && !config.isCausal)
        return "gemma-embedding";
    if (!config.isCausal)
        refuse(config, "attention in both directions for this family");
    if (!config.dense.empty())
        refuse(config, "the dense layers of its modules.json for this family");
    return ggufArchitecture(*config.decoder);
}

std::vector<PlannedTensor> planEncoderHead(const std::filesystem::path& folder,
    const EncoderConfig& config, std::shared_ptr<const WeightFile> decoder,
    std::vector<std::shared_ptr<const WeightFile>>& weights)
{
    std::vector<PlannedTensor> planned;
    static constexpr std::string_view prefixes[] = {""};
    static constexpr TensorName names[] = {{"dense", "linear"}};
    for (size_t i = 0; i < config.dense.size(); ++i) {
        if (i >= 2 || config.dense[i].activation != HeadActivation::None)
            refuse(config, "more than two dense layers, or their activations");
        weights.push_back(openWeights(config.dense[i].folder));
        const TensorSource source(
            weights.back(), FileLayout::HuggingFace, TensorNames{{prefixes, names}});
        for (PlannedTensor& tensor : planNamed(source, "dense", DType::F32)) {
            tensor.name.replace(0, 5, "dense_" + std::to_string(i + 2));
            planned.push_back(std::move(tensor));
        }
    }
    if (!config.rerankPrompt)
        return planned;
    const TensorSource source = openTensors(std::move(decoder), *config.decoder);
    const WeightTensor* head = source.find("output.weight");
    const WeightTensor& rows = head ? *head : source.require("token_embd.weight");
    const auto tokenizer = loadTokenizer(folder);
    PlannedTensor labels;
    labels.name = "cls.output.weight";
    labels.shape = {0, rows.view.columns};
    for (const char* label : {"yes", "no"}) { // in the order of llama.cpp's converter
        const TokenId id = tokenizer->find(label);
        if (id < 0 || id >= rows.view.rows)
            throw base::Error(base::ErrorKind::Unsupported,
                "The model can't score texts: it has no token \"" + std::string(label) + "\".");
        labels.sources.push_back(rows.view.rowRange(id, 1));
        ++labels.shape.front();
    }
    planned.push_back(std::move(labels));
    return planned;
}

void setPoolingMetadata(
    GgufWriter& writer, const std::string& architecture, const EncoderConfig& config)
{
    const std::string prefix = architecture + ".";
    const uint32_t kind = config.task == Task::Score ? 4
        : config.pooling == Pooling::Last            ? 3
        : config.pooling == Pooling::First           ? 2
                                                     : 1;
    writer.set(prefix + "pooling_type", kind);
    if (config.rerankPrompt) {
        writer.set(prefix + "classifier.output_labels", std::vector<std::string>{"yes", "no"});
        writer.set("tokenizer.chat_template.rerank", rerankTemplate(*config.rerankPrompt));
    } else if (config.task == Task::Score && config.labels.size() > 1) {
        writer.set(prefix + "classifier.output_labels", config.labels);
    }
    for (size_t i = 0; i < config.dense.size(); ++i) {
        const std::string name = prefix + "dense_" + std::to_string(i + 2);
        writer.set(name + "_feat_in", uint32_t(config.dense[i].inputs));
        writer.set(name + "_feat_out", uint32_t(config.dense[i].outputs));
    }
}

} // namespace engine
