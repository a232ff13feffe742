#include "engine/tokenizers/load_tokenizer.h"

#include "engine/files/gguf_file.h"
#include "engine/tokenizers/gguf_tokenizer.h"
#include "engine/tokenizers/json_tokenizer.h"
#include "engine/tokenizers/sentencepiece_tokenizer.h"
#include "kernels/error.h"

namespace engine {

using kernels::Error;

std::shared_ptr<const Tokenizer> loadTokenizer(const GgufFile& file)
{
    try {
        return makeGgufTokenizer(file.metadata());
    } catch (const Error& error) {
        const std::string name = file.path().filename().string();
        const bool named = std::string_view(error.what()).starts_with(name);
        throw Error(error.kind(), named ? error.what() : name + ": " + error.what());
    }
}

std::shared_ptr<const Tokenizer> loadTokenizer(const std::filesystem::path& path)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
        for (const char* name : {"tokenizer.json", "tokenizer.model"})
            if (std::filesystem::is_regular_file(path / name, ignored))
                return loadTokenizer(path / name);
        throw Error(kernels::ErrorKind::BadFile,
            path.filename().string() + " holds neither tokenizer.json nor tokenizer.model");
    }
    try {
        if (path.extension() == ".gguf")
            return loadTokenizer(*GgufFile::open(path));
        return path.extension() == ".model" ? loadSentencePieceTokenizer(path)
                                            : loadJsonTokenizer(path);
    } catch (const Error& error) {
        const std::string name = path.filename().string();
        const bool named = std::string_view(error.what()).find(name) != std::string_view::npos;
        throw Error(error.kind(), named ? error.what() : name + ": " + error.what());
    }
}

} // namespace engine
