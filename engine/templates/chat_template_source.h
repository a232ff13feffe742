#pragma once

#include <string>

namespace engine {

/// The text of a chat template, as it stands in a model's files or in our own folder.
struct ChatTemplateSource {
    std::string usual;
    /// For conversations in which the model is told of tools; empty: the usual one.
    std::string withTools = {};
    /// Whose format it is if the model has no template of its own: "Llama 3". Empty: its own.
    std::string borrowedFrom = {};
};

} // namespace engine
