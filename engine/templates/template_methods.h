#pragma once

#include "engine/templates/template_value.h"

#include <memory>
#include <string_view>

namespace engine {

/// A method of a text, list or dict, bound to it, or null if it has none of that name. Methods
/// that would change their object exist, but fail when called.
std::shared_ptr<TemplateObject> findTemplateMethod(
    const TemplateValue& object, std::string_view name);

} // namespace engine
