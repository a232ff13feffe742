#pragma once

#include <string>
#include <string_view>

namespace services {

/// Computes an expression such as "3 * (17.5 + 2)^2 / 7": exactly, as long as there is a fraction
/// that is the result, and otherwise to 14 digits, which the result then says by ≈. It knows + − ·
/// / and %, powers, factorials, brackets and the usual functions. Anybody may have written the
/// expression: its length, its depth and the digits of its numbers are limited. Throws
/// base::Error{BadRequest} with a message that says what is wrong, and where.
std::string calculate(std::string_view expression);

} // namespace services
