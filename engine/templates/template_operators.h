#pragma once

#include "engine/templates/template_value.h"

#include <optional>
#include <string_view>

namespace engine {

/// Python's operators on the values of templates. All of them throw TemplateFailure for operands of
/// a wrong type.
TemplateValue templateArithmetic(std::string_view sign, const TemplateValue& left,
    const TemplateValue& right, TemplateBudget& budget);
bool templateCompare(std::string_view sign, const TemplateValue& left, const TemplateValue& right,
    TemplateBudget& budget);
bool templateEquals(const TemplateValue& left, const TemplateValue& right, TemplateBudget& budget);
bool templateLess(const TemplateValue& left, const TemplateValue& right, TemplateBudget& budget);
bool templateContains(
    const TemplateValue& whole, const TemplateValue& part, TemplateBudget& budget);

/// Returns what a for statement goes through: the items of a list, the keys of a dict, the
/// characters of a text, and what an iterator has not yielded yet.
TemplateValues templateItems(const TemplateValue& value, TemplateBudget& budget);
size_t templateLength(const TemplateValue& value);
/// Returns the entries of a dict, or pairs that something else yields, as Python's dict() does.
TemplateDict::Entries templatePairs(const TemplateValue& value, TemplateBudget& budget);

/// Returns the attribute or method of that name, which is undefined if it would change the object.
/// Nothing if there is none.
std::optional<TemplateValue> findTemplateAttribute(
    const TemplateValue& object, std::string_view name);

/// Evaluates object.name, which looks for a method first and for a key after that. The result is
/// undefined if there is neither.
TemplateValue templateAttribute(const TemplateValue& object, const std::string& name);
/// Evaluates object[index], which looks for a key or a position first and for a method after that.
/// The result is undefined if there is none.
TemplateValue templateIndex(
    const TemplateValue& object, const TemplateValue& index, TemplateBudget& budget);
TemplateValue templateSlice(const TemplateValue& object, std::optional<int64_t> from,
    std::optional<int64_t> to, int64_t step, TemplateBudget& budget);

} // namespace engine
