#pragma once

#include "engine/config/model_config.h"

#include <concepts>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace engine {

/// Whether the keys and values that a model computes depend on a field of its configuration.
enum class FieldRole {
    Shapes, ///< they do: the field is part of the model's identity
    Describes, ///< they do not: names, the meaning of some ids, and parts that nothing loads
};

/// A field of a configuration and its name when it is printed.
template <typename Struct, typename Value>
struct ConfigField {
    std::string_view name;
    Value Struct::*member;
    FieldRole role = FieldRole::Shapes;
};

/// Converts to any type, so that fields can be counted.
struct Anything {
    template <typename Value>
    operator Value() const;
};

/// The number of fields of an aggregate: the most values that its braces accept.
template <typename Aggregate, typename... Fields>
constexpr size_t countFields(Fields... fields)
{
    if constexpr (requires { Aggregate{fields..., Anything()}; })
        return countFields<Aggregate>(fields..., Anything());
    else
        return sizeof...(Fields);
}

inline constexpr std::tuple ropeScalingFields{
    ConfigField{"kind", &RopeScaling::kind},
    ConfigField{"factor", &RopeScaling::factor},
    ConfigField{"low_frequency_factor", &RopeScaling::lowFrequencyFactor},
    ConfigField{"high_frequency_factor", &RopeScaling::highFrequencyFactor},
    ConfigField{"beta_fast", &RopeScaling::betaFast},
    ConfigField{"beta_slow", &RopeScaling::betaSlow},
    ConfigField{"truncates", &RopeScaling::truncates},
    ConfigField{"attention_factor", &RopeScaling::attentionFactor},
    ConfigField{"original_context", &RopeScaling::originalContext},
    ConfigField{"short_factors", &RopeScaling::shortFactors},
    ConfigField{"long_factors", &RopeScaling::longFactors},
};

inline constexpr std::tuple modelConfigFields{
    ConfigField{"architecture", &ModelConfig::family},
    ConfigField{"name", &ModelConfig::name, FieldRole::Describes},
    ConfigField{"layout", &ModelConfig::layout},
    ConfigField{"layers", &ModelConfig::layers},
    ConfigField{"mtp_layers", &ModelConfig::mtpLayers, FieldRole::Describes},
    ConfigField{"hidden", &ModelConfig::hidden},
    ConfigField{"heads", &ModelConfig::heads},
    ConfigField{"kv_heads", &ModelConfig::kvHeads},
    ConfigField{"head_dim", &ModelConfig::headDim},
    ConfigField{"feed_forward", &ModelConfig::feedForward},
    ConfigField{"vocabulary", &ModelConfig::vocabulary},
    ConfigField{"context", &ModelConfig::contextLength},
    ConfigField{"sliding_window", &ModelConfig::slidingWindow},
    ConfigField{"windowed_layers", &ModelConfig::windowedLayers},
    ConfigField{"unrotated_layers", &ModelConfig::unrotatedLayers},
    ConfigField{"embedding_scale", &ModelConfig::embeddingScale},
    ConfigField{"residual_scale", &ModelConfig::residualScale},
    ConfigField{"attention_scale", &ModelConfig::attentionScale},
    ConfigField{"logit_scale", &ModelConfig::logitScale},
    ConfigField{"attention_cap", &ModelConfig::attentionCap},
    ConfigField{"logit_cap", &ModelConfig::logitCap},
    ConfigField{"query_growth", &ModelConfig::queryGrowth},
    ConfigField{"local_head_dim", &ModelConfig::localHeadDim},
    ConfigField{"local_kv_heads", &ModelConfig::localKvHeads},
    ConfigField{"local_sees_spans", &ModelConfig::localSeesSpans},
    ConfigField{"keys_are_values", &ModelConfig::keysAreValues},
    ConfigField{"sharing_layers", &ModelConfig::sharingLayers},
    ConfigField{"layer_feed_forward", &ModelConfig::layerFeedForward},
    ConfigField{"layer_inputs", &ModelConfig::layerInputs},
    ConfigField{"experts", &ModelConfig::expertCount},
    ConfigField{"experts_used", &ModelConfig::expertsUsed},
    ConfigField{"expert_feed_forward", &ModelConfig::expertFeedForward},
    ConfigField{"dense_layers", &ModelConfig::denseLayers},
    ConfigField{"expert_weights_sum_to_one", &ModelConfig::expertWeightsSumToOne},
    ConfigField{"expert_weight_factor", &ModelConfig::expertWeightFactor},
    ConfigField{"gate_limit", &ModelConfig::gateLimit},
    ConfigField{"state_layers", &ModelConfig::stateLayers},
    ConfigField{"state_taps", &ModelConfig::stateTaps},
    ConfigField{"state_key_heads", &ModelConfig::stateKeyHeads},
    ConfigField{"state_value_heads", &ModelConfig::stateValueHeads},
    ConfigField{"state_key_dim", &ModelConfig::stateKeyDim},
    ConfigField{"state_value_dim", &ModelConfig::stateValueDim},
    ConfigField{"norm_epsilon", &ModelConfig::normEpsilon},
    ConfigField{"rope_theta", &ModelConfig::ropeTheta},
    ConfigField{"local_rope_theta", &ModelConfig::localRopeTheta},
    ConfigField{"rotary_dims", &ModelConfig::rotaryDims},
    ConfigField{"rope_scaling", &ModelConfig::ropeScaling},
    ConfigField{"rope_factors", &ModelConfig::ropeFactors},
    ConfigField{"rope_sections", &ModelConfig::ropeSections},
    ConfigField{"interleaves_sections", &ModelConfig::interleavesSections},
    ConfigField{"deep_layers", &ModelConfig::deepLayers},
    ConfigField{"activation", &ModelConfig::activation},
    ConfigField{"tied_embeddings", &ModelConfig::tiedEmbeddings},
    ConfigField{"attention_bias", &ModelConfig::attentionBias},
    ConfigField{"bos", &ModelConfig::bos, FieldRole::Describes},
    ConfigField{"eos", &ModelConfig::eos, FieldRole::Describes},
    ConfigField{"pad", &ModelConfig::pad, FieldRole::Describes},
    ConfigField{"end_tokens", &ModelConfig::endTokens, FieldRole::Describes},
    ConfigField{"image_token", &ModelConfig::imageToken, FieldRole::Describes},
    ConfigField{"weight_type", &ModelConfig::weightType, FieldRole::Describes},
};

static_assert(countFields<RopeScaling>() == std::tuple_size_v<decltype(ropeScalingFields)>,
    "every field of RopeScaling has a row in ropeScalingFields");
static_assert(countFields<ModelConfig>() == std::tuple_size_v<decltype(modelConfigFields)>,
    "every field of ModelConfig has a row in modelConfigFields");

template <typename Config>
concept RopeScalingOrModelConfig = std::same_as<std::remove_const_t<Config>,
    RopeScaling> || std::same_as<std::remove_const_t<Config>, ModelConfig>;

/// Calls visit(field, value) for every field of a ModelConfig or a RopeScaling, in the order of the
/// tables above. The identity of a model and the output of `models inspect` are made with it.
template <RopeScalingOrModelConfig Config, typename Visit>
void forEachField(Config& config, const Visit& visit)
{
    const auto visitAll
        = [&](const auto&... field) { (visit(field, config.*(field.member)), ...); };
    if constexpr (std::same_as<std::remove_const_t<Config>, RopeScaling>)
        std::apply(visitAll, ropeScalingFields);
    else
        std::apply(visitAll, modelConfigFields);
}

} // namespace engine
