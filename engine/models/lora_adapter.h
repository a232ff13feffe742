#pragma once

#include "engine/files/fingerprint.h"
#include "engine/files/safetensors_file.h"
#include "kernels/tensor.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace engine {

/// A low-rank change to a model (LoRA, arXiv 2106.09685), as PEFT saves it: a folder with
/// adapter_config.json and adapter_model.safetensors. Of each module it names,
///
///     out += scale · factor · (x · downᵀ) · upᵀ      factor = alpha / rank, or alpha / √rank
///
/// Knows nothing of the model: Model::setAdapters finds out whether it fits. Immutable after
/// loading, so any thread may use it and several models may share it.
class LoraAdapter {
public:
    /// One module's pair of matrices, F32, F16 or BF16; views into the mapped file.
    struct Pair {
        std::string module; ///< as Hugging Face names it: "model.layers.0.self_attn.q_proj"
        kernels::TensorView down; ///< [rank, inputs]: lora_A; of an embedding [rank, vocabulary]
        kernels::TensorView up; ///< [outputs, rank]: lora_B
        /// A copy of the model's own weights, which PEFT saves beside the pair of an embedding or a
        /// head; frozen in training, so only its shape is of interest. Empty for most.
        kernels::TensorView original;
        float factor = 1;
        bool isEmbedding = false; ///< x is a token, and x · downᵀ the token's column of `down`
    };

    /// Throws Error{BadFile}, or Error{Unsupported} for what this version cannot apply: DoRA,
    /// trained biases, whole modules saved beside the pairs, ways of initialising that change the
    /// model's own weights. The sentence names the file and the tensor or key.
    static std::shared_ptr<const LoraAdapter> load(const std::filesystem::path& folder);

    const std::filesystem::path& path() const { return m_path; } ///< the folder
    const std::vector<Pair>& pairs() const { return m_pairs; } ///< by name
    const Pair* find(std::string_view module) const; ///< null if it leaves the module alone

    /// Of all it holds; the same wherever it lies.
    Fingerprint identity() const { return m_identity; }

private:
    LoraAdapter() = default;

    std::filesystem::path m_path;
    std::shared_ptr<const SafetensorsFile> m_file; // what the pairs view
    std::vector<Pair> m_pairs;
    Fingerprint m_identity;
};

} // namespace engine
