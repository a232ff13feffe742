#pragma once

#include <string>

namespace services::server {

/// A mark that no other answer or call has: the prefix and letters and digits drawn at random.
std::string newId(const std::string& prefix, int length = 24);

} // namespace services::server
