#pragma once

#include "engine/config/json_fields.h"
#include "engine/encoders/families/encoder_config.h"
#include "engine/encoders/families/encoder_plan.h"
#include "engine/files/gguf_metadata.h"

#include <span>
#include <string_view>

namespace engine {

/// The keys of config.json under which a family has its sizes.
struct EncoderKeys {
    std::string_view layers = "num_hidden_layers", hidden = "hidden_size",
                     heads = "num_attention_heads", feedForward = "intermediate_size",
                     epsilon = "layer_norm_eps", positions = "max_position_embeddings",
                     activation = "hidden_act";
};

/// Everything that this version knows about a family of encoders, in one record. Each record has a
/// file of its own in this folder. What the lists refer to must exist as long as the program.
struct EncoderFamily {
    /// The values of model_type in config.json.
    std::span<const std::string_view> names = {};
    std::string_view architecture = {}; ///< in GGUF files; empty: they don't contain this family

    EncoderKeys keys = {}; ///< those that it has in place of the usual ones, which are tried next

    /// Reads what else config.json, or a GGUF file under the name of its architecture, says.
    void (*read)(EncoderConfig&, const JsonFields&) = nullptr;
    void (*readGguf)(EncoderConfig&, const GgufMetadata&) = nullptr;

    EncoderPlan (*plan)(const EncoderConfig&) = nullptr;

    std::span<const std::string_view> prefixes = {}; ///< of names in checkpoints
    std::span<const TensorName> tensors = {}; ///< those of heads are common to all
    BlockNames blockNames = {};
};

extern const EncoderFamily bertFamily, robertaFamily, debertaFamily, modernBertFamily,
    nomicBertFamily;

inline constexpr const EncoderFamily* encoderFamilies[]
    = {&bertFamily, &robertaFamily, &debertaFamily, &modernBertFamily, &nomicBertFamily};

/// The record with that model_type, or with that architecture in GGUF files; null: none.
const EncoderFamily* findEncoderFamily(std::string_view name);
const EncoderFamily* findEncoderArchitecture(std::string_view name);

/// The plan from which families state their differences: equal blocks of attention over whole texts
/// and an MLP, with tables of positions and token types as the configuration says.
EncoderPlan defaultEncoderPlan(const EncoderConfig& config);

/// A decoder of the configuration as an encoder: its attention goes over whole texts, or over the
/// tokens before, without a cache. Throws Error{Unsupported} for what only works with a cache.
EncoderPlan planDecoderAsEncoder(const EncoderConfig& config);

/// The prompt by which models of a family of decoders are asked as rerankers; null: none.
const RerankPrompt* findRerankPrompt(std::string_view family);

/// Reads an activation behind a layer of a head by its name: "tanh", "gelu" or
/// "torch.nn.modules.activation.Tanh". Throws Error{Unsupported}.
HeadActivation headActivationNamed(const std::string& name);

/// Throws Error{Unsupported} with a sentence about the file that `fields` are of.
[[noreturn]] void refuseEncoder(const JsonFields& fields, const std::string& what);

} // namespace engine
