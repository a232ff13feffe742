#pragma once

#include "engine/templates/template_value.h"

#include <string_view>

namespace engine {

/// The function behind `value | filter(…)`. Like all functions of the running template, it throws
/// TemplateFailure.
using TemplateFilter = TemplateValue (*)(
    const TemplateValue& input, const TemplateArguments& arguments, TemplateBudget& budget);

/// Returns the filter of that name, or null.
TemplateFilter findTemplateFilter(std::string_view name);
/// Does the same, but throws TemplateFailure if there is none.
TemplateFilter requireTemplateFilter(std::string_view name);

} // namespace engine
