#pragma once

#include "engine/config/json_fields.h"

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace engine {

/// Fields of a configuration that change nothing of what is computed here, and why.
struct HarmlessFields {
    std::string_view why;
    std::initializer_list<std::string_view> names;
};

// To run a model whose configuration has a field that is not known yet, read the field or, if
// transformers computes the same whatever its value, give it a place here.

/// Of a decoder in config.json.
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
        {"attention_dropout", "block_mlp_init_scale", "block_out_init_scale",
            "block_use_xavier_init", "conv_use_xavier_init", "dropout", "embd_pdrop",
            "embedding_dropout", "hidden_dropout", "initializer_factor", "initializer_range",
            "neftune_noise_alpha", "output_router_logits", "resid_pdrop", "residual_dropout",
            "router_aux_loss_coef", "router_jitter_noise", "use_reentrant_checkpointing"}},
    {"how transformers computes the same",
        {"_attn_implementation", "_attn_implementation_autoset", "_flash_attn_2_enabled",
            "attention_softmax_in_fp32", "attn_implementation", "cache_implementation",
            "is_composition", "is_llama_config", "pretraining_tp", "full_attn_mod",
            "interpolate_factor", "mamba_ssm_dtype", "return_dict",
            "scale_attention_softmax_in_fp32", "use_cache", "use_embedding_sharing",
            "use_flash_attention"}},
    {"the shapes of tensors say it, or that they exist",
        {"mlp_bias", "modules_to_not_convert", "use_bias"}},
    {"another key says it, too",
        {"initial_context_length", "activation_function", "layer_norm_epsilon",
            "sliding_window_size"}},
    {"defaults of generation: ours are in the settings",
        {"diversity_penalty", "do_sample", "encoder_no_repeat_ngram_size", "length_penalty",
            "max_length", "num_beam_groups", "num_beams", "num_return_sequences",
            "repetition_penalty", "temperature", "top_k", "top_p", "typical_p"}},
    {"models that classify or translate", {"id2label", "label2id", "num_labels", "problem_type"}},
    {"tokens that the tokenizer knows",
        {"_pad_token_id", "bos_token_id", "eos_token_id", "pad_token_id"}},
    {"the resampler of Idefics2, which neither use_resampler nor any tensor asks for",
        {"perceiver_config", "pixel_shuffle_factor"}},
    {"what vLLM does beyond 256 thousand tokens", {"dual_chunk_attention_config"}},
};

/// Of a vision tower, in addition.
inline const HarmlessFields harmlessVisionFields[] = {
    {"the shapes of tensors say it",
        {"attention_bias", "num_channels", "out_hidden_size", "use_base_siglip"}},
    {"the training", {"hidden_dropout_prob", "layer_scale_init_value", "projection_dropout"}},
    {"parts that describe no picture", {"use_mask_token", "vision_use_head"}},
    {"films", {"tokens_per_second"}},
    {"another key says it, too", {"global_head_dim"}},
    {"towers do not stretch their rotation", {"max_position_embeddings"}},
    {"the half of CLIP that reads text", {"projection_dim", "vocab_size"}},
    {"the image processor, whose own file is read", {"max_image_size", "size"}},
};

/// Of a whole vision model, in addition.
inline const HarmlessFields harmlessFieldsAbove[] = {
    {"read with the decoder",
        {"image_token_id", "image_token_index", "text_config", "tie_word_embeddings",
            "vocab_size"}},
    {"the shapes of tensors say it",
        {"multimodal_projector_bias", "projector_bias", "projector_hidden_size"}},
    {"tokens that the tokenizer knows",
        {"audio_token_id", "boa_token_id", "boi_token_id", "boi_token_index", "eoa_token_id",
            "eoa_token_index", "eoi_token_id", "eoi_token_index", "video_token_id"}},
    {"what is heard", {"audio_config"}},
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

/// Of GGUF files, under "<architecture>.".
inline const HarmlessFields harmlessGgufFields[] = {
    {"the shapes of tensors say it", {"vocab_size"}},
    {"who made the file, and with what", {"rope.scaling.finetuned", "tensor_data_layout"}},
    {"llama.cpp computes it anew", {"rope.scaling.yarn_attn_factor"}},
};

/// A field inside another, "vision_config.num_channels", is harmless by its own name.
bool isHarmless(std::string_view name, std::span<const HarmlessFields> harmless);

/// Throws Error{Unsupported}: "`source` has the field `name`, which this version does not know …".
[[noreturn]] void refuseUnknown(const std::string& source, const std::string& name);

/// Refuses a field of which this version knows one value alone, such as a kind of norm, where it has
/// another.
void requireKnownValues(const JsonFields& fields);

/// Refuses a field that says something, that nobody has read and that none of the lists has.
void refuseUnknown(
    const JsonFields& fields, std::initializer_list<std::span<const HarmlessFields>> harmless);

} // namespace engine
