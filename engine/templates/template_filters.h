#pragma once

#include "engine/templates/template_value.h"

#include <string_view>

namespace engine {

/// The function behind `value | filter(…)`. Like all functions of the running template, it throws
/// TemplateFailure.
using TemplateFilter = TemplateValue (*)(
    const TemplateValue& input, const TemplateArguments& arguments, TemplateBudget& budget);

struct NamedTemplateFilter {
    std::string_view name;
    TemplateFilter filter;
};

/// Returns the filter of that name. Throws TemplateFailure if there is none.
TemplateFilter findTemplateFilter(std::string_view name);

/// Returns the filter of that name among those that work on lists, or null. Filters that work on
/// texts are in template_text_filters.cpp.
TemplateFilter findTemplateListFilter(std::string_view name);

} // namespace engine
