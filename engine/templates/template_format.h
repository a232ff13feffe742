#pragma once

#include "engine/templates/template_value.h"

namespace engine {

/// Python's "%" operator on a text. `values` is a tuple or a single value.
TemplateText formatPercent(
    const TemplateText& format, const TemplateValue& values, TemplateBudget& budget);

/// Python's str.format with all that its fields may contain.
TemplateText formatBraces(
    const TemplateText& format, const TemplateArguments& arguments, TemplateBudget& budget);

} // namespace engine
