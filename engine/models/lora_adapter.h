#pragma once

#include "engine/files/fingerprint.h"
#include "engine/files/safetensors_file.h"
#include "kernels/tensor.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// What adapter_config.json says about the pairs of an adapter.
struct LoraSettings {
    int64_t rank = 0; ///< "r": of every pair for which rankPattern has no other
    double alpha = 0;
    bool dividesByRoot = false; ///< "use_rslora": alpha / √rank in place of alpha / rank
    std::map<std::string, int64_t> rankPattern; ///< the rank of modules whose names end so
    std::map<std::string, double> alphaPattern;
    std::string source; ///< the file, for error messages: "adapter_config.json"

    /// The factor of a module's product; `rank` is that of its pair of matrices. Throws
    /// Error{BadFile} if the settings give the module another rank, or two alphas.
    float scaleFor(std::string_view module, int64_t rank) const;
};

/// Reads adapter_config.json of a folder. Throws Error{BadFile} naming the key, and
/// Error{Unsupported} for what a pair of matrices cannot express: DoRA, biases, methods other than
/// LoRA, and initializations that change the model's own weights.
LoraSettings readLoraSettings(const std::filesystem::path& folder);

/// A low-rank change to a model (LoRA, Hu et al., 2021, arXiv:2106.09685) as PEFT saves it: a
/// folder with adapter_config.json and adapter_model.safetensors. For each module that it names, it
/// adds
///
///     out += scale · factor · (x · downᵀ) · upᵀ      factor = alpha / rank, or alpha / √rank
///
/// where alpha / √rank is rsLoRA (Kalajdzievski, 2023, arXiv:2312.03732). It knows nothing of the
/// model: Model::setAdapters checks whether it fits. Never changes after loading, so any thread may
/// use it and several models may share it.
class LoraAdapter {
public:
    /// The pair of matrices of one module, of type F32, F16 or BF16. They are views into the mapped
    /// file.
    struct Pair {
        std::string module; ///< by its Hugging Face name: "model.layers.0.self_attn.q_proj"
        kernels::TensorView down; ///< lora_A: [rank, inputs], of an embedding [rank, vocabulary]
        kernels::TensorView up; ///< lora_B: [outputs, rank]
        /// A copy of the model's own weights, which PEFT saves next to the pair of an embedding or
        /// a head. Training does not change them, so only the shape is used. Empty for most pairs.
        kernels::TensorView original;
        float factor = 1;
        bool isEmbedding = false; ///< x is a token id, and x · downᵀ its column of `down`
    };

    /// Throws Error{BadFile} for a damaged adapter, and Error{Unsupported} for what this version
    /// cannot apply: DoRA, trained biases, whole modules that are saved next to the pairs, and
    /// initializations that change the model's own weights. The message names the file and the
    /// tensor or key.
    static std::shared_ptr<const LoraAdapter> load(const std::filesystem::path& folder);

    const std::filesystem::path& path() const { return m_path; } ///< the folder
    const std::vector<Pair>& pairs() const { return m_pairs; } ///< sorted by name
    /// Null if the adapter does not change the module.
    const Pair* find(std::string_view module) const;

    /// Identifies the content; it does not depend on where the folder is.
    Fingerprint identity() const { return m_identity; }

private:
    LoraAdapter() = default;

    std::filesystem::path m_path;
    std::shared_ptr<const SafetensorsFile> m_file; // what the pairs view
    std::vector<Pair> m_pairs;
    Fingerprint m_identity;
};

} // namespace engine
