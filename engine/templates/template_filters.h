#pragma once

#include "engine/templates/template_value.h"

#include <string_view>

namespace engine {

/// value | filter(…)
using TemplateFilter = TemplateValue (*)(
    const TemplateValue& input, const TemplateArguments& arguments, TemplateBudget& budget);

struct NamedTemplateFilter {
    std::string_view name;
    TemplateFilter filter;
};

/// The filter of that name. Fails if there is none.
TemplateFilter findTemplateFilter(std::string_view name);

/// Those that work on lists; the others are template_text_filters.
TemplateFilter findTemplateListFilter(std::string_view name); ///< or null

} // namespace engine
