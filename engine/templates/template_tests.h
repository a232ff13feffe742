#pragma once

#include "engine/templates/template_value.h"

#include <string_view>

namespace engine {

/// The function behind `value is test(…)`.
using TemplateTest = bool (*)(
    const TemplateValue& input, const TemplateArguments& arguments, TemplateBudget& budget);

/// Returns the test of that name. Throws TemplateFailure if there is none.
TemplateTest findTemplateTest(std::string_view name);

} // namespace engine
