#pragma once

#include "engine/templates/template_value.h"

#include <chrono>
#include <map>
#include <optional>
#include <string>

namespace engine {

/// The functions that every template may call: raise_exception, range, dict and, if `now` is set,
/// strftime_now. The interpreter itself adds namespace.
std::map<std::string, TemplateValue, std::less<>> templateGlobals(
    std::optional<std::chrono::system_clock::time_point> now);

} // namespace engine
