#include "engine/config/config_fields.h"

#include "base/error.h"
#include "base/utf8.h"
#include "engine/config/family.h"

#include <algorithm>

namespace engine {

bool isHarmless(std::string_view name, std::span<const HarmlessFields> harmless)
{
    const auto isIt = [name](std::string_view field) {
        const bool isWithin = name.size() > field.size() + 1 && name.ends_with(field)
            && name[name.size() - field.size() - 1] == '.';
        return name == field || isWithin;
    };
    return std::ranges::any_of(harmless,
        [&](const HarmlessFields& fields) { return std::ranges::any_of(fields.names, isIt); });
}

void refuseUnknown(const std::string& source, const std::string& name)
{
    throw base::Error(base::ErrorKind::Unsupported,
        source + " has the field " + base::printable(name)
            + ", which this version doesn't support and which may change the model's results");
}

void requireKnownValues(const JsonFields& fields, const ConfigDefaults& defaults)
{
    struct KnownText {
        std::string_view key, value;
    };
    const KnownText texts[]
        = {{"mamba_hidden_act", "silu"}, {"mlp_type", "default"}, {"moe_gate", "topk"},
            {"norm_type", defaults.normType}, {"normalization_function", "rmsnorm"},
            {"qk_norm_type", "per_layer"}, {"order_of_interleaved_layers", "local_attn_first"},
            {"position_embedding_type", "rope_gptj"}};
    const auto refuse = [&](std::string_view key, const std::string& value) {
        throw base::Error(base::ErrorKind::Unsupported,
            fields.source() + " has " + std::string(key) + " " + base::printable(value)
                + ", which this version doesn't support");
    };
    const auto isRead = [&](const KnownText& known) {
        return known.key == "position_embedding_type" && !defaults.positions.empty();
    };
    for (const KnownText& known : texts)
        if (const auto text = fields.text(known.key);
            text && *text != known.value && !isRead(known))
            refuse(known.key, *text);
    for (const char* key : {"is_causal", "mamba_use_mlp", "scale_attn_weights",
             "use_gated_activation", "use_parallel_block", "use_rotary_pos_emb"})
        if (!fields.boolean(key).value_or(true))
            refuse(key, "false");
    for (const char* key : {"layernorm_full_attention_beta", "layernorm_linear_attention_beta",
             "layernorm_mlp_beta", "moe_layer_freq", "rotary_pct"})
        if (const auto number = fields.number(key); number && *number != 1)
            refuse(key, std::to_string(*number));
    for (const int64_t type : fields.integers("attn_type_list").value_or(std::vector<int64_t>{}))
        if (type != 1)
            refuse("attn_type_list", std::to_string(type));
}

void refuseUnknown(
    const JsonFields& fields, std::initializer_list<std::span<const HarmlessFields>> harmless)
{
    for (const std::string& name : fields.unread()) {
        const bool isKnown = std::ranges::any_of(
            harmless, [&](std::span<const HarmlessFields> list) { return isHarmless(name, list); });
        if (!isKnown)
            refuseUnknown(fields.source(), name);
    }
}

ArchitectureKeys::ArchitectureKeys(const GgufFile& file, const std::string& architecture)
    : m_metadata(file.metadata())
    , m_fileName(file.path().filename().string())
    , m_prefix(architecture + ".")
{
}

bool ArchitectureKeys::has(const std::string& key) const
{
    return m_metadata.has(asked(key));
}

bool ArchitectureKeys::isArray(const std::string& key) const
{
    return m_metadata.arrayLength(asked(key)) > 0;
}

int64_t ArchitectureKeys::integer(const std::string& key) const
{
    const auto value = m_metadata.integer(asked(key));
    if (!value)
        throw base::Error(base::ErrorKind::BadFile,
            m_fileName + " has no metadata key " + base::printable(m_prefix + key));
    return *value;
}

int64_t ArchitectureKeys::integer(const std::string& key, int64_t otherwise) const
{
    return m_metadata.integer(asked(key)).value_or(otherwise);
}

double ArchitectureKeys::number(const std::string& key, double otherwise) const
{
    return m_metadata.number(asked(key)).value_or(otherwise);
}

bool ArchitectureKeys::boolean(const std::string& key, bool otherwise) const
{
    return m_metadata.boolean(asked(key)).value_or(otherwise);
}

std::string ArchitectureKeys::text(const std::string& key) const
{
    return std::string(m_metadata.string(asked(key)).value_or(""));
}

std::optional<std::vector<int64_t>> ArchitectureKeys::integers(const std::string& key) const
{
    return m_metadata.integers(asked(key));
}

void ArchitectureKeys::refuseUnread() const
{
    for (const GgufMetadata::Entry& entry : m_metadata.entries()) {
        if (!entry.key.starts_with(m_prefix) || m_asked.contains(std::string(entry.key)))
            continue;
        const bool isKnown = isHarmless(entry.key.substr(m_prefix.size()), harmlessGgufFields);
        if (!isKnown && saysSomething(entry))
            refuseUnknown(m_fileName, std::string(entry.key));
    }
}

std::string ArchitectureKeys::asked(const std::string& key) const
{
    m_asked.insert(m_prefix + key);
    return m_prefix + key;
}

bool ArchitectureKeys::saysSomething(const GgufMetadata::Entry& entry) const
{
    if (entry.isArray)
        return entry.count > 0;
    if (entry.type == GgufType::Bool)
        return m_metadata.boolean(entry.key).value_or(false);
    if (entry.type == GgufType::String)
        return !m_metadata.string(entry.key).value_or("").empty();
    return m_metadata.number(entry.key).value_or(0) != 0;
}

} // namespace engine
