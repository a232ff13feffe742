#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// A word of a template's source.
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
    std::string text; ///< Data, Name, Operator; String: what it stands for
    int64_t integer = 0;
    double number = 0;
    int line = 1, column = 1;
};

/// Splits a template into words; tags are taken off, comments left out, and white space removed
/// around tags as trim_blocks, lstrip_blocks and the signs - and + ask. The last one is End.
/// Throws Error{BadFile} with line and column.
std::vector<TemplateToken> readTemplateTokens(std::string_view source);

/// Ends the reading of a template.
[[noreturn]] void failTemplate(int line, int column, const std::string& cause);

} // namespace engine
