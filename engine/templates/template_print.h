#pragma once

#include "engine/templates/template_value.h"

namespace engine {

/// Python's str() and repr() of a value. The bytes that come from data stay marked as data.
TemplateText templateToText(const TemplateValue& value, TemplateBudget& budget);
TemplateText templateToRepr(const TemplateValue& value, TemplateBudget& budget);

/// The shortest digits that are read back as the same number, spelled as Python spells them: 2.0,
/// 1e-07.
std::string templateNumber(double number);

/// Python's "%" operator on a text. `values` is a tuple or a single value.
TemplateText formatPercent(
    const TemplateText& format, const TemplateValue& values, TemplateBudget& budget);

} // namespace engine
