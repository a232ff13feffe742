#include "services/models/model_description.h"

#include "engine/config/read_config.h"
#include "engine/files/gguf_file.h"
#include "engine/files/open_weights.h"
#include "engine/models/architectures.h"
#include "engine/templates/load_chat_template.h"
#include "kernels/error.h"
#include "services/models/licence.h"
#include "services/models/model_files.h"
#include "services/models/model_paths.h"
#include "services/models/resource_paths.h"
#include "vision/towers/read_vision_config.h"
#include "vision/towers/towers.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace services {

namespace {

namespace fs = std::filesystem;
using engine::GgufFile;

// The context of what is translated here.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(services::ModelDescription)
};

void countTensors(ModelDescription& model, const engine::WeightFile& file, bool isTowerInside)
{
    for (const engine::WeightTensor& tensor : file.tensors()) {
        const bool isTower = isTowerInside
            && (tensor.name.find("vision") != std::string::npos
                || tensor.name.find("connector") != std::string::npos
                || tensor.name.find("projector") != std::string::npos);
        model.parameters += tensor.view.elements();
        (isTower ? model.towerBytes : model.weightBytes) += tensor.view.sizeInBytes();
    }
}

void takeConfig(ModelDescription& model, const engine::ModelConfig& config)
{
    model.config = config;
    model.family = QString::fromStdString(config.family);
    model.quantisation = QString::fromStdString(config.weightType);
    model.contextLength = config.contextLength;
}

QString unknownFamily(const std::string& family)
{
    return Texts::tr("Models of the family “%1” are not supported by this version; it runs %2.")
        .arg(QString::fromStdString(family), QString::fromStdString(engine::knownFamilies()));
}

void takeTower(ModelDescription& model, const vision::VisionConfig& config)
{
    vision::towerPlan(config); // refuses a family that it does not know
    model.vision = config;
    model.canSee = true;
}

void describeProjector(ModelDescription& model, const ProjectorChoice& choice)
try {
    const auto file = GgufFile::open(choice.path);
    const auto width = file->metadata().integer("clip.vision.projection_dim");
    if (choice.isGuess && width && *width != model.config.hidden)
        return;
    takeTower(model, vision::readVisionConfig(*file));
    model.projector = modelIdOf(choice.path);
    for (const engine::WeightTensor& tensor : file->tensors()) {
        model.parameters += tensor.view.elements();
        model.towerBytes += tensor.view.sizeInBytes();
    }
    model.fileBytes += QFileInfo(model.projector).size();
} catch (const kernels::Error&) {
    if (!choice.isGuess)
        throw;
}

qint64 vocabularyBytes(const GgufFile& file)
{
    qint64 bytes = 0;
    for (const engine::GgufMetadata::Entry& entry : file.metadata().entries())
        if (entry.key.starts_with("tokenizer."))
            bytes += qint64(entry.bytes.size());
    return bytes;
}

void describeGguf(ModelDescription& model, const fs::path& path, const fs::path& projector)
{
    const auto file = GgufFile::open(path);
    const std::string family(file->metadata().string("general.architecture").value_or(""));
    if (family == "clip") {
        model.problem
            = Texts::tr("This is only the vision part of a model. Add the language model that "
                        "it belongs to; it is found by itself where both lie in one folder.");
        return;
    }
    model.family = QString::fromStdString(family);
    model.licence = licenceOf(*file);
    countTensors(model, *file, /*isTowerInside=*/false);
    if (!family.empty() && !engine::isKnownFamily(family)) {
        model.problem = unknownFamily(family);
        return;
    }
    takeConfig(model, engine::readConfig(*file));
    model.vocabularyBytes = vocabularyBytes(*file);
    model.hasChatTemplate = engine::chatTemplateSource(*file).has_value();
    if (file->metadata().arrayLength("tokenizer.ggml.tokens") == 0)
        model.problem = Texts::tr("The file holds no vocabulary, so its model cannot read text.");
    const ProjectorChoice vision
        = projector.empty() ? projectorBeside(path) : ProjectorChoice{projector, false};
    if (!vision.path.empty())
        describeProjector(model, vision);
}

void describeFolder(ModelDescription& model, const fs::path& folder)
{
    const auto weights = engine::openWeights(folder);
    const bool isTowerInside = vision::hasVisionTower(folder);
    countTensors(model, *weights, isTowerInside);
    model.licence = licenceOf(folder);
    takeConfig(model, engine::readConfig(folder, weights.get()));
    if (!engine::isKnownFamily(model.config.family)) {
        model.problem = unknownFamily(model.config.family);
        return;
    }
    model.hasChatTemplate = engine::chatTemplateSource(folder).has_value();
    for (const char* name : {"tokenizer.json", "tokenizer.model"})
        model.vocabularyBytes
            = std::max(model.vocabularyBytes, QFileInfo(modelIdOf(folder / name)).size());
    if (model.vocabularyBytes == 0)
        model.problem = Texts::tr(
            "The folder holds neither tokenizer.json nor tokenizer.model, so its model cannot "
            "read text.");
    if (isTowerInside)
        takeTower(model, vision::readVisionConfig(folder));
}

qint64 bytesOf(const fs::path& path)
{
    std::error_code failed;
    if (!fs::is_directory(path, failed))
        return QFileInfo(modelIdOf(path)).size();
    qint64 bytes = 0;
    for (fs::directory_iterator entry(path, failed), end; !failed && entry != end;
         entry.increment(failed)) {
        std::error_code unknown;
        if (entry->is_regular_file(unknown))
            bytes += qint64(entry->file_size(unknown));
    }
    return bytes;
}

} // namespace

ModelDescription describeModel(const ModelId& id, const QString& projector)
{
    ModelDescription model;
    model.id = id;
    try {
        const fs::path path = id.isEmpty() ? starterModel() : pathOf(id);
        model.name = QString::fromStdString(modelName(path));
        model.fileBytes = bytesOf(path);
        std::error_code failed;
        if (!fs::exists(path, failed))
            model.problem = Texts::tr("There is nothing at this place any more.");
        else if (fs::is_directory(path, failed))
            describeFolder(model, path);
        else
            describeGguf(model, path, pathOf(projector));
    } catch (const std::bad_alloc&) {
        model.problem = Texts::tr("There is not enough memory to look into this file.");
    } catch (const std::exception& error) {
        model.problem = QString::fromUtf8(error.what());
    }
    return model;
}

} // namespace services
