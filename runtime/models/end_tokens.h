#pragma once

#include "engine/config/model_config.h"
#include "engine/tokenizers/tokenizer.h"

#include <vector>

namespace runtime {

/// Every token that ends an answer, ascending: those that the model's files name, and special tokens
/// that are spelled like the end of a turn in a common chat format or in one of the model's family.
std::vector<engine::TokenId> endTokensOf(
    const engine::ModelConfig& config, const engine::Tokenizer& tokenizer);

} // namespace runtime
