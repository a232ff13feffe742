#pragma once

#include "engine/templates/template_value.h"

#include <optional>
#include <string_view>

namespace engine {

/// Python's operators. Wrong types throw TemplateFailure.
TemplateValue templateArithmetic(std::string_view sign, const TemplateValue& left,
    const TemplateValue& right, TemplateBudget& budget);
bool templateCompare(std::string_view sign, const TemplateValue& left, const TemplateValue& right,
    TemplateBudget& budget);
bool templateEquals(const TemplateValue& left, const TemplateValue& right, TemplateBudget& budget);
bool templateLess(const TemplateValue& left, const TemplateValue& right, TemplateBudget& budget);
bool templateContains(
    const TemplateValue& whole, const TemplateValue& part, TemplateBudget& budget);

/// What a for loop would go through: items, keys, characters.
TemplateValues templateItems(const TemplateValue& value, TemplateBudget& budget);
size_t templateLength(const TemplateValue& value);

/// object.name: methods first, then keys. Undefined if there is none.
TemplateValue templateAttribute(const TemplateValue& object, const std::string& name);
/// object[index]: keys and places first, then methods.
TemplateValue templateIndex(
    const TemplateValue& object, const TemplateValue& index, TemplateBudget& budget);
TemplateValue templateSlice(const TemplateValue& object, std::optional<int64_t> from,
    std::optional<int64_t> to, int64_t step, TemplateBudget& budget);

} // namespace engine
