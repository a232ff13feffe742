#pragma once

#include "engine/templates/template_value.h"

#include <chrono>
#include <map>
#include <optional>
#include <string>

namespace engine {

/// What every template may call: raise_exception, range, dict, and, if there is a clock,
/// strftime_now. (namespace belongs to the interpreter.)
std::map<std::string, TemplateValue, std::less<>> templateGlobals(
    std::optional<std::chrono::system_clock::time_point> now);

} // namespace engine
