#pragma once

#include "engine/templates/template_value.h"

#include <nlohmann/json_fwd.hpp>

namespace engine {

/// A value whose texts, keys too, are data. Throws TemplateFailure if it is nested too deeply.
TemplateValue templateFromJson(const nlohmann::ordered_json& json);

struct TemplateJsonStyle {
    int indent = -1; ///< spaces per level; negative: all on one line
    std::string itemSeparator = ", ", keySeparator = ": ";
    bool sortKeys = false;
    bool onlyAscii = false;
};

/// The value as Python's json.dumps writes it.
TemplateText templateToJson(
    const TemplateValue& value, const TemplateJsonStyle& style, TemplateBudget& budget);

} // namespace engine
