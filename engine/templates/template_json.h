#pragma once

#include "engine/templates/template_value.h"

#include <nlohmann/json_fwd.hpp>

namespace engine {

/// Converts JSON to a value. All its texts, keys included, count as data. Throws TemplateFailure if
/// the JSON nests too deeply.
TemplateValue templateFromJson(const nlohmann::ordered_json& json);

/// Does the same with a list of messages. As in transformers, what is null in a message is left out,
/// so templates see it as undefined.
TemplateValue templateFromMessages(const nlohmann::ordered_json& messages);

struct TemplateJsonStyle {
    int indent = -1; ///< spaces per level; negative: all on one line
    std::string itemSeparator = ", ", keySeparator = ": ";
    bool sortKeys = false;
    bool onlyAscii = false;
};

/// Writes the value as Python's json.dumps does.
TemplateText templateToJson(
    const TemplateValue& value, const TemplateJsonStyle& style, TemplateBudget& budget);

} // namespace engine
