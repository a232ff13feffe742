#pragma once

#include "engine/templates/template_value.h"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace engine {

/// The functions that every template may call: raise_exception, range, dict and, if `now` is set,
/// strftime_now. The interpreter itself adds namespace.
std::map<std::string, TemplateValue, std::less<>> templateGlobals(
    std::optional<std::chrono::system_clock::time_point> now);

/// The function behind `value is test(…)`.
using TemplateTest = bool (*)(
    const TemplateValue& input, const TemplateArguments& arguments, TemplateBudget& budget);

/// Returns the test of that name. Throws TemplateFailure if there is none.
TemplateTest findTemplateTest(std::string_view name);

} // namespace engine
