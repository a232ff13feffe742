#include "engine/config/tensor_names.h"

#include <algorithm>
#include <initializer_list>
#include <span>

namespace engine {

namespace {

// A part of a GGUF name and the parts that may stand for it, the likeliest first.
struct Translation {
    std::string_view gguf;
    std::initializer_list<std::string_view> huggingFace;
};

// Where checkpoints keep their decoder, vision tower and projector.
constexpr std::string_view decoderPrefixes[]
    = {"model.", "language_model.model.", "model.language_model.", "model.text_model.",
        "model.language_model.model.", "language_model.", ""};
constexpr std::string_view headPrefixes[] = {"", "language_model.", "model.language_model."};
constexpr std::string_view towerPrefixes[] = {"model.vision_model.", "vision_tower.vision_model.",
    "model.vision_tower.vision_model.", "model.vision_tower.", "vision_tower.", "vision_model."};
constexpr std::string_view projectorPrefixes[] = {"model.", ""};

const Translation decoderNames[] = {
    {"token_embd", {"embed_tokens"}},
    {"output_norm", {"norm"}},
};

// The norm before the feed-forward part is called pre_feedforward_layernorm where there is one
// behind the attention, too: that one then has the name which is the former's elsewhere.
const Translation decoderBlockNames[] = {
    {"attn_norm", {"input_layernorm"}},
    {"attn_q", {"self_attn.q_proj"}},
    {"attn_k", {"self_attn.k_proj"}},
    {"attn_v", {"self_attn.v_proj"}},
    {"attn_qkv", {"self_attn.qkv_proj"}},
    {"attn_output", {"self_attn.o_proj"}},
    {"attn_q_norm", {"self_attn.q_norm"}},
    {"attn_k_norm", {"self_attn.k_norm"}},
    {"post_attention_norm", {"post_attention_layernorm"}},
    {"ffn_norm", {"pre_feedforward_layernorm", "post_attention_layernorm"}},
    {"post_ffw_norm", {"post_feedforward_layernorm"}},
    {"ffn_gate", {"mlp.gate_proj"}},
    {"ffn_up", {"mlp.up_proj", "mlp.gate_up_proj"}},
    {"ffn_down", {"mlp.down_proj"}},
    {"ffn_gate_inp", {"mlp.gate", "block_sparse_moe.gate"}},
};

const Translation towerNames[] = {
    {"v.patch_embd", {"embeddings.patch_embedding"}},
    {"v.position_embd", {"embeddings.position_embedding"}},
    {"v.class_embd", {"embeddings.class_embedding"}},
    {"v.pre_ln", {"pre_layrnorm", "pre_layernorm"}},
    {"v.post_ln", {"post_layernorm"}},
};

const Translation towerBlockNames[] = {
    {"ln1", {"layer_norm1"}},
    {"ln2", {"layer_norm2"}},
    {"attn_q", {"self_attn.q_proj"}},
    {"attn_k", {"self_attn.k_proj"}},
    {"attn_v", {"self_attn.v_proj"}},
    {"attn_out", {"self_attn.out_proj"}},
    {"ffn_up", {"mlp.fc1"}},
    {"ffn_down", {"mlp.fc2"}},
};

const Translation projectorNames[] = {
    {"mm.model.fc", {"connector.modality_projection.proj"}},
    {"mm.0", {"multi_modal_projector.linear_1"}},
    {"mm.2", {"multi_modal_projector.linear_2"}},
};

const Translation headNames[] = {{"output", {"lm_head"}}};

// "blk.12.attn_q.weight" in its parts: block 12, stem attn_q, ending ".weight".
struct Name {
    std::string_view block; // the digits; empty outside the blocks
    std::string_view stem;
    std::string_view ending; // ".weight", ".bias" or none
};

std::string_view cutEnding(std::string_view& name)
{
    for (std::string_view ending : {".weight", ".bias"}) {
        if (name.ends_with(ending)) {
            name.remove_suffix(ending.size());
            return ending;
        }
    }
    return {};
}

Name split(std::string_view canonical, std::string_view blockPrefix)
{
    Name name;
    name.ending = cutEnding(canonical);
    name.stem = canonical;
    if (!canonical.starts_with(blockPrefix))
        return name;
    canonical.remove_prefix(blockPrefix.size());
    const size_t digits = std::min(canonical.find('.'), canonical.size());
    name.block = canonical.substr(0, digits);
    name.stem = canonical.substr(std::min(digits + 1, canonical.size()));
    return name;
}

// Appends prefix + infix + translation + ending for every prefix and translation.
void translate(std::vector<std::string>& names, const Name& name, const std::string& infix,
    std::span<const Translation> table, std::span<const std::string_view> prefixes)
{
    const auto row = std::find_if(table.begin(), table.end(),
        [&](const Translation& translation) { return translation.gguf == name.stem; });
    if (row == table.end())
        return;
    for (std::string_view stem : row->huggingFace)
        for (std::string_view prefix : prefixes)
            names.push_back(
                std::string(prefix) + infix + std::string(stem) + std::string(name.ending));
}

} // namespace

std::vector<std::string> huggingFaceNames(std::string_view canonical)
{
    std::vector<std::string> names;
    const bool isVision = canonical.starts_with("v.blk.");
    const Name name = split(canonical, isVision ? "v.blk." : "blk.");
    if (!name.block.empty()) {
        const std::string block(name.block);
        if (isVision)
            translate(names, name, "encoder.layers." + block + ".", towerBlockNames, towerPrefixes);
        else
            translate(names, name, "layers." + block + ".", decoderBlockNames, decoderPrefixes);
        return names;
    }
    translate(names, name, "", decoderNames, decoderPrefixes);
    translate(names, name, "", headNames, headPrefixes);
    translate(names, name, "", towerNames, towerPrefixes);
    translate(names, name, "", projectorNames, projectorPrefixes);
    return names;
}

std::vector<std::string> blockTensorNames(int64_t layer)
{
    std::vector<std::string> names;
    for (const Translation& row : decoderBlockNames)
        for (const char* ending : {".weight", ".bias"})
            names.push_back("blk." + std::to_string(layer) + "." + std::string(row.gguf) + ending);
    return names;
}

} // namespace engine
