#include "runtime/models/model_facts.h"

#include "base/error.h"
#include "base/utf8.h"
#include "engine/config/read_config.h"
#include "engine/config/tensor_names.h"
#include "engine/encoders/read_encoder_config.h"
#include "engine/files/byte_reader.h"
#include "engine/files/gguf_file.h"
#include "engine/files/open_weights.h"
#include "engine/models/families/families.h"
#include "engine/templates/load_chat_template.h"
#include "runtime/models/model_files.h"
#include "vision/towers/read_vision_config.h"
#include "vision/towers/towers.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <new>
#include <sstream>
#include <string_view>

namespace runtime {

namespace {

constexpr size_t longestLicense = 80; // bytes
constexpr std::streamsize headOfReadme = 16 * 1024; // bytes

// Words with one space between them, and no more than fits.
std::string onOneLine(std::string_view text)
{
    std::istringstream words{std::string(text)};
    std::string line;
    for (std::string word; words >> word;)
        line += (line.empty() ? "" : " ") + word;
    return base::beginning(base::repairedUtf8(line), longestLicense);
}

std::string withoutQuotes(std::string text)
{
    if (text.size() >= 2 && (text.front() == '"' || text.front() == '\''))
        return text.substr(1, text.size() - 2);
    return text;
}

// The value of "key: value" in the lines between two "---"; empty if there is none.
std::string frontMatter(const std::string& text, const std::string& key)
{
    std::istringstream lines(text);
    std::string line;
    if (!std::getline(lines, line) || onOneLine(line) != "---")
        return {};
    while (std::getline(lines, line) && onOneLine(line) != "---")
        if (line.starts_with(key + ':'))
            return withoutQuotes(onOneLine(line.substr(key.size() + 1)));
    return {};
}

} // namespace

std::string readLicense(const engine::GgufFile& file)
{
    for (const char* key : {"general.license.name", "general.license"})
        if (const auto text = file.metadata().string(key); text && !text->empty())
            return onOneLine(*text);
    return {};
}

std::string readLicense(const std::filesystem::path& folder)
{
    std::ifstream readme(folder / "README.md", std::ios::binary);
    std::string head(size_t(headOfReadme), '\0');
    readme.read(head.data(), headOfReadme);
    head.resize(size_t(readme.gcount()));
    const std::string name = frontMatter(head, "license_name");
    return name.empty() ? frontMatter(head, "license") : name;
}

namespace {

template <size_t Count>
bool containsAny(std::string_view name, const std::array<std::string_view, Count>& words)
{
    return std::ranges::any_of(
        words, [&](std::string_view word) { return name.find(word) != name.npos; });
}

// One tensor for all experts of a layer, or one for each; the last is how old GGUF files call them:
// blk.0.ffn_gate.7.weight.
bool isOfExperts(std::string_view name)
{
    static constexpr std::array<std::string_view, 2> words{"_exps.", ".experts."};
    if (containsAny(name, words))
        return true;
    const size_t part = name.find(".ffn_");
    const size_t number = part == name.npos ? part : name.find('.', part + 1);
    return number != name.npos && number + 1 < name.size() && name[number + 1] >= '0'
        && name[number + 1] <= '9';
}

bool isHead(std::string_view name)
{
    return name == "output.weight" || name.ends_with("lm_head.weight");
}

bool isTokenTable(std::string_view name)
{
    return name == "token_embd.weight" || name.ends_with("embed_tokens.weight");
}

bool isTable(std::string_view name)
{
    static constexpr std::array<std::string_view, 2> words{"token_embd", "embed_tokens"};
    return containsAny(name, words);
}

// The counter to which a tensor of the decoder is added; null: none.
FormBytes* findCounter(WeightBytes& bytes, std::string_view name, bool headIsEmbedding)
{
    if (headIsEmbedding ? isTokenTable(name) : isHead(name))
        return &bytes.head;
    if (isHead(name) || isTable(name))
        return nullptr;
    return isOfExperts(name) ? &bytes.experts : &bytes.dense;
}

// Vectors are left out.
void count(FormBytes& bytes, const engine::WeightTensor& tensor)
{
    if (tensor.shape.size() > 1)
        bytes[{tensor.view.dtype, tensor.view.columns}] += tensor.view.sizeInBytes();
}

} // namespace

bool isOfTower(std::string_view name)
{
    static constexpr std::array<std::string_view, 4> words{
        "vision", "visual", "connector", "projector"};
    return containsAny(name, words);
}

WeightBytes countWeights(
    const engine::WeightFile& file, bool headIsEmbedding, bool hasTower, int64_t layers)
{
    WeightBytes bytes;
    for (const engine::WeightTensor& tensor : file.tensors()) {
        if (engine::isMtpTensor(tensor.name, layers))
            continue;
        FormBytes* place = hasTower && isOfTower(tensor.name)
            ? &bytes.tower
            : findCounter(bytes, tensor.name, headIsEmbedding);
        if (place)
            count(*place, tensor);
    }
    return bytes;
}

FormBytes countTower(const engine::WeightFile& projector)
{
    FormBytes bytes;
    for (const engine::WeightTensor& tensor : projector.tensors())
        count(bytes, tensor);
    return bytes;
}

namespace {

namespace fs = std::filesystem;
using engine::GgufFile;

using Problem = ModelFacts::Problem;

int64_t fileSize(const fs::path& path)
{
    std::error_code failed;
    if (!fs::is_directory(path, failed)) {
        const auto bytes = fs::file_size(path, failed);
        return failed ? 0 : int64_t(bytes);
    }
    int64_t bytes = 0;
    for (fs::directory_iterator entry(path, failed), end; !failed && entry != end;
         entry.increment(failed)) {
        std::error_code unknown;
        if (entry->is_regular_file(unknown))
            bytes += int64_t(entry->file_size(unknown));
    }
    return bytes;
}

// Multi-token-prediction heads are not counted once the number of layers is known.
void countTensors(ModelFacts& model, const engine::WeightFile& file, bool isTowerInside)
{
    const int64_t layers = model.config.layers > 0 ? model.config.layers : engine::unknownLayers;
    model.parameters = model.weightBytes = model.towerBytes = 0;
    for (const engine::WeightTensor& tensor : file.tensors()) {
        if (engine::isMtpTensor(tensor.name, layers))
            continue;
        const bool isTower = isTowerInside && isOfTower(tensor.name);
        model.parameters += tensor.view.elements();
        (isTower ? model.towerBytes : model.weightBytes) += tensor.view.sizeInBytes();
    }
}

void takePlan(ModelFacts& model, const engine::WeightFile& file, bool isTowerInside)
{
    const engine::ModelPlan plan = engine::makePlan(model.config);
    engine::checkPlan(plan);
    countTensors(model, file, isTowerInside);
    model.weights = countWeights(file, plan.head.isEmbedding, isTowerInside, model.config.layers);
}

void takeTower(ModelFacts& model, const vision::VisionConfig& config)
{
    vision::towerPlan(config); // rejects a family that it does not know
    model.vision = config;
}

void describeProjector(ModelFacts& model, const ProjectorChoice& choice)
try {
    const auto file = GgufFile::open(choice.path);
    const auto width = file->metadata().integer("clip.vision.projection_dim");
    if (choice.isGuess && width && *width != model.config.hidden)
        return;
    takeTower(model, vision::readVisionConfig(*file));
    model.projector = choice.path;
    for (const engine::WeightTensor& tensor : file->tensors()) {
        model.parameters += tensor.view.elements();
        model.towerBytes += tensor.view.sizeInBytes();
    }
    model.weights.tower = countTower(*file);
    model.fileBytes += fileSize(model.projector);
} catch (const base::Error&) {
    if (!choice.isGuess)
        throw;
}

int64_t vocabularyBytes(const GgufFile& file)
{
    int64_t bytes = 0;
    for (const engine::GgufMetadata::Entry& entry : file.metadata().entries())
        if (entry.key.starts_with("tokenizer."))
            bytes += int64_t(entry.bytes.size());
    return bytes;
}

void takeEncoder(ModelFacts& model, const engine::EncoderConfig& config)
{
    model.family = config.family;
    model.embeds = config.task == engine::EncoderConfig::Task::Embed;
    model.ranks = engine::findRelevanceLabel(config).has_value();
    model.checksStatements = engine::findEntailmentLabels(config).has_value();
}

void describeGguf(ModelFacts& model, const fs::path& path, const fs::path& projector)
{
    const auto file = GgufFile::open(path);
    const std::string family(file->metadata().string("general.architecture").value_or(""));
    if (family == "clip") {
        model.problem = Problem::IsVisionPart;
        return;
    }
    model.family = family;
    model.license = readLicense(*file);
    model.fileBytes = file->sizeInBytes(); // of all parts, where there are several
    countTensors(model, *file, /*isTowerInside=*/false);
    model.isEncoder = engine::isEncoderModel(*file);
    if (model.isEncoder)
        takeEncoder(model, engine::readEncoderConfig(*file));
    if (model.isEncoder || (!family.empty() && !engine::isKnownFamily(family))) {
        model.problem = Problem::UnknownFamily;
        return;
    }
    model.config = engine::readConfig(*file);
    takePlan(model, *file, /*isTowerInside=*/false);
    model.vocabularyBytes = vocabularyBytes(*file);
    model.hasChatTemplate = engine::chatTemplateSource(*file).has_value();
    if (file->metadata().arrayLength("tokenizer.ggml.tokens") == 0)
        model.problem = Problem::NoVocabulary;
    const ProjectorChoice vision
        = projector.empty() ? projectorBeside(path) : ProjectorChoice{projector, false};
    if (!vision.path.empty())
        describeProjector(model, vision);
}

void describeFolder(ModelFacts& model, const fs::path& folder)
{
    model.license = readLicense(folder);
    model.isEncoder = engine::isEncoderModel(folder);
    if (!model.isEncoder)
        engine::readConfig(folder); // names a family that is not known, whatever its weights are
    const auto weights = engine::openWeights(folder);
    const bool isTowerInside = vision::hasVisionTower(folder);
    countTensors(model, *weights, isTowerInside);
    if (model.isEncoder) {
        takeEncoder(model, engine::readEncoderConfig(folder));
        model.problem = Problem::UnknownFamily;
        return;
    }
    model.config = engine::readConfig(folder, weights.get());
    model.family = model.config.family;
    if (!engine::isKnownFamily(model.config.family)) {
        model.problem = Problem::UnknownFamily;
        return;
    }
    takePlan(model, *weights, isTowerInside);
    model.hasChatTemplate = engine::chatTemplateSource(folder).has_value();
    for (const char* name : {"tokenizer.json", "tokenizer.model"})
        model.vocabularyBytes = std::max(model.vocabularyBytes, fileSize(folder / name));
    if (model.vocabularyBytes == 0)
        model.problem = Problem::NoTokenizer;
    if (isTowerInside)
        takeTower(model, vision::readVisionConfig(folder));
}

} // namespace

ModelFacts readModelFacts(const fs::path& named, const fs::path& projector)
{
    ModelFacts model;
    try {
        const fs::path path = named.empty() ? starterModel() : named;
        model.name = modelName(path);
        model.fileBytes = fileSize(path);
        std::error_code failed;
        if (!fs::exists(path, failed))
            model.problem = Problem::IsMissing;
        else if (fs::is_directory(path, failed))
            describeFolder(model, path);
        else
            describeGguf(model, path, projector);
    } catch (const std::bad_alloc&) {
        model.problem = Problem::OutOfMemory;
    } catch (const engine::IncompleteFile& error) {
        model.problem = Problem::IsIncomplete;
        model.sentence = error.what();
    } catch (const std::exception& error) {
        model.problem = Problem::Other;
        model.sentence = error.what();
    }
    return model;
}

} // namespace runtime
