#pragma once

#include "engine/templates/template_value.h"

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace engine {

/// A function that a template may call. `depth` is the number of levels of nested values it owns.
TemplateValue templateFunction(
    std::function<TemplateValue(const TemplateArguments&, TemplateBudget&)> body, int depth = 0);

/// The functions that every template may call: raise_exception, range, dict, cycler, joiner and, if
/// `now` is set, strftime_now. The interpreter itself adds namespace and self.
std::map<std::string, TemplateValue, std::less<>> templateGlobals(
    std::optional<std::chrono::system_clock::time_point> now);

/// The function behind `value is test(…)`.
using TemplateTest = bool (*)(
    const TemplateValue& input, const TemplateArguments& arguments, TemplateBudget& budget);

/// Returns the test of that name, or null.
TemplateTest findTemplateTest(std::string_view name);
/// Does the same, but throws TemplateFailure if there is none.
TemplateTest requireTemplateTest(std::string_view name);

} // namespace engine
