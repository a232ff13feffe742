#include "runtime/models/model_facts.h"

#include "engine/config/read_config.h"
#include "engine/config/tensor_names.h"
#include "engine/files/gguf_file.h"
#include "engine/files/incomplete_file.h"
#include "engine/files/open_weights.h"
#include "engine/models/families/families.h"
#include "engine/templates/load_chat_template.h"
#include "kernels/error.h"
#include "vision/towers/read_vision_config.h"
#include "vision/towers/towers.h"

#include "runtime/models/licence.h"
#include "runtime/models/model_files.h"
#include "runtime/models/resource_paths.h"
#include <algorithm>
#include <new>

namespace runtime {

namespace {

namespace fs = std::filesystem;
using engine::GgufFile;

using Problem = ModelFacts::Problem;

int64_t bytesOf(const fs::path& path)
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

// Without multi-token-prediction heads, as soon as the number of layers is known.
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
    vision::towerPlan(config); // refuses a family that it does not know
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
    model.fileBytes += bytesOf(model.projector);
} catch (const kernels::Error&) {
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

void describeGguf(ModelFacts& model, const fs::path& path, const fs::path& projector)
{
    const auto file = GgufFile::open(path);
    const std::string family(file->metadata().string("general.architecture").value_or(""));
    if (family == "clip") {
        model.problem = Problem::IsVisionPart;
        return;
    }
    model.family = family;
    model.licence = licenceOf(*file);
    model.fileBytes = file->sizeInBytes(); // of all parts, where there are several
    countTensors(model, *file, /*isTowerInside=*/false);
    if (!family.empty() && !engine::isKnownFamily(family)) {
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
    const auto weights = engine::openWeights(folder);
    const bool isTowerInside = vision::hasVisionTower(folder);
    countTensors(model, *weights, isTowerInside);
    model.licence = licenceOf(folder);
    model.config = engine::readConfig(folder, weights.get());
    model.family = model.config.family;
    if (!engine::isKnownFamily(model.config.family)) {
        model.problem = Problem::UnknownFamily;
        return;
    }
    takePlan(model, *weights, isTowerInside);
    model.hasChatTemplate = engine::chatTemplateSource(folder).has_value();
    for (const char* name : {"tokenizer.json", "tokenizer.model"})
        model.vocabularyBytes = std::max(model.vocabularyBytes, bytesOf(folder / name));
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
        model.fileBytes = bytesOf(path);
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
