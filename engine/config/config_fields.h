#pragma once

#include "engine/config/json_fields.h"
#include "engine/config/model_config.h"
#include "engine/files/gguf_file.h"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

namespace engine {

struct ConfigDefaults;

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
    ConfigField{"expert_scoring", &ModelConfig::expertScoring},
    ConfigField{"expert_weights_sum_to_one", &ModelConfig::expertWeightsSumToOne},
    ConfigField{"expert_weight_factor", &ModelConfig::expertWeightFactor},
    ConfigField{"expert_choice_bias", &ModelConfig::expertChoiceBias},
    ConfigField{"expert_groups", &ModelConfig::expertGroups},
    ConfigField{"expert_groups_used", &ModelConfig::expertGroupsUsed},
    ConfigField{"expert_group_score", &ModelConfig::expertGroupScore},
    ConfigField{"shared_feed_forward", &ModelConfig::sharedFeedForward},
    ConfigField{"shared_is_gated", &ModelConfig::sharedIsGated},
    ConfigField{"expert_latent", &ModelConfig::expertLatent},
    ConfigField{"gate_limit", &ModelConfig::gateLimit},
    ConfigField{"latent_rank", &ModelConfig::latentRank},
    ConfigField{"query_rank", &ModelConfig::queryRank},
    ConfigField{"value_dim", &ModelConfig::valueDim},
    ConfigField{"mixerless_layers", &ModelConfig::mixerlessLayers},
    ConfigField{"mlpless_layers", &ModelConfig::mlplessLayers},
    ConfigField{"state_layers", &ModelConfig::stateLayers},
    ConfigField{"state_taps", &ModelConfig::stateTaps},
    ConfigField{"state_key_heads", &ModelConfig::stateKeyHeads},
    ConfigField{"state_value_heads", &ModelConfig::stateValueHeads},
    ConfigField{"state_key_dim", &ModelConfig::stateKeyDim},
    ConfigField{"state_value_dim", &ModelConfig::stateValueDim},
    ConfigField{"state_is_mamba", &ModelConfig::stateIsMamba},
    ConfigField{"state_step_min", &ModelConfig::stateStepMin},
    ConfigField{"state_step_max", &ModelConfig::stateStepMax},
    ConfigField{"state_has_norm", &ModelConfig::stateHasNorm},
    ConfigField{"state_norm_before_gate", &ModelConfig::stateNormBeforeGate},
    ConfigField{"state_factors", &ModelConfig::stateFactors},
    ConfigField{"parallel_state", &ModelConfig::parallelState},
    ConfigField{"attention_input_scale", &ModelConfig::attentionInputScale},
    ConfigField{"attention_output_scale", &ModelConfig::attentionOutputScale},
    ConfigField{"key_scale", &ModelConfig::keyScale},
    ConfigField{"state_input_scale", &ModelConfig::stateInputScale},
    ConfigField{"state_output_scale", &ModelConfig::stateOutputScale},
    ConfigField{"gate_scale", &ModelConfig::gateScale},
    ConfigField{"mlp_scale", &ModelConfig::mlpScale},
    ConfigField{"norm_epsilon", &ModelConfig::normEpsilon},
    ConfigField{"end_norm_epsilon", &ModelConfig::endNormEpsilon},
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
    ConfigField{"head_norms", &ModelConfig::headNorms},
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

/// Fields of a configuration that change nothing of what is computed here, and why.
struct HarmlessFields {
    std::string_view why;
    std::initializer_list<std::string_view> names;
};

// A model whose configuration has an unknown field is rejected. To run it, read the field or, if
// transformers computes the same whatever its value, list it here.

/// Harmless fields of a decoder in config.json.
inline const HarmlessFields harmlessFields[] = {
    {"who made the file, and with what",
        {"_name_or_path", "architectures", "auto_map", "dtype", "model_name", "model_type",
            "torch_dtype", "transformers_version", "transformers.js_config", "unsloth_fixed",
            "unsloth_version", "tokenizer_class"}},
    {"what the shapes of tensors say, or what other fields say as well",
        {"block_dim", "block_norm_eps", "block_use_swiglu", "conv_bias", "conv_dim", "conv_dim_out",
            "num_heads", "theta"}},
    {"how multi-token-prediction heads are built and trained, which nothing loads",
        {"mtp_hybrid_override_pattern", "mtp_layers_block_type", "mtp_loss_scaling_factor",
            "mtp_transformer_layers", "mtp_use_dedicated_embeddings", "use_mtp"}},
    {"the training",
        {"attention_dropout", "attention_probs_dropout_prob", "block_mlp_init_scale",
            "block_out_init_scale", "block_use_xavier_init", "conv_use_xavier_init", "dropout",
            "aux_loss_alpha", "embd_pdrop", "embedding_dropout", "hidden_dropout",
            "hidden_dropout_prob", "init_method", "initializer_factor", "initializer_range",
            "moe_capacity", "neftune_noise_alpha", "output_router_logits", "resid_pdrop",
            "rescale_prenorm_residual", "residual_dropout", "router_aux_loss_coef", "seq_aux",
            "router_jitter_noise", "time_step_floor", "time_step_max", "time_step_min",
            "time_step_rank", "use_reentrant_checkpointing"}},
    {"how transformers computes the same",
        {"_attn_implementation", "_attn_implementation_autoset", "_flash_attn_2_enabled",
            "attention_softmax_in_fp32", "attn_implementation", "cache_implementation",
            "is_composition", "is_llama_config", "pretraining_tp", "full_attn_mod",
            "interpolate_factor", "mamba_ssm_dtype", "return_dict",
            "scale_attention_softmax_in_fp32", "use_cache", "use_embedding_sharing",
            "use_flash_attention", "chunk_size", "mamba_chunk_size", "mamba_ssm_cache_dtype",
            "num_logits_to_keep", "ep_size", "residual_in_fp32", "use_mamba_kernels"}},
    {"shared experts, whose width another key says, and the least sum of experts' weights",
        {"mlp_intermediate_size", "moe_norm_min", "moe_shared_expert_overlap", "shared_moe_mode"}},
    {"what ERNIE's own code reads of positions and compression, which mrope_section says too",
        {"compression_ratio", "rope_is_neox_style", "use_3d_rope"}},
    {"the shapes of tensors say it, or that they exist",
        {"attention_out_bias", "mamba_conv_bias", "mamba_proj_bias", "mlp_bias",
            "modules_to_not_convert", "projectors_bias", "qk_head_dim", "qkv_bias", "use_bias",
            "use_conv_bias"}},
    {"another key says it, too",
        {"initial_context_length", "activation_function", "attention_head_dim",
            "layer_norm_epsilon", "mlp_expansion_factor", "sliding_window_size"}},
    {"defaults of generation: ours are in the settings",
        {"diversity_penalty", "do_sample", "encoder_no_repeat_ngram_size", "length_penalty",
            "max_length", "num_beam_groups", "num_beams", "num_return_sequences",
            "repetition_penalty", "temperature", "top_k", "top_p", "typical_p"}},
    {"models that classify or translate",
        {"class_num", "dense_list", "id2label", "label2id", "num_labels", "pool_type",
            "problem_type"}},
    {"tokens that the tokenizer knows",
        {"_pad_token_id", "bos_token_id", "eod_token_id", "eos_token_id", "im_end_id",
            "im_newline_id", "im_start_id", "mask_init_id", "org_vocab_size", "pad_id",
            "pad_token_id", "sep_token_id", "text_end_id", "text_start_id"}},
    {"which layers share keys where use_cla says that they do", {"cla_share_factor"}},
    {"the resampler of Idefics2, which neither use_resampler nor any tensor asks for",
        {"perceiver_config", "pixel_shuffle_factor"}},
    {"what vLLM does beyond 256 thousand tokens", {"dual_chunk_attention_config"}},
};

/// Additional harmless fields of a vision tower.
inline const HarmlessFields harmlessVisionFields[] = {
    {"the shapes of tensors say it",
        {"attention_bias", "num_channels", "out_hidden_size", "use_base_siglip"}},
    {"the training", {"layer_scale_init_value", "projection_dropout"}},
    {"parts that describe no picture", {"use_mask_token", "vision_use_head"}},
    {"films", {"tokens_per_second"}},
    {"another key says it, too", {"global_head_dim"}},
    {"towers do not stretch their rotation", {"max_position_embeddings"}},
    {"the half of CLIP that reads text", {"projection_dim", "vocab_size"}},
    {"the image processor, whose own file is read", {"max_image_size", "size"}},
};

/// Additional harmless fields of the whole vision model.
inline const HarmlessFields harmlessFieldsAbove[] = {
    {"read with the decoder",
        {"image_token_id", "image_token_index", "text_config", "tie_word_embeddings",
            "vocab_size"}},
    {"the shapes of tensors say it",
        {"multimodal_projector_bias", "projector_bias", "projector_hidden_size"}},
    {"tokens that the tokenizer knows",
        {"audio_token_id", "boa_token_id", "boi_token_id", "boi_token_index", "eoa_token_id",
            "eoa_token_index", "eoi_token_id", "eoi_token_index", "video_token_id"}},
    {"audio input", {"audio_config"}},
    {"the image processor, whose own file is read",
        {"do_image_splitting", "encoder_patch_size", "max_image_tokens", "max_pixels_tolerance",
            "max_tiles", "min_image_tokens", "min_tiles", "tile_size", "use_image_special_tokens",
            "use_thumbnail", "vision_soft_tokens_per_image"}},
    {"the rows of a picture are counted", {"image_seq_len", "image_seq_length"}},
    {"the text around a picture says it",
        {"image_end_token_id", "image_start_token_id", "video_end_token_id", "video_start_token_id",
            "video_token_id", "vision_end_token_id", "vision_start_token_id", "vision_token_id"}},
    {"the training", {"ignore_index"}},
    {"what LLaVA-NeXT does without being asked", {"use_image_newline_parameter"}},
};

/// Harmless fields of GGUF files, under "<architecture>.".
inline const HarmlessFields harmlessGgufFields[] = {
    {"the shapes of tensors say it", {"vocab_size"}},
    {"who made the file, and with what", {"rope.scaling.finetuned", "tensor_data_layout"}},
    {"llama.cpp computes it again", {"rope.scaling.yarn_attn_factor"}},
    {"the tensors of a layer say it", {"interleave_moe_layer_step", "leading_dense_block_count"}},
};

/// A field inside another, "vision_config.num_channels", is harmless by its own name.
bool isHarmless(std::string_view name, std::span<const HarmlessFields> harmless);

/// Throws Error{Unsupported}: "`source` has the field `name`, which this version does not know …".
[[noreturn]] void refuseUnknown(const std::string& source, const std::string& name);

/// Rejects a field of which this version knows one value alone, such as a kind of norm, where it
/// has another.
void requireKnownValues(const JsonFields& fields, const ConfigDefaults& defaults);

/// Rejects a field that says something, that nobody has read and that none of the lists has.
void refuseUnknown(
    const JsonFields& fields, std::initializer_list<std::span<const HarmlessFields>> harmless);

/// The metadata of a GGUF file under "<architecture>.", which remembers the requested keys. Getters
/// throw as those of GgufMetadata do.
class ArchitectureKeys {
public:
    /// The file must outlive this object.
    ArchitectureKeys(const GgufFile& file, const std::string& architecture);

    bool has(const std::string& key) const;
    bool isArray(const std::string& key) const;

    /// Throws Error{BadFile} naming the key if it is absent.
    int64_t integer(const std::string& key) const;

    int64_t integer(const std::string& key, int64_t otherwise) const;
    double number(const std::string& key, double otherwise) const;
    bool boolean(const std::string& key, bool otherwise) const;
    std::string text(const std::string& key) const; ///< empty if the key is absent
    std::optional<std::vector<int64_t>> integers(const std::string& key) const;

    const std::string& fileName() const { return m_fileName; }

    /// Throws Error{Unsupported} for a key that says something, that nobody has requested and that
    /// harmlessGgufFields does not have. See refuseUnknown().
    void refuseUnread() const;

private:
    std::string asked(const std::string& key) const;
    bool saysSomething(const GgufMetadata::Entry& entry) const;

    const GgufMetadata& m_metadata;
    std::string m_fileName;
    std::string m_prefix;
    mutable std::set<std::string> m_asked;
};

} // namespace engine
