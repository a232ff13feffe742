#include "app/cli/model_text.h"

#include "engine/files/gguf_file.h"
#include "engine/files/json_text.h"
#include "engine/templates/load_chat_template.h"
#include "engine/tokenizers/load_tokenizer.h"

#include "runtime/models/model_files.h"
#include "runtime/models/resource_paths.h"
#include <nlohmann/json.hpp>

namespace app {

namespace {

// The value of model_type, or nothing.
std::string familyIn(const std::filesystem::path& folder)
{
    const nlohmann::json config = engine::readJsonFile(folder / "config.json");
    const auto type = config.find("model_type");
    return type != config.end() && type->is_string() ? type->get<std::string>() : "";
}

ModelText openGguf(const std::filesystem::path& path)
{
    const auto file = engine::GgufFile::open(path);
    ModelText model{engine::loadTokenizer(*file), {}};
    const auto own = engine::chatTemplateSource(*file);
    const auto family = file->metadata().string("general.architecture").value_or("");
    model.chatTemplate = own ? *own : runtime::borrowedTemplate(*model.tokenizer, family, nullptr);
    return model;
}

} // namespace

ModelText openModelText(const QString& path)
{
    namespace fs = std::filesystem;
    const fs::path file = path.isEmpty() ? runtime::starterModel() : fs::path(path.toStdString());
    if (file.extension() == ".gguf")
        return openGguf(file);
    ModelText model{engine::loadTokenizer(file), {}};
    std::error_code failed;
    const bool isFolder = fs::is_directory(file, failed);
    const auto own = isFolder ? engine::chatTemplateSource(file) : std::nullopt;
    const std::string family
        = isFolder && fs::exists(file / "config.json", failed) ? familyIn(file) : "";
    model.chatTemplate = own ? *own : runtime::borrowedTemplate(*model.tokenizer, family, nullptr);
    return model;
}

std::string spelling(const engine::Tokenizer& tokenizer, engine::TokenId id)
{
    return id >= 0 ? tokenizer.piece(id) : std::string();
}

} // namespace app
