#pragma once

#include "engine/templates/template_value.h"

#include <memory>
#include <string_view>

namespace engine {

/// Returns the method of that name of a text, list or dict, bound to that object, or null if it has
/// none. Methods that would change their object exist, but fail when they are called.
std::shared_ptr<TemplateObject> findTemplateMethod(
    const TemplateValue& object, std::string_view name);

} // namespace engine
