#pragma once

#include <string_view>
#include <vector>

namespace services {

/// True if a text says anything that could be true or false; "According to" does not.
bool saysAnything(std::string_view text);

/// Whether each of these passages says what a statement says, alone or together with the others, to
/// which it must then add something. A statement that says nothing is supported by all of them.
std::vector<bool> areSupporting(
    std::string_view statement, const std::vector<std::string_view>& passages);

} // namespace services
