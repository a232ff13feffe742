#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// Every name under which checkpoints in Hugging Face layout keep the tensor that GGUF files call
/// `canonical`, the likeliest first; empty for a name that is not known.
///
///     blk.3.attn_q.weight → model.layers.3.self_attn.q_proj.weight,
///                           model.language_model.layers.3.self_attn.q_proj.weight, …
std::vector<std::string> huggingFaceNames(std::string_view canonical);

/// The canonical name of everything that a block of a decoder may hold: "blk.3.attn_norm.weight",
/// "blk.3.attn_norm.bias", …
std::vector<std::string> blockTensorNames(int64_t layer);

} // namespace engine
