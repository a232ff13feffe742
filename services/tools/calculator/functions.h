#pragma once

#include "services/tools/calculator/number.h"

#include <span>
#include <string_view>

namespace services {

/// Returns the value of a function that the calculator knows, or of a constant (without arguments).
/// Throws base::Error{BadRequest} if there is no such function, or not of so many arguments.
Number callFunction(std::string_view function, std::span<const Number> arguments);

Number factorial(const Number& number);

} // namespace services
