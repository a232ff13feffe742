#pragma once

#include "engine/templates/template_value.h"

#include <optional>
#include <string_view>

namespace engine {

/// Returns the method of that name of a text, list or dict, bound to that object, or nothing if it
/// has none. Methods that would change their object are undefined.
std::optional<TemplateValue> findTemplateMethod(const TemplateValue& object, std::string_view name);

} // namespace engine
