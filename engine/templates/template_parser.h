#pragma once

#include "engine/templates/template_expression_parser.h"

#include <string_view>

namespace engine {

/// Parses a whole template. Throws Error{BadFile} with line, column and cause.
template_syntax::Body parseTemplate(std::string_view source);

} // namespace engine
