#pragma once

#include <QString>

#include <string>

namespace services {

/// What an embedding model was trained to see before questions and before passages; mostly nothing.
struct EmbeddingPrompts {
    std::string question, passage;

    bool operator==(const EmbeddingPrompts&) const = default;
};

/// Those that config_sentence_transformers.json of a folder names, or else those of the models that
/// are known by the name of file or folder (e5, bge). Throws Error{BadFile} if that file is no JSON.
EmbeddingPrompts embeddingPromptsOf(const QString& model);

} // namespace services
