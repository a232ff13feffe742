#pragma once

#include "engine/templates/template_value.h"

#include <nlohmann/json_fwd.hpp>

namespace engine {

/// Python's str() and repr() of a value. The bytes that come from data stay marked as data.
TemplateText templateToText(const TemplateValue& value, TemplateBudget& budget);
TemplateText templateToRepr(const TemplateValue& value, TemplateBudget& budget);

/// The shortest digits that are read back as the same number, spelled as Python spells them: 2.0,
/// 1e-07.
std::string templateNumber(double number);

/// Converts JSON to a value. All its texts, keys included, count as data. Throws TemplateFailure if
/// the JSON nests too deeply.
TemplateValue templateFromJson(const nlohmann::ordered_json& json);

/// Does the same with a list of messages. As in transformers, what is null in a message is left out,
/// so templates see it as undefined, and its reasoning has all the names that templates know.
TemplateValue templateFromMessages(const nlohmann::ordered_json& messages);

struct TemplateJsonStyle {
    std::optional<std::string> indent = {}; ///< of each level; nothing: all on one line
    std::string itemSeparator = ", ", keySeparator = ": ";
    bool sortKeys = false;
    bool onlyAscii = false;
};

/// Writes the value as Python's json.dumps does.
TemplateText templateToJson(
    const TemplateValue& value, const TemplateJsonStyle& style, TemplateBudget& budget);

} // namespace engine
