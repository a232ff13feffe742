#pragma once

#include "engine/templates/template_value.h"

#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// One lexical token of the source of a template.
struct TemplateToken {
    enum class Kind {
        Data,
        VariableBegin,
        VariableEnd,
        BlockBegin,
        BlockEnd,
        Name,
        Operator,
        String,
        Integer,
        Float,
        End
    };

    Kind kind = Kind::End;
    std::string text; ///< of Data, Name and Operator as written; of String what it stands for
    TemplateInteger integer = 0;
    double number = 0;
    int line = 1, column = 1;
};

/// Splits the source of a template into tokens, the last of which is End. Comments are left out,
/// and white space around tags is removed as trim_blocks, lstrip_blocks and the signs - and + ask.
/// Throws Error{BadFile} with line and column.
std::vector<TemplateToken> readTemplateTokens(std::string_view source);

/// Throws Error{BadFile}, which ends the parsing of a template.
[[noreturn]] void failTemplate(int line, int column, const std::string& cause);

} // namespace engine
