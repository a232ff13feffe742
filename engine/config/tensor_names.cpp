#include "engine/config/tensor_names.h"

#include "base/ascii.h"
#include "base/error.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <string>
#include <system_error>
#include <utility>

namespace engine {

namespace {

// The prefixes under which checkpoints store their decoder, alone or together with a vision tower,
// and its head.
constexpr std::string_view decoderPrefixes[]
    = {"model.", "language_model.model.", "model.language_model.", "model.text_model.",
        "model.language_model.model.", "language_model.", "backbone.", ""};
constexpr std::string_view headPrefixes[] = {"", "language_model.", "model.language_model."};

constexpr TensorName decoderRows[] = {
    {"token_embd", "embed_tokens"},
    {"output_norm", "norm"},
    {"blk.*.attn_norm", "layers.*.input_layernorm"},
    {"blk.*.attn_q", "layers.*.self_attn.q_proj"},
    {"blk.*.attn_k", "layers.*.self_attn.k_proj"},
    {"blk.*.attn_v", "layers.*.self_attn.v_proj"},
    {"blk.*.attn_output", "layers.*.self_attn.o_proj"},
    {"blk.*.ffn_norm", "layers.*.post_attention_layernorm"},
    {"blk.*.ffn_gate", "layers.*.mlp.gate_proj"},
    {"blk.*.ffn_up", "layers.*.mlp.up_proj"},
    {"blk.*.ffn_down", "layers.*.mlp.down_proj"},
    {"blk.*.ffn_gate_inp", "layers.*.mlp.gate"},
    {"blk.*.exp_probs_b.bias", "layers.*.mlp.gate.e_score_correction_bias"},
    {"blk.*.ffn_gate_exps", "layers.*.mlp.experts.#.gate_proj"},
    {"blk.*.ffn_up_exps", "layers.*.mlp.experts.#.up_proj"},
    {"blk.*.ffn_down_exps", "layers.*.mlp.experts.#.down_proj"},
    {"blk.*.ffn_gate_up_exps.weight", "layers.*.mlp.experts.gate_up_proj"},
    {"blk.*.ffn_down_exps.weight", "layers.*.mlp.experts.down_proj"},
    {"blk.*.ffn_gate_shexp", "layers.*.mlp.shared_experts.gate_proj"},
    {"blk.*.ffn_up_shexp", "layers.*.mlp.shared_experts.up_proj"},
    {"blk.*.ffn_down_shexp", "layers.*.mlp.shared_experts.down_proj"},
    {"blk.*.ffn_gate_inp_shexp", "layers.*.mlp.shared_expert_gate"},
    {"blk.*.ffn_gate_shexp", "layers.*.mlp.shared_expert.gate_proj"},
    {"blk.*.ffn_up_shexp", "layers.*.mlp.shared_expert.up_proj"},
    {"blk.*.ffn_down_shexp", "layers.*.mlp.shared_expert.down_proj"},
};

constexpr TensorName headRows[] = {{"output", "lm_head"}};

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

// The number of the block in `name` where it is what `row` says: "3" for blk.3.attn_q and
// blk.*.attn_q, an empty one for a row without a block. Nothing where it is not.
bool matches(std::string_view row, std::string_view name, std::string_view& block)
{
    const size_t star = row.find('*');
    block = {};
    if (star == std::string_view::npos)
        return row == name;
    const std::string_view before = row.substr(0, star), after = row.substr(star + 1);
    if (name.size() <= before.size() + after.size() || !name.starts_with(before)
        || !name.ends_with(after))
        return false;
    block = name.substr(before.size(), name.size() - before.size() - after.size());
    return std::ranges::all_of(block, base::isDigit);
}

std::string replaceStar(std::string_view name, std::string_view block)
{
    std::string replaced(name);
    if (const size_t star = replaced.find('*'); star != std::string::npos)
        replaced.replace(star, 1, block);
    return replaced;
}

// The number at the beginning of "3.attn_q.weight"; nothing if there is none before a dot.
std::optional<int64_t> numberBeforeDot(std::string_view text)
{
    int64_t number = 0;
    const char* end = text.data() + text.size();
    const auto [behind, error] = std::from_chars(text.data(), end, number);
    if (behind == text.data() || behind == end || *behind != '.' || text.front() == '-')
        return std::nullopt;
    return error == std::errc() ? number : std::numeric_limits<int64_t>::max();
}

// `name` without `beginning`; nothing if it begins otherwise.
std::optional<std::string_view> behind(std::string_view beginning, std::string_view name)
{
    if (!name.starts_with(beginning))
        return std::nullopt;
    return name.substr(beginning.size());
}

} // namespace

TensorNames decoderTensorNames(std::span<const TensorName> ofFamily)
{
    return {{decoderPrefixes, ofFamily}, {decoderPrefixes, decoderRows}, {headPrefixes, headRows}};
}

std::vector<std::string> huggingFaceNames(const TensorNames& names, std::string_view canonical)
{
    std::vector<std::string> found;
    std::string_view stem = canonical;
    const std::string_view ending = cutEnding(stem);
    std::string_view block;
    for (const NameTable& table : names)
        for (const TensorName& row : table.rows) {
            const bool isWhole = matches(row.gguf, canonical, block);
            if (!isWhole && !matches(row.gguf, stem, block))
                continue;
            const std::string name = replaceStar(row.huggingFace, block);
            for (std::string_view prefix : table.prefixes)
                found.push_back(std::string(prefix) + name + std::string(isWhole ? "" : ending));
        }
    return found;
}

std::vector<std::string> ggufNames(std::span<const GgufName> departures, std::string_view canonical)
{
    std::vector<std::string> found;
    std::string_view stem = canonical;
    const std::string_view ending = cutEnding(stem);
    std::string_view block;
    for (const GgufName& row : departures) {
        const bool isWhole = matches(row.canonical, canonical, block);
        if (isWhole || matches(row.canonical, stem, block))
            found.push_back(replaceStar(row.inFile, block) + std::string(isWhole ? "" : ending));
    }
    return found;
}

std::vector<std::string_view> canonicalNames(const TensorNames& names)
{
    std::vector<std::string_view> all;
    for (const NameTable& table : names)
        for (const TensorName& row : table.rows)
            if (std::ranges::find(all, row.gguf) == all.end())
                all.push_back(row.gguf);
    return all;
}

std::optional<int64_t> layerIndex(std::string_view nameInFile)
{
    if (const auto inBlock = behind("blk.", nameInFile))
        return numberBeforeDot(*inBlock);
    for (const std::string_view prefix : decoderPrefixes)
        if (const auto inDecoder = behind(prefix, nameInFile))
            if (const auto inLayer = behind("layers.", *inDecoder))
                return numberBeforeDot(*inLayer);
    return std::nullopt;
}

bool isMtpTensor(std::string_view nameInFile, int64_t layers)
{
    if (const auto layer = layerIndex(nameInFile))
        return *layer >= layers;
    return std::ranges::any_of(decoderPrefixes, [nameInFile](std::string_view prefix) {
        const auto inDecoder = behind(prefix, nameInFile);
        return inDecoder && (inDecoder->starts_with("mtp.") || inDecoder->starts_with("mtp_"));
    });
}

std::string inBlock(std::string_view name, int64_t block)
{
    return replaceStar(name, std::to_string(block));
}

std::string ofExpert(std::string_view name, int64_t expert)
{
    std::string numbered(name);
    if (const size_t position = numbered.find('#'); position != std::string::npos)
        numbered.replace(position, 1, std::to_string(expert));
    return numbered;
}

std::string ggufNameOfExpert(std::string_view canonical, int64_t expert)
{
    constexpr std::string_view ending = "_exps.weight";
    if (!canonical.ends_with(ending))
        return {};
    canonical.remove_suffix(ending.size());
    return std::string(canonical) + "." + std::to_string(expert) + ".weight";
}

namespace {

// True for tensors that only heads for multi-token prediction have: they join the hidden state and the
// embedding of the next token.
bool isOfHeadAlone(std::string_view name)
{
    constexpr std::array<std::string_view, 4> parts{".nextn.", ".eh_proj.", ".enorm.", ".hnorm."};
    return std::ranges::any_of(
        parts, [name](std::string_view part) { return name.find(part) != name.npos; });
}

} // namespace

void requireKnownLayers(const WeightFile& file, const ModelConfig& config)
{
    std::set<int64_t> others, heads; // layers beyond those that are counted; and those with a head
    for (const WeightTensor& tensor : file.tensors()) {
        const auto layer = layerIndex(tensor.name);
        if (layer && isOfHeadAlone(tensor.name))
            heads.insert(*layer);
        if (layer && *layer >= config.layers)
            others.insert(*layer);
    }
    const auto refuse = [&](int64_t layer, const std::string& why) {
        throw base::Error(base::ErrorKind::BadFile,
            file.path().filename().string() + " has tensors of layer " + std::to_string(layer) + why
                + ", but its model has " + std::to_string(config.layers) + " layers");
    };
    for (const int64_t layer : others)
        if (!heads.contains(layer))
            refuse(layer, "");
    if (!heads.empty() && *heads.begin() < config.layers)
        refuse(*heads.begin(), ", which is a multi-token prediction head");
}

TensorSource::TensorSource(std::shared_ptr<const WeightFile> file, FileLayout layout,
    TensorNames names, std::span<const GgufName> inGguf)
    : m_file(std::move(file))
    , m_layout(layout)
    , m_names(std::move(names))
    , m_ggufNames(inGguf)
{
}

const WeightTensor* TensorSource::find(std::string_view canonicalName) const
{
    if (m_layout == FileLayout::Gguf)
        return findInGguf(canonicalName);
    for (const std::string& name : huggingFaceNames(m_names, canonicalName))
        if (const WeightTensor* tensor = m_file->find(name))
            return tensor;
    return nullptr;
}

const WeightTensor* TensorSource::findInGguf(std::string_view canonicalName) const
{
    for (const std::string& name : ggufNames(m_ggufNames, canonicalName))
        if (const WeightTensor* tensor = m_file->find(name))
            return tensor;
    return m_file->find(canonicalName);
}

const WeightTensor& TensorSource::require(std::string_view canonicalName) const
{
    if (const WeightTensor* tensor = find(canonicalName))
        return *tensor;
    refuseMissing(canonicalName, 0);
}

const WeightTensor* TensorSource::findOfExpert(std::string_view canonicalName, int64_t expert) const
{
    if (m_layout == FileLayout::Gguf)
        return m_file->find(ggufNameOfExpert(canonicalName, expert));
    for (const std::string& name : huggingFaceNames(m_names, canonicalName))
        if (const WeightTensor* tensor = m_file->find(ofExpert(name, expert)))
            return tensor;
    return nullptr;
}

const WeightTensor& TensorSource::requireOfExpert(
    std::string_view canonicalName, int64_t expert) const
{
    if (const WeightTensor* tensor = findOfExpert(canonicalName, expert))
        return *tensor;
    refuseMissing(canonicalName, expert);
}

void TensorSource::refuseMissing(std::string_view canonicalName, int64_t expert) const
{
    std::string missing(canonicalName);
    if (m_layout == FileLayout::HuggingFace)
        if (const auto names = huggingFaceNames(m_names, canonicalName); !names.empty())
            missing = ofExpert(names.front(), expert);
    throw base::Error(
        base::ErrorKind::BadFile, m_file->path().filename().string() + " has no tensor " + missing);
}

std::vector<const WeightTensor*> TensorSource::ofBlock(int64_t layer) const
{
    std::vector<const WeightTensor*> tensors;
    for (const std::string_view row : canonicalNames(m_names)) {
        if (!row.starts_with("blk.*."))
            continue;
        const std::string name = inBlock(row, layer);
        for (const char* ending : {".weight", ".bias", ""}) {
            const WeightTensor* tensor = find(name + ending);
            if (tensor && std::ranges::find(tensors, tensor) == tensors.end())
                tensors.push_back(tensor); // two rows may stand for one tensor
        }
        addOfExperts(tensors, name + ".weight");
    }
    return tensors;
}

void TensorSource::addOfExperts(
    std::vector<const WeightTensor*>& tensors, const std::string& canonicalName) const
{
    const WeightTensor* first = findOfExpert(canonicalName, 0);
    if (!first || find(canonicalName) || std::ranges::find(tensors, first) != tensors.end())
        return;
    tensors.push_back(first);
    for (int64_t expert = 1; const auto* tensor = findOfExpert(canonicalName, expert); ++expert)
        tensors.push_back(tensor);
}

} // namespace engine
