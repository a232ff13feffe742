#include "app/cli/model_text.h"

#include "engine/files/gguf_file.h"
#include "engine/templates/load_chat_template.h"
#include "engine/tokenizers/load_tokenizer.h"

#include "runtime/models/model_files.h"
#include "runtime/models/resource_paths.h"

namespace app {

ModelText openModelText(const QString& path)
{
    namespace fs = std::filesystem;
    const fs::path model = path.isEmpty() ? runtime::starterModel() : fs::path(path.toStdString());
    if (model.extension() == ".gguf") {
        const auto file = engine::GgufFile::open(model);
        return {engine::loadTokenizer(*file),
            engine::chatTemplateSource(*file).value_or(runtime::defaultChatTemplate)};
    }
    ModelText files{engine::loadTokenizer(model), runtime::defaultChatTemplate};
    std::error_code failed;
    if (fs::is_directory(model, failed))
        files.templateSource
            = engine::chatTemplateSource(model).value_or(runtime::defaultChatTemplate);
    return files;
}

std::string spelling(const engine::Tokenizer& tokenizer, engine::TokenId id)
{
    return id >= 0 ? tokenizer.piece(id) : std::string();
}

} // namespace app
