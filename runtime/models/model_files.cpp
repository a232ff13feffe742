#include "runtime/models/model_files.h"

#include "base/error.h"
#include "engine/files/gguf_file.h"
#include "engine/files/open_weights.h"
#include "engine/models/families/families.h"
#include "engine/templates/load_chat_template.h"
#include "engine/tokenizers/tokenizer.h"
#include "vision/towers/read_vision_config.h"
#include "vision/towers/towers.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace runtime {

namespace fs = std::filesystem;

namespace {

// Read before there are threads, for the program changes its environment later.
const std::string namedFolder = [] {
    const char* name = std::getenv("VIGNETTE_RESOURCES");
    return std::string(name ? name : "");
}();

} // namespace

fs::path resourceFolder()
{
    return resourceFolder(namedFolder);
}

fs::path resourceFolder(const std::string& named)
{
    if (!named.empty())
        return named;
    std::error_code failed;
    const fs::path program = fs::read_symlink("/proc/self/exe", failed);
    for (const fs::path& folder : {program.parent_path().parent_path() / "share" / "vignette",
             fs::path(VIGNETTE_SOURCE_RESOURCES)}) {
        if (fs::is_directory(folder, failed))
            return folder;
    }
    throw base::Error(base::ErrorKind::BadFile,
        "Vignette's files (sample pictures, built-in model) are missing. Reinstall Vignette. "
        "Expected in "
            + (program.parent_path().parent_path() / "share" / "vignette").string());
}

fs::path starterModel()
{
    return resourceFolder() / "starter" / "vignette-starter.gguf";
}

namespace fs = std::filesystem;

engine::ChatTemplateSource borrowedTemplate(const engine::Tokenizer& tokenizer,
    std::string_view family, const vision::VisionConfig* towerConfig)
{
    const engine::Family* decoder = engine::findFamily(engine::familyTable, family);
    std::string_view usual = decoder ? decoder->chatFormat : "";
    const vision::TowerFamily* tower
        = towerConfig ? vision::towerFamily(towerConfig->family) : nullptr;
    if (tower && !tower->chatFormat.empty())
        usual = tower->chatFormat;
    return engine::familyTemplateFor(tokenizer, usual);
}

bool isProjector(const engine::GgufFile& file)
{
    return file.metadata().string("general.architecture") == projectorArchitecture;
}

namespace {

fs::path projectorNamedAfter(const fs::path& model)
{
    std::error_code failed;
    const fs::path path = model.parent_path() / ("mmproj-" + model.filename().string());
    return fs::exists(path, failed) ? path : fs::path();
}

// The only mmproj*.gguf in the model's folder; empty if there is none, or more than one.
fs::path onlyProjectorBeside(const fs::path& model)
{
    std::error_code failed;
    fs::directory_iterator entry(fs::absolute(model, failed).parent_path(), failed), end;
    std::vector<fs::path> found;
    for (; !failed && entry != end; entry.increment(failed)) {
        const std::string name = entry->path().filename().string();
        if (name.starts_with("mmproj") && name.ends_with(".gguf"))
            found.push_back(entry->path());
    }
    return found.size() == 1 ? found.front() : fs::path();
}

void openProjector(ModelFiles& files, const ProjectorChoice& choice)
try {
    const auto file = engine::GgufFile::open(choice.path);
    if (!isProjector(*file)) {
        throw base::Error(base::ErrorKind::BadFile,
            choice.path.string()
                + " isn't the vision encoder of a model (its architecture isn't clip)");
    }
    files.towerConfig = vision::readVisionConfig(*file);
    files.towerWeights = file;
    files.towerIsGuess = choice.isGuess;
} catch (const base::Error&) {
    if (!choice.isGuess)
        throw;
}

std::shared_ptr<const vision::KnownWorld> worldBeside(const fs::path& model)
{
    std::error_code failed;
    const fs::path path = model.parent_path() / ("world-" + model.stem().string() + ".json");
    return fs::exists(path, failed) ? vision::KnownWorld::load(path) : nullptr;
}

void setTemplate(ModelFiles& files, std::optional<engine::ChatTemplateSource> own)
{
    const vision::VisionConfig* tower = files.towerConfig ? &*files.towerConfig : nullptr;
    files.chatTemplate
        = own ? std::move(*own) : borrowedTemplate(*files.tokenizer, files.config.family, tower);
}

ModelFiles openGguf(const fs::path& path, const fs::path& projector)
{
    const auto file = engine::GgufFile::open(path);
    if (isProjector(*file)) {
        throw base::Error(base::ErrorKind::BadFile,
            path.string() + " is only the vision encoder of a model; open its language model");
    }
    ModelFiles files;
    files.config = engine::readConfig(*file);
    files.tokenizer = engine::loadTokenizer(*file);
    files.weights = file;
    const ProjectorChoice choice
        = projector.empty() ? projectorBeside(path) : ProjectorChoice{projector, false};
    if (!choice.path.empty())
        openProjector(files, choice);
    setTemplate(files, engine::chatTemplateSource(*file));
    files.world = worldBeside(path);
    return files;
}

ModelFiles openFolder(const fs::path& folder)
{
    ModelFiles files;
    files.weights = engine::openWeights(folder);
    files.config = engine::readConfig(folder, files.weights.get());
    files.tokenizer = engine::loadTokenizer(folder);
    if (vision::hasVisionTower(folder)) {
        files.towerConfig = vision::readVisionConfig(folder);
        files.towerWeights = files.weights;
    }
    setTemplate(files, engine::chatTemplateSource(folder));
    return files;
}

} // namespace

// "models/tiny-llama/", "models/tiny-llama.gguf" and its parts are all called tiny-llama.
std::string modelName(const fs::path& path)
{
    const fs::path last = path.has_filename() ? path.filename() : path.parent_path().filename();
    if (const auto part = engine::splitName(last))
        return part->stem;
    return last.extension() == ".gguf" ? last.stem().string() : last.string();
}

ProjectorChoice projectorBeside(const fs::path& model)
{
    const fs::path named = projectorNamedAfter(model);
    if (!named.empty())
        return {named, false};
    return {onlyProjectorBeside(model), true};
}

ModelFiles openModelFiles(const fs::path& path, const fs::path& projector)
{
    std::error_code failed;
    if (!fs::exists(path, failed))
        throw base::Error(base::ErrorKind::BadFile, path.string() + " doesn't exist");
    ModelFiles files
        = fs::is_directory(path, failed) ? openFolder(path) : openGguf(path, projector);
    files.name = modelName(path);
    return files;
}

} // namespace runtime
