#pragma once

#include "engine/templates/template_value.h"

#include <string_view>

namespace engine {

/// value is test(…)
using TemplateTest = bool (*)(
    const TemplateValue& input, const TemplateArguments& arguments, TemplateBudget& budget);

/// The test of that name. Fails if there is none.
TemplateTest findTemplateTest(std::string_view name);

} // namespace engine
