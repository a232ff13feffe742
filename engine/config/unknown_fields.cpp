#include "engine/config/unknown_fields.h"

#include "engine/files/printable.h"
#include "kernels/error.h"

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
    throw kernels::Error(kernels::ErrorKind::Unsupported,
        source + " has the field " + printable(name)
            + ", which this version does not know and which may change what the model computes");
}

void requireKnownValues(const JsonFields& fields)
{
    struct KnownText {
        std::string_view key, value;
    };
    static constexpr KnownText texts[] = {{"mlp_type", "default"}, {"norm_type", "layer_norm"},
        {"order_of_interleaved_layers", "local_attn_first"},
        {"position_embedding_type", "rope_gptj"}};
    const auto refuse = [&](std::string_view key, const std::string& value) {
        throw kernels::Error(kernels::ErrorKind::Unsupported,
            fields.source() + " has " + std::string(key) + " " + printable(value)
                + ", which this version cannot compute");
    };
    for (const KnownText& known : texts)
        if (const auto text = fields.text(known.key); text && *text != known.value)
            refuse(known.key, *text);
    for (const char* key :
        {"is_causal", "scale_attn_weights", "use_gated_activation", "use_parallel_block"})
        if (!fields.boolean(key).value_or(true))
            refuse(key, "false");
    if (const auto share = fields.number("rotary_pct"); share && *share != 1)
        refuse("rotary_pct", std::to_string(*share));
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

} // namespace engine
